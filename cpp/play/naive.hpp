// The naive player: captures, saves, strengthens what is weak, else plays anywhere that is not
// foolish. For Go and Capture Go.
#pragma once

#include "play/shapes.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G>
class Naive {
public:
    Naive(const G&, const typename G::Position& position) : shapes_(position) {}

    // The rank of a legal move.
    std::int64_t rough(int move) const {
        if (move == G::kPoints) return kPass;
        const auto effect = shapes_.effect(move);
        if (effect.captured) return kCapture + effect.captured;
        const bool safe = effect.liberties >= 2;
        if (effect.rescued && safe) return kSave + 256 * effect.rescued + effect.liberties;
        if (shapes_.eyes.has(move)) return kOwnEye;
        if (!safe) return kSelfAtari;
        if (effect.weak && effect.liberties >= 3) return kStrengthen + effect.liberties;
        return kAnywhere;
    }

    std::int64_t fine(int) const { return 0; }

private:
    static constexpr std::int64_t kStep = 1 << 20;
    enum Tier : std::int64_t {
        kOwnEye = 0,
        kSelfAtari = kStep,
        kPass = 2 * kStep,
        kAnywhere = 3 * kStep,
        kStrengthen = 4 * kStep,
        kSave = 5 * kStep,
        kCapture = 6 * kStep,
    };

    Shapes<G::kSize> shapes_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
