// The whole test framework: CHECK counts and reports, TEST registers, main runs.
#pragma once

#include <cstdio>
#include <cstring>
#include <vector>

namespace check {

struct Case {
    const char* name;
    void (*run)();
};

inline std::vector<Case>& cases() {
    static std::vector<Case> all;
    return all;
}

inline int failures = 0;

// Builds with sanitizers are slow: they have fewer sizes of boards, and try less often.
#if defined(PONNUKI_FEW_SIZES)
inline constexpr bool kSlow = true;
#else
inline constexpr bool kSlow = false;
#endif
constexpr int often(int much, int less) {
    return kSlow ? less : much;
}

struct Register {
    Register(const char* name, void (*run)()) { cases().push_back({name, run}); }
};

// Runs all tests, or those whose sentence holds one of some texts.
inline int run_all(int count = 0, const char* const* texts = nullptr) {
    int passed = 0, failed = 0;
    for (const Case& one : cases()) {
        bool wanted = count == 0;
        for (int i = 0; i < count; ++i) wanted = wanted || std::strstr(one.name, texts[i]);
        if (!wanted) continue;
        failures = 0;
        one.run();
        std::printf("%s  %s\n", failures ? "FAILED" : "ok    ", one.name);
        (failures ? failed : passed) += 1;
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}

}  // namespace check

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            std::printf("  %s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
            ++check::failures;                                                      \
        }                                                                           \
    } while (false)

#define CHECK_JOIN_(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN_(a, b)
#define TEST(sentence)                                               \
    static void CHECK_JOIN(test_at_, __LINE__)();                    \
    static const check::Register CHECK_JOIN(register_at_, __LINE__){ \
        sentence, CHECK_JOIN(test_at_, __LINE__)};                   \
    static void CHECK_JOIN(test_at_, __LINE__)()
