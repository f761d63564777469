// Memory that vectors can be loaded from, filled with zeros; owned by one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "core/variant.hpp"

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

inline namespace PONNUKI_VARIANT {

// For vectors whose elements begin at a multiple of 64 bytes.
template <class T>
struct AlignedAllocator {
    using value_type = T;

    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U>&) {}

    T* allocate(std::size_t count) {
        return static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t{64}));
    }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory, std::align_val_t{64}); }

    friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

using IntRow = std::vector<int, AlignedAllocator<int>>;
using ByteRow = std::vector<std::uint8_t, AlignedAllocator<std::uint8_t>>;

}  // namespace PONNUKI_VARIANT

}  // namespace ponnuki
