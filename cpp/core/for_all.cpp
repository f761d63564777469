#include "core/for_all.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace ponnuki {

void for_all(int count, int threads, void (*one)(void* context, int index), void* context) {
    std::atomic<int> next{0};
    const auto work = [&] {
        for (int index; (index = next++) < count;) one(context, index);
    };
    const int wanted = std::min(threads, count) - 1;
    std::vector<std::thread> others;
    others.reserve(std::max(wanted, 0));
    try {
        for (int i = 0; i < wanted; ++i) others.emplace_back(work);
    } catch (const std::system_error&) {
        // There are no more to be had: those that there are do it all.
    }
    work();
    for (std::thread& other : others) other.join();
}

}  // namespace ponnuki
