#include "core/for_all.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace ponnuki {

void for_all(int count, int threads, void (*one)(void* context, int index), void* context) {
    std::atomic<int> next{0};
    const auto work = [&] {
        for (int index; (index = next++) < count;) one(context, index);
    };
    std::vector<std::thread> others;
    for (int i = 1; i < std::min(threads, count); ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
}

}  // namespace ponnuki
