// The book in which a player notes what it saw, for people who want to watch it think.
#pragma once

#include <span>

#include "core/types.hpp"

namespace ponnuki {

constexpr int kMaxNoted = 13 * 13 + 1;

class Notes {
public:
    struct Number {
        const char* name;
        int value;
    };

    // What is noted, where, with which numbers, and in which words.
    virtual void write(const char* what, std::span<const Move> points,
                       std::span<const Number> numbers, const char* said) = 0;

protected:
    ~Notes() = default;
};

}  // namespace ponnuki
