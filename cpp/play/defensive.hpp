// The defensive player of Cai, Venayagamoorthy & Wunsch (2009), section 5.3, for Capture Go: it (1)
// connects all its stones into one string, (2) maximises its liberties until it has two eyes, (3)
// surrounds more empty points with a wall, (4) attacks weak stones; in that order, each deciding
// among what the one before leaves equal. Before that it captures and saves strings in atari.
#pragma once

#include "play/shapes.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G>
class Defensive {
public:
    static constexpr int N = G::kSize;
    using Board = Grid<N>;
    using Points = typename Board::Points;
    using Position = typename G::Position;

    Defensive(const G& game, const Position& position)
        : shapes_(position),
          before_(shapes_.strings.count(shapes_.side)),
          eyes_(shapes_.eyes.count()) {
        pass_tier_ = kPass;
        if (position.passes > 0) {
            Position after = position;
            game.play(after, G::kPoints);
            const int mine = after.result.winner * sign(shapes_.side);
            pass_tier_ = mine > 0 ? kWinningPass : mine < 0 ? kLosingPass : kPass;
        }
        content_ = alive() && game.may_pass(position);
        if (content_) wall_before_ = wall(shapes_.mine);
        if (before_ > 1) gap_before_ = smallest_gap(kMost, Points(), shapes_.mine);
    }

    // The rank of a legal move as far as liberties; `fine` says the rest of it.
    std::int64_t rough(int move) const {
        if (move == G::kPoints) return pass_tier_;
        const auto effect = shapes_.effect(move);
        if (effect.captured) return kCapture + 256 * effect.captured + effect.liberties;
        const bool safe = effect.liberties >= 2;
        if (effect.rescued && safe) return kSave + 256 * effect.liberties + effect.rescued;
        if (!safe) return kCanBeCaptured;
        if (shapes_.eyes.has(move)) return eyes_ > 2 ? kFillsAnEye : kFillsAnEyeOfTwo;
        const int strings = before_ + 1 - effect.joined;
        if (before_ > 0 && strings > before_) return kApart;
        if (before_ == 0) return kSensible + first_stone(move);
        Points own = shapes_.mine;
        own.set(move);
        const int eyes = Grid<N>::eyes_of(own).count();
        const int between = strings > 1 ? gap_after(strings, effect.string, own) : 0;
        const bool gains = !content_ || strings < before_ || between < gap_before_ ||
                           eyes > eyes_ || wall(own) > wall_before_;
        std::int64_t rank = kMost - strings;
        rank = rank << kBits | (kMost - between);
        rank = rank << kBits | (eyes >= 2 ? kMost : effect.liberties);
        rank = rank << kBits | eyes;
        return (gains ? kSensible : kPointless) + (rank << kFineBits);
    }

    // What priorities (3) and (4) say of a move, to be added; after them liberties count again.
    std::int64_t fine(int move) const {
        if (move == G::kPoints || before_ == 0) return 0;
        const auto effect = shapes_.effect(move);
        if (effect.captured || effect.liberties < 2 || effect.rescued || shapes_.eyes.has(move) ||
            effect.joined == 0)
            return 0;
        Points own = shapes_.mine;
        own.set(move);
        const int attack = effect.victim <= 2 ? 3 - effect.victim : 0;
        return (std::int64_t{wall(own) + G::kPoints} * 4 + attack) << kBits | effect.liberties;
    }

private:
    static constexpr int kBits = 8;
    static constexpr int kFineBits = 20;  // wall 10, attack 2, liberties 8
    static constexpr int kMost = 255;
    static constexpr std::int64_t kStep = std::int64_t{1} << 56;
    enum Tier : std::int64_t {
        kCanBeCaptured = 0,
        kFillsAnEyeOfTwo = kStep,
        kFillsAnEye = 2 * kStep,
        kApart = 3 * kStep,
        kLosingPass = 4 * kStep,
        kPointless = 5 * kStep,
        kPass = 6 * kStep,
        kSensible = 7 * kStep,
        kSave = 8 * kStep,
        kWinningPass = 9 * kStep,
        kCapture = 10 * kStep,
    };

    // Whether every string has two eyes.
    bool alive() const {
        for (int i = 0; i < before_; ++i)
            if ((shapes_.strings.liberties(shapes_.side, i) & shapes_.eyes).count() < 2)
                return false;
        return before_ > 0;
    }

    // Near the centre, but three steps away from their stones, as in the printed games.
    std::int64_t first_stone(int move) const {
        Points near = shapes_.theirs;
        int steps = 1;
        for (; steps < 3 && near.any(); ++steps) {
            near = near | (Board::beside(near) & Board::kAll);
            if (near.has(move)) break;
        }
        if (!shapes_.theirs.any()) steps = 3;
        const int row = 2 * (move / N) - (N - 1);
        const int column = 2 * (move % N) - (N - 1);
        return std::int64_t{steps} * 1024 + 1023 - row * row - column * column;
    }

    // Empty points to fill before a string touches another one of its side; many if it cannot.
    int gap(Points string, const Points& own) const {
        const Points rest = own.without(string);
        const Points free = Board::kAll.without(own | shapes_.theirs);
        for (int steps = 0;; ++steps) {
            const Points beside = Board::beside(string);
            if ((beside & rest).any()) return steps;
            const Points grown = string | (beside & free);
            if (grown == string) return kMost;
            string = grown;
        }
    }

    // The smallest of a number and of the gaps of all strings that do not touch `joined`.
    int smallest_gap(int least, const Points& joined, const Points& own) const {
        for (int i = 0; i < before_; ++i) {
            const Points& string = shapes_.strings.stones(shapes_.side, i);
            if ((string & joined).any()) continue;
            const int one = gap(string, own);
            if (one < least) least = one;
        }
        return least;
    }

    // The gap between the two strings nearest to each other after a move that makes `string`. One
    // that joins nothing cannot widen it.
    int gap_after(int strings, const Points& string, const Points& own) const {
        const int here = gap(string, own);
        if (strings == before_) return here < gap_before_ ? here : gap_before_;
        return smallest_gap(here, string, own);
    }

    // Empty points that are nearer to own stones than to theirs, minus those that are nearer to
    // theirs; steps go over empty points. One beside both counts for who has more stones beside it.
    int wall(const Points& own) const {
        const Points free = Board::kAll.without(own | shapes_.theirs);
        Points mine = own;
        Points theirs = shapes_.theirs;
        Points near_mine;
        Points near_theirs;
        for (;;) {
            const Points more_mine = mine | (Board::beside(mine) & free);
            const Points more_theirs = theirs | (Board::beside(theirs) & free);
            if (more_mine == mine && more_theirs == theirs) break;
            mine = more_mine;
            theirs = more_theirs;
            near_mine = near_mine | mine.without(theirs);
            near_theirs = near_theirs | theirs.without(mine);
        }
        int balance = (near_mine & free).count() - (near_theirs & free).count();
        const Points shared = Board::beside(own) & Board::beside(shapes_.theirs) & free;
        shared.each([&](int point) {
            const Points around = Board::neighbours(point);
            const int more = (around & own).count() - (around & shapes_.theirs).count();
            balance += (more > 0) - (more < 0);
        });
        return balance;
    }

    Shapes<N> shapes_;
    int before_;  // own strings
    int eyes_;
    std::int64_t pass_tier_;
    bool content_;  // alive, and may pass: only a move that gains something beats the pass
    int wall_before_ = 0;
    int gap_before_ = 0;  // of the two strings nearest to each other
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
