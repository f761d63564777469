#include <array>
#include <atomic>
#include <stdexcept>

#include "check.hpp"
#include "core/bits.hpp"
#include "core/cpu.hpp"
#include "core/cpu_features.hpp"
#include "core/parallel.hpp"
#include "core/rng.hpp"

using namespace ponnuki;

TEST("bits agree with a plain array of flags") {
    constexpr int kSize = 169;
    Rng rng(1);
    for (int round = 0; round < 200; ++round) {
        Bits<kSize> bits;
        std::array<bool, kSize> flags{};
        for (int i = 0; i < 1 + round; ++i) {
            const int point = rng.below(kSize);
            bits.set(point);
            flags[point] = true;
        }
        int rank = 0;
        for (int point = 0; point < kSize; ++point) {
            CHECK(bits.has(point) == flags[point]);
            const auto up = bits.up<13>(), down = bits.down<13>();
            if (point >= 13) CHECK(up.has(point) == flags[point - 13]);
            if (point + 13 < kSize) CHECK(down.has(point) == flags[point + 13]);
            if (flags[point]) {
                if (rank == 0) CHECK(bits.lowest() == point);
                CHECK(bits.nth(rank++) == point);
            }
        }
        CHECK(bits.count() == rank);
    }
}

TEST("bounded random numbers are uniform within five standard deviations") {
    Rng rng(stream(7, "test", 0));
    constexpr int kDraws = 800000;
    std::array<int, 8> seen{};
    for (int i = 0; i < kDraws; ++i) ++seen[rng.below(7)];
    for (unsigned face = 0; face < 7; ++face) {
        const double expected = kDraws / 7.0;
        const double z2 = (seen[face] - expected) * (seen[face] - expected) / (expected * 6 / 7);
        CHECK(z2 < 25);
    }
    CHECK(seen[7] == 0);
}

TEST("streams differ by seed, name and index") {
    CHECK(stream(1, "game", 0) != stream(2, "game", 0));
    CHECK(stream(1, "game", 0) != stream(1, "games", 0));
    CHECK(stream(1, "game", 0) != stream(1, "game", 1));
    CHECK(stream(1, "game", 5) == stream(1, "game", 5));
}

TEST("a parallel loop does every index once, and hands on an exception") {
    std::array<std::atomic<int>, 1000> done{};
    std::atomic<bool> stopped{false};
    const auto nothing = [] { return 0; };
    const auto once = [&](int, std::int64_t i) { ++done[i]; };
    CHECK(parallel_for(1000, 3, stopped, nothing, once, [] { return true; }));
    for (const auto& count : done) CHECK(count == 1);

    bool caught = false;
    try {
        parallel_for(
            1000, 3, stopped, nothing,
            [](int, std::int64_t i) {
                if (i == 500) throw std::runtime_error("x");
            },
            [] { return true; });
    } catch (const std::runtime_error&) {
        caught = true;
    }
    CHECK(caught);
}

TEST("a parallel loop that is told to stop begins nothing more") {
    std::atomic<int> begun{0};
    std::atomic<bool> stopped{false};
    const auto slow = [&](int, std::int64_t) {
        ++begun;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    };
    CHECK(!parallel_for(100000, 2, stopped, [] { return 0; }, slow, [] { return false; }));
    CHECK(begun < 100);
}

#if defined(__x86_64__) && !defined(_MSC_VER)
TEST("what the CPU says of itself is what the compiler's library finds") {
    const CpuFeatures has = cpu_features();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    CHECK(has.avx2 == avx2);
    CHECK(has.avx512 == avx512);
    CHECK(has.vnni == (avx512 && __builtin_cpu_supports("avx512vnni")));
}
#endif

TEST("an unknown instruction set is refused, a known one is used") {
    bool refused = false;
    try {
        use_instruction_set("mmx");
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
    for (const InstructionSet set : instruction_sets()) {
        use_instruction_set(name(set));
        CHECK(instruction_set() == set);
    }
}
