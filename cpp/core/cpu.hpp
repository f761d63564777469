// Which instruction sets this build has code for, which of them this CPU has, and the one in use.
#pragma once

#include <string>
#include <vector>

namespace ponnuki {

// Ascending; a later one is faster. `baseline` is whatever every CPU of the platform has.
enum class InstructionSet { baseline, avx2, avx512 };

const char* name(InstructionSet set);

// Those that are compiled in and that this CPU can run, ascending. None if the build was for
// another CPU alone.
const std::vector<InstructionSet>& instruction_sets();

// The one that batches use: the best, unless PONNUKI_INSTRUCTION_SET in the environment or a call
// of `use_instruction_set` says otherwise.
InstructionSet instruction_set();

// Throws std::invalid_argument for one that this build or this CPU has not.
void use_instruction_set(const std::string& name);

// Throws std::runtime_error: this CPU has none of the instruction sets of this build.
[[noreturn]] void throw_no_instruction_set();

}  // namespace ponnuki
