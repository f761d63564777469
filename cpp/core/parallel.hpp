// One parallel loop for everything: work is taken in index order, results go to their own index.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ponnuki {

// Calls body(worker, index) once for every index below `count` on `threads` threads, each with a
// worker of its own from make_worker(). The calling thread only waits and asks `poll` every 50 ms;
// when that gives false (or throws) no further index is begun, and `stopped` says so to work that
// takes long. Gives whether all were done; the first exception of a body is thrown here.
template <class MakeWorker, class Body, class Poll>
bool parallel_for(std::int64_t count, int threads, std::atomic<bool>& stopped,
                  MakeWorker make_worker, Body body, Poll poll) {
    std::atomic<std::int64_t> next{0};
    std::mutex mutex;
    std::condition_variable finished;
    if (threads > count) threads = static_cast<int>(count);
    int running = threads;
    std::exception_ptr failure;

    const auto work = [&] {
        try {
            auto worker = make_worker();
            for (std::int64_t i; !stopped && (i = next++) < count;) body(worker, i);
        } catch (...) {
            stopped = true;
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        if (--running == 0) finished.notify_one();
    };

    std::vector<std::thread> pool;
    const auto join = [&] {
        for (std::thread& thread : pool) thread.join();
    };
    bool wanted = true;
    try {
        while (static_cast<int>(pool.size()) < threads) pool.emplace_back(work);
        std::unique_lock lock(mutex);
        while (
            !finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
            lock.unlock();
            wanted = wanted && poll();
            if (!wanted) stopped = true;
            lock.lock();
        }
    } catch (...) {
        stopped = true;
        join();
        throw;
    }
    join();
    if (failure) std::rethrow_exception(failure);
    return !stopped;
}

}  // namespace ponnuki
