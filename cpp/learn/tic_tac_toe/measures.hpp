// What nets are worth: their moves in every position, exact chances, counts of games.
#pragma once

#include <bit>
#include <cstring>

#include "core/bits.hpp"
#include "learn/tic_tac_toe/player.hpp"
#include "learn/tic_tac_toe/tic_tac_toe.hpp"

namespace ponnuki::tictactoe::inline PONNUKI_VARIANT {

inline void net_policy(const NetShape& shape, const float* weights, std::uint16_t* out) {
    SmallNet net;
    net.prepare(shape, weights);
    for (Stones black = 0; black <= kFull; ++black)
        for (Stones white = 0; white <= kFull; ++white) {
            const int lead = std::popcount(black) - std::popcount(white);
            if ((black & white) || (black | white) == kFull || kHasLine[black] || kHasLine[white])
                continue;
            if (lead == 0 || lead == 1)
                out[code_of(black, white)] = static_cast<std::uint16_t>(
                    lead == 0 ? net.best_moves(black, white) : net.best_moves(white, black));
        }
}

// The games between a net and an opponent of given moves.
class Enumeration {
public:
    Enumeration(const SmallNet& net, const std::uint16_t* opponent, Workspace& workspace)
        : net_(net), opponent_(opponent), space_(workspace) {}

    void run(Side side, Standing& out) {
        side_ = side;
        std::memset(space_.known, 0, sizeof space_.known);
        follow(0, 0, 0);
        out.win[side] = space_.win[0];
        out.loss[side] = space_.loss[0];
    }

private:
    void follow(Stones own, Stones theirs, int plies) {
        const bool black = (plies & 1) == 0;
        const int code = black ? code_of(own, theirs) : code_of(theirs, own);
        space_.known[code] = true;
        const bool ours = (side_ == kBlack) == black;
        const unsigned moves = ours ? net_.best_moves(own, theirs) : opponent_[code];
        double win = 0, loss = 0;
        for (unsigned rest = moves; rest; rest &= rest - 1) {
            const Stones after = own | (rest & -rest);
            if (kHasLine[after]) {
                (ours ? win : loss) += 1;
            } else if (plies + 1 < kPoints) {
                const int next = black ? code_of(after, theirs) : code_of(theirs, after);
                if (!space_.known[next]) follow(theirs, after, plies + 1);
                win += space_.win[next];
                loss += space_.loss[next];
            }
        }
        const double count = std::popcount(moves);
        space_.win[code] = win / count;
        space_.loss[code] = loss / count;
    }

    const SmallNet& net_;
    const std::uint16_t* opponent_;
    Workspace& space_;
    Side side_ = kBlack;
};

inline void exact(const NetShape& shape, const float* weights, const std::uint16_t* opponent,
                  Workspace& workspace, Standing& out) {
    SmallNet net;
    net.prepare(shape, weights);
    Enumeration games(net, opponent, workspace);
    games.run(kBlack, out);
    games.run(kWhite, out);
}

inline void sample(const NetShape& shape, const float* weights, const std::uint16_t* opponent,
                   std::int64_t games, std::uint64_t seed, Workspace& workspace, Standing& out) {
    SmallNet net;
    net.prepare(shape, weights);
    std::memset(workspace.moves, 0, sizeof workspace.moves);
    const Streams seeds(seed, "game");
    out = {};
    for (std::int64_t i = 0; i < 2 * games; ++i) {
        const std::uint64_t game_seed = seeds[static_cast<std::uint64_t>(i)];
        const Side side = i < games ? kBlack : kWhite;
        Rng rng(game_seed);
        const Streams ties(game_seed, "tie");
        Stones own = 0, theirs = 0;
        for (int plies = 0; plies < kPoints; ++plies) {
            const bool black = (plies & 1) == 0;
            const int code = black ? code_of(own, theirs) : code_of(theirs, own);
            const bool ours = (side == kBlack) == black;
            Stones after = own;
            if (ours) {
                std::uint16_t& moves = workspace.moves[code];
                if (!moves) moves = static_cast<std::uint16_t>(net.best_moves(own, theirs));
                after |= one_of(moves, plies, ties);
            } else {
                const unsigned moves = opponent[code];
                after |= 1u << select(moves, rng.below(std::popcount(moves)));
            }
            if (kHasLine[after]) {
                (ours ? out.win : out.loss)[side] += 1;
                break;
            }
            own = theirs;
            theirs = after;
        }
    }
}

}  // namespace ponnuki::tictactoe::inline PONNUKI_VARIANT
