// The last two plies of a search, for evaluators that value siblings together. Part of
// alpha_beta.hpp.
#pragma once

#include "search/alpha_beta.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// One ply before the leaves: the most promising move first, then the forcing ones, which are
// searched, and if all that causes no cutoff the others together. A forcing move costs as much as a
// few leaves, and where it is the best one all the others need not be asked about.
template <Game G, EvaluatorOn<G> E>
Score AlphaBeta<G, E>::last_ply(int ply, const MoveKinds<G>& kinds, bool pass, Score best,
                                Move best_move, Score alpha, Score beta) {
    const Position& position = stack_.position(ply);
    const Side side = to_move(position);
    const Score given_alpha = alpha;
    const auto take = [&](Move move, Score score) {
        if (score <= best) return;
        best = score;
        best_move = move;
        if (score > alpha) {
            alpha = score;
            stack_.set_line(ply, move);
        }
    };
    if (pass && stack_.policy().pass_ends(position)) {
        stack_.make(ply, G::kPoints);
        take(G::kPoints, -search(ply + 1, 0, -beta, -alpha));
        stack_.unmake(G::kPoints);
        pass = false;
    }
    const auto search_forcing = [&](Points points) {
        while (points.any() && best < beta && !limits_.stopped()) {
            const int point = points.lowest();
            points.clear(point);
            const auto move = static_cast<Move>(point);
            stack_.make(ply, move);
            const Score score = -search(ply + 1, 0, -beta, -(alpha > best ? alpha : best));
            stack_.unmake(move);
            if (limits_.stopped()) return;
            if (score > alpha) stack_.extend_line(ply, move);
            if (score > best) {
                best = score;
                best_move = move;
                if (score > alpha) alpha = score;
            }
        }
    };
    const auto try_moves = [&](auto siblings) {
        constexpr int kPromising = 5;
        const auto wanted = [&] { return best < beta && !limits_.stopped(); };
        Points quiet = kinds.quiet, forcing = kinds.forcing;
        const int first = ordering_.most_promising(side, ply, quiet | forcing);
        if (wanted() && first >= 0) {
            if (forcing.has(first)) {
                forcing.clear(first);
                search_forcing(Points::only(first));
            } else {
                quiet.clear(first);
                siblings.add(first);
                siblings.flush();
            }
        }
        search_forcing(forcing);
        if (!wanted()) return;
        if (pass) siblings.add(G::kPoints);
        for (int i = 0; i < kPromising; ++i) {
            const int point = ordering_.most_promising(side, ply, quiet);
            if (point < 0) break;
            quiet.clear(point);
            siblings.add(point);
        }
        siblings.add_while(quiet, wanted);
    };
    // In a null window it only matters which of alpha and beta a move reaches.
    if (alpha + 1 == beta) {
        const auto state = [this, ply]() -> auto& { return stack_.state(ply); };
        const auto use = [&](Move move, bool above) { take(move, above ? beta : alpha); };
        using Ask = AskComparisons<G, E, decltype(state), decltype(use)>;
        try_moves(Siblings<G, E, Ask>(Ask{leaves_, state, position, stack_[ply].key, alpha, use}));
    } else {
        using Ask = AskValues<G, E, decltype(take)>;
        try_moves(Siblings<G, E, Ask>(Ask{leaves_, stack_.state(ply), position, take}));
    }
    if (limits_.stopped()) return 0;
    if (best > given_alpha) ordering_.reward(side, ply, 1, best_move);
    return best;
}

// Whether a leaf that has no siblings, because a forced move has led to it, is worth more than a
// bound.
template <Game G, EvaluatorOn<G> E>
bool AlphaBeta<G, E>::leaf_above(int ply, Score bound) {
    bool answer = false;
    const auto state = [this, ply]() -> auto& { return stack_.state(ply); };
    const auto use = [&](Move, bool above) { answer = above; };
    using Ask = AskComparisons<G, E, decltype(state), decltype(use)>;
    Ask ask{leaves_, state, stack_.position(ply), stack_[ply].key, bound, use};
    const Move stay = G::kPoints;  // a pass leaves the board as it is
    if (!ask.answer_known(stay)) ask.ask(&stay, 1);
    return answer;
}

// Two plies before the leaves: one strong reply is tried on all remaining quiet moves at once. A
// move that it refutes needs no search of its own and leaves the list.
template <Game G, EvaluatorOn<G> E>
void AlphaBeta<G, E>::refute_siblings(int ply, const Points& quiet, int from, Moves& moves,
                                      Score alpha, Score& best) {
    constexpr int kReplies = 3;
    constexpr int kWorthwhile = 4;
    const Position& position = stack_.position(ply);
    const Side side = to_move(position);
    const Points empty = position.empty();
    // A local search replies near the stones that are there before the move.
    Points replies = empty;
    if (settings_.radius > 0)
        replies = empty == Points::all() ? Points{} : empty & near_stones(position);
    for (int round = 0; round < kReplies && moves.count - from >= kWorthwhile; ++round) {
        const int reply = strong_reply(ply, other(side), replies);
        if (reply < 0) return;
        replies.clear(reply);
        Points open = quiet.without(Grid<G::kSize>::neighbours(reply));
        open.clear(reply);
        bool ready = false;
        const auto state = [&]() -> typename E::State& {
            if (!ready)
                stack_.evaluator().add_reply(stack_.state(ply), position, reply, reply_state_);
            ready = true;
            return reply_state_;
        };
        int kept = from;
        const auto use = [&](Move move, bool above) {
            if (above) {
                moves.move[kept++] = move;
            } else if (alpha > best) {
                best = alpha;
            }
        };
        const std::uint64_t key = stack_[ply].key ^ zobrist_key<G::kPoints>(other(side), reply);
        using Ask = AskComparisons<G, E, decltype(state), decltype(use)>;
        Siblings<G, E, Ask> siblings(Ask{leaves_, state, position, key, alpha, use});
        const int total = moves.count;
        Points asked;
        for (int i = from; i < total; ++i) {
            const Move move = moves.move[i];
            if (move != G::kPoints && open.has(move))
                asked.set(move);
            else
                moves.move[kept++] = move;
        }
        siblings.add_while(asked, [] { return true; });
        moves.count = kept;
    }
}

// The reply that has refuted most, among those that stay quiet after any of the moves; or -1.
template <Game G, EvaluatorOn<G> E>
int AlphaBeta<G, E>::strong_reply(int ply, Side side, Points points) const {
    for (int attempt = 0; attempt < 4; ++attempt) {
        const int point = ordering_.most_promising(side, ply + 1, points);
        if (point < 0) return -1;
        if (stack_.policy().stays_quiet(stack_[ply].forcing, stack_.position(ply), side, point))
            return point;
        points.clear(point);
    }
    return -1;
}

// The values of all quiet candidates at once, for a search of one ply.
template <Game G, EvaluatorOn<G> E>
void AlphaBeta<G, E>::value_quiet_candidates(const Moves& moves, const Points& quiet, Score* scores,
                                             bool* known) {
    const Position& position = stack_.position(0);
    const auto use = [&](Move move, Score score) {
        scores[move] = score;
        known[move] = true;
    };
    using Ask = AskValues<G, E, decltype(use)>;
    Siblings<G, E, Ask> siblings(Ask{leaves_, stack_.state(0), position, use});
    for (const Move move : moves)
        if (move == G::kPoints ? !stack_.policy().pass_ends(position) : quiet.has(move))
            siblings.add(move);
    siblings.flush();
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
