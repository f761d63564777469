#include "core/cpu_features.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ponnuki {

// The CPU is asked directly: __builtin_cpu_supports needs a library that clang-cl has not.
CpuFeatures cpu_features() {
    CpuFeatures has;
#if defined(__x86_64__)
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return has;
    constexpr unsigned kFma = 1u << 12, kPopcnt = 1u << 23, kSystemSaves = 1u << 27,
                       kAvx = 1u << 28;
    const auto all = [](unsigned bits, unsigned wanted) { return (bits & wanted) == wanted; };
    if (!all(c, kFma | kPopcnt | kSystemSaves | kAvx)) return has;

    unsigned saved, high;
    __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
    constexpr unsigned kYmm = 0x06, kZmm = 0xe6;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return has;
    constexpr unsigned kBmi = 1u << 3, kAvx2 = 1u << 5, kBmi2 = 1u << 8;
    constexpr unsigned kF = 1u << 16, kDq = 1u << 17, kCd = 1u << 28, kBw = 1u << 30,
                       kVl = 1u << 31;
    constexpr unsigned kVnni = 1u << 11;
    has.avx2 = all(saved, kYmm) && all(b, kBmi | kAvx2 | kBmi2);
    has.avx512 = has.avx2 && all(saved, kZmm) && all(b, kF | kDq | kCd | kBw | kVl);
    has.vnni = has.avx512 && all(c, kVnni);
#endif
    return has;
}

}  // namespace ponnuki
