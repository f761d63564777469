#include "core/cpu.hpp"

#include <atomic>
#include <cstdlib>
#include <stdexcept>

#include "core/cpu_features.hpp"

namespace ponnuki {

namespace {

std::vector<InstructionSet> detect() {
    std::vector<InstructionSet> found;
#if defined(PONNUKI_HAS_BASELINE)
    found.push_back(InstructionSet::baseline);
#endif
#if defined(PONNUKI_HAS_AVX2)
    if (cpu_features().avx2) found.push_back(InstructionSet::avx2);
#endif
#if defined(PONNUKI_HAS_AVX512)
    if (cpu_features().avx512) found.push_back(InstructionSet::avx512);
#endif
    return found;
}

InstructionSet find(const std::string& wanted) {
    std::string known;
    for (const InstructionSet set : instruction_sets()) {
        if (wanted == name(set)) return set;
        known += known.empty() ? "" : ", ";
        known += name(set);
    }
    throw std::invalid_argument("instruction set '" + wanted + "' is not one of: " + known);
}

std::atomic<InstructionSet>& in_use() {
    static std::atomic<InstructionSet> current{[] {
        const char* wanted = std::getenv("PONNUKI_INSTRUCTION_SET");
        if (instruction_sets().empty()) throw_no_instruction_set();
        return wanted && *wanted ? find(wanted) : instruction_sets().back();
    }()};
    return current;
}

}  // namespace

const char* name(InstructionSet set) {
    switch (set) {
        case InstructionSet::avx2: return "avx2";
        case InstructionSet::avx512: return "avx512";
        case InstructionSet::baseline: break;
    }
    return "baseline";
}

const std::vector<InstructionSet>& instruction_sets() {
    static const std::vector<InstructionSet> found = detect();
    return found;
}

InstructionSet instruction_set() {
    return in_use();
}

void use_instruction_set(const std::string& wanted) {
    in_use() = find(wanted);
}

void throw_no_instruction_set() {
    throw std::runtime_error(
        "ponnuki was compiled for another CPU, whose instructions this one has not: build it here");
}

}  // namespace ponnuki
