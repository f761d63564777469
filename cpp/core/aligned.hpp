// Memory that vectors can be loaded from, filled with zeros; owned by one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace ponnuki {

class AlignedMemory {
public:
    AlignedMemory() = default;
    explicit AlignedMemory(std::size_t bytes)
        : memory_(static_cast<std::byte*>(::operator new(bytes, kAlignment))) {
        std::fill_n(memory_.get(), bytes, std::byte{0});
    }

    std::byte* get() const { return memory_.get(); }

private:
    static constexpr std::align_val_t kAlignment{64};
    struct Free {
        void operator()(std::byte* memory) const { ::operator delete(memory, kAlignment); }
    };
    std::unique_ptr<std::byte, Free> memory_;
};

}  // namespace ponnuki
