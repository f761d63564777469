// Engines that are lent out: their tables are large, and to make them anew takes longer than many a
// search.
#pragma once

#include <atomic>
#include <memory>

#include "play/engine.hpp"

namespace ponnuki {

// An engine for as long as this lives; then it goes back, and the next one may get it. Whoever gets
// it cannot tell it from a new one.
class LentEngine {
public:
    // For searches up to a depth.
    LentEngine(const Options& options, int depth);
    LentEngine(LentEngine&&) noexcept;
    LentEngine& operator=(LentEngine&&) noexcept;
    ~LentEngine();

    // Whether it can be used for this game and depth, by the instruction set that is used now.
    bool serves(const Options& options, int depth) const;

    Engine* operator->() const;
    std::atomic<bool>& stop() const;  // ends what it does

    struct Kept;  // what is lent

private:
    void give_back();

    std::unique_ptr<Kept> kept_;
};

}  // namespace ponnuki
