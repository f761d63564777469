// Compiled once for each instruction set, as play/kernels.cpp is.
#include "play/scripted.hpp"

#include "games/sizes.hpp"
#include "play/defensive.hpp"
#include "play/endgame_sums.hpp"
#include "play/naive.hpp"
#include "play/pattern_player.hpp"
#include "play/people.hpp"
#include "play/thinkers.hpp"
#include "search/ties.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

namespace {

// Calls use(script) with the rules of that player.
template <Game G, class Use>
auto with_script(const G& game, const typename G::Position& position, Trail trail, PlayerKind kind,
                 const ScriptSettings& settings, Use use) {
    if constexpr (requires { game.options().captures; }) {
        if (kind == PlayerKind::defensive) return use(Defensive<G>(game, position));
    } else if (kind == PlayerKind::pattern) {
        return use(PatternPlayer<G>(game, position));
    } else if (kind != PlayerKind::naive) {
        return use(Thinker<G::kSize>(game, position, trail, kind, settings));
    }
    (void)trail, (void)settings;
    return use(Naive<G>(game, position));
}

// The move of a player that plays endgames out; -1 where the board is no sum of local games.
template <Game G>
Move move_of_sum(const typename G::Position& position, const MoveList<G::kMoves>& legal,
                 std::uint64_t seed) {
    if constexpr (requires { position.ko; }) {
        const Boards boards{G::kSize, {position.stones[kBlack].word, position.stones[kWhite].word}};
        const Side side = to_move(position);
        const EndgameStudy study =
            study_endgame(boards, side, position.passes > 0,
                          std::span(legal.begin(), static_cast<std::size_t>(legal.count)));
        return endgame_move(study, side, position.plies, seed, G::kPoints);
    }
    return (void)position, (void)legal, (void)seed, Move{-1};
}

}  // namespace

template <Game G>
Move scripted_move(const G& game, const typename G::Position& position, Trail trail,
                   PlayerKind kind, const ScriptSettings& settings, std::uint64_t seed) {
    if (kind == PlayerKind::child) return child_move(game, position, trail, seed);
    MoveList<G::kMoves> legal;
    legal_moves(game, position, trail, legal);
    if (settings.endgame)
        if (const Move move = move_of_sum<G>(position, legal, seed); move >= 0) return move;
    return with_script(game, position, trail, kind, settings, [&](const auto& script) {
        // Most moves are out of the question before the fine points need be looked at.
        std::int64_t rough[G::kMoves];
        std::int64_t high = -1;
        for (int i = 0; i < legal.count; ++i) {
            rough[i] = script.rough(legal.move[i]);
            if (rough[i] > high) high = rough[i];
        }
        Move best = -1;
        std::int64_t best_fine = -1;
        std::uint64_t best_priority = 0;
        for (int i = 0; i < legal.count; ++i) {
            if (rough[i] < high) continue;
            const Move move = legal.move[i];
            const std::int64_t fine = script.fine(move);
            const std::uint64_t priority = tie_priority(seed, position.plies, move);
            if (fine > best_fine || (fine == best_fine && priority > best_priority)) {
                best = move;
                best_fine = fine;
                best_priority = priority;
            }
        }
        return best;
    });
}

template <Game G>
void scripted_ranks(const G& game, const typename G::Position& position, Trail trail,
                    PlayerKind kind, const ScriptSettings& settings, Ranking& out) {
    MoveList<G::kMoves> legal;
    legal_moves(game, position, trail, legal);
    out.count = legal.count;
    if (kind == PlayerKind::child) {
        const Turn<G> turn(game, position, trail);
        for (int i = 0; i < legal.count; ++i) {
            const Move move = legal.move[i];
            out.moves[i] = move;
            out.ranks[i] = move == G::kPoints        ? 0
                           : turn.captures.has(move) ? 4
                           : turn.saves.has(move)    ? 3
                           : !turn.ataris.has(move)  ? 2
                                                     : 1;
        }
        return;
    }
    with_script(game, position, trail, kind, settings, [&](const auto& script) {
        for (int i = 0; i < legal.count; ++i) {
            out.moves[i] = legal.move[i];
            out.ranks[i] = script.rough(legal.move[i]) + script.fine(legal.move[i]);
        }
        return 0;
    });
}

#define PONNUKI_SCRIPTS_OF(G)                                                     \
    template Move scripted_move(const G&, const G::Position&, Trail, PlayerKind,  \
                                const ScriptSettings&, std::uint64_t);            \
    template void scripted_ranks(const G&, const G::Position&, Trail, PlayerKind, \
                                 const ScriptSettings&, Ranking&)
#define PONNUKI_SCRIPTS(N)            \
    PONNUKI_SCRIPTS_OF(CaptureGo<N>); \
    PONNUKI_SCRIPTS_OF(Go<N>)
PONNUKI_FOR_EACH_GO_SIZE(PONNUKI_SCRIPTS);
#undef PONNUKI_SCRIPTS
#undef PONNUKI_SCRIPTS_OF

}  // namespace ponnuki::inline PONNUKI_VARIANT
