// The tree of a search: nodes with depth left, forced replies, leaves. Part of alpha_beta.hpp.
#pragma once

#include "search/alpha_beta.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

// The score for the side to move, exact if it lies between alpha and beta, else a bound.
template <Game G, EvaluatorOn<G> E>
Score AlphaBeta<G, E>::search(int ply, int depth, Score alpha, Score beta) {
    const Position& position = stack_.position(ply);
    stack_.clear_line(ply);
    if (position.result.over()) {
        const int winner = position.result.winner;
        if (winner == 0)
            return settings_.draw == 0 ? 0 : stack_.evaluator().score_of(settings_.draw, position);
        return winner == sign(to_move(position)) ? win_after(ply) : loss_after(ply);
    }
    if (limits_.reached()) return 0;
    const Forced<G> forced = stack_.policy().forced(stack_[ply].forcing, position);
    switch (forced.kind) {
        case Forced<G>::kWins: return win_after(ply + 1);
        case Forced<G>::kLoses: return loss_after(ply + 2);
        case Forced<G>::kReplies: return search_replies(ply, depth, forced.replies, alpha, beta);
        case Forced<G>::kNothing: break;
    }
    if (depth == 0) return leaf(ply, alpha, beta);
    return expand(ply, depth, alpha, beta);
}

// Forced replies cost no depth.
template <Game G, EvaluatorOn<G> E>
Score AlphaBeta<G, E>::search_replies(int ply, int depth, const MoveList<2>& replies, Score alpha,
                                      Score beta) {
    Score best = -kWin;
    for (const Move move : replies) {
        best = follow(ply, move, depth, alpha > best ? alpha : best, beta, best);
        if (best >= beta || limits_.stopped()) break;
    }
    return best;
}

// Searches one move and keeps the better score and its line.
template <Game G, EvaluatorOn<G> E>
Score AlphaBeta<G, E>::follow(int ply, Move move, int depth, Score alpha, Score beta, Score best) {
    stack_.make(ply, move);
    const Score score = -search(ply + 1, depth, -beta, -alpha);
    stack_.unmake(move);
    if (score > best) {
        best = score;
        if (score > alpha) stack_.extend_line(ply, move);
    }
    return best;
}

template <Game G, EvaluatorOn<G> E>
Score AlphaBeta<G, E>::leaf(int ply, Score alpha, Score beta) {
    if constexpr (kBatchesSiblings)
        if (alpha + 1 == beta && batches_siblings()) return leaf_above(ply, alpha) ? beta : alpha;
    Score best;
    if (alpha + 1 == beta && needs_no_net(alpha)) {
        best = is_lost(alpha) ? beta : alpha;
    } else {
        leaves_.count_one();
        best = stack_.evaluator().value(stack_.state(ply), stack_.position(ply));
    }
    // Quiescence search: forcing moves are followed on; a side may also leave it at that.
    if (stack_.policy().extends_leaves() && best < beta) {
        const Position& position = stack_.position(ply);
        const MoveKinds<G> kinds =
            stack_.policy().kinds(stack_[ply].forcing, position, Points::all());
        if (kinds.winning.any() && stack_.policy().moves_remain(position))
            return win_after(ply + 3);
        Points rest = kinds.forcing | kinds.winning;
        while (rest.any() && best < beta && !limits_.stopped()) {
            const int point = rest.lowest();
            rest.clear(point);
            best =
                follow(ply, static_cast<Move>(point), 0, alpha > best ? alpha : best, beta, best);
        }
    }
    return best;
}

// A node with depth left, in which nothing is forced.
template <Game G, EvaluatorOn<G> E>
Score AlphaBeta<G, E>::expand(int ply, int depth, Score alpha, Score beta) {
    const Position& position = stack_.position(ply);
    const Side side = to_move(position);

    TranspositionTable::Entry* entry = nullptr;
    std::uint64_t key = 0;
    Move table_move = -1;
    if (depth >= 2 && table_.used() && stack_.game().position_decides()) {
        key = position_key(stack_.game(), position);
        entry = &table_.at(key);
        if (table_.holds(*entry, key)) {
            table_move = entry->move;
            const Score score = from_root(entry->score, ply);
            if (entry->answers(depth, score, alpha, beta)) {
                if (table_move >= 0) stack_.set_line(ply, table_move);
                return score;
            }
        }
    }

    const Score given_alpha = alpha;
    Score best = -kWin;
    Move best_move = -1;
    Moves moves;
    const Points wanted = near_stones(position);
    [[maybe_unused]] MoveKinds<G> kinds;
    bool moves_remain = true;
    if (stack_.policy().active()) {
        kinds = stack_.policy().kinds(stack_[ply].forcing, position, wanted);
        moves_remain = stack_.policy().moves_remain(position);
        if (moves_remain && kinds.winning.any()) {
            if (stack_.policy().pass_wins(position)) {
                stack_.set_line(ply, G::kPoints);
                return win_after(ply + 1);
            }
            stack_.set_line(ply, static_cast<Move>(kinds.winning.lowest()));
            return win_after(ply + 3);
        }
        if (kinds.blunders.any()) {
            best = loss_after(ply + 2);
            best_move = static_cast<Move>(kinds.blunders.lowest());
        }
        const bool pass = stack_.game().may_pass(position);
        const Points playable = kinds.playable();
        if (!(playable | kinds.blunders).any() && !pass)
            legal_moves(stack_.game(), position, stack_.trail(), moves);
        if constexpr (kBatchesSiblings)
            if (depth == 1 && batches_siblings() && moves.count == 0 && moves_remain)
                return last_ply(ply, kinds, pass, best, best_move, alpha, beta);
        playable.each([&](int point) { moves.add(point); });
        if (pass) moves.add(G::kPoints);
    } else {
        list_moves(ply, wanted, moves);
    }

    if (best > alpha) alpha = best;
    [[maybe_unused]] bool can_refute = depth == 2 && batches_siblings() && moves_remain;
    MovePicker<G, decltype(ordering_)> picker(ordering_, side, ply, table_move, moves);
    for (int i = 0; i < moves.count && best < beta; ++i) {
        if constexpr (kBatchesSiblings)
            if (i > 0 && can_refute && !is_lost(alpha)) {
                can_refute = false;
                refute_siblings(ply, kinds.quiet, i, moves, alpha, best);
                if (i == moves.count) break;
                picker.rank(i);
            }
        const Move move = picker.take(i);

        stack_.make(ply, move);
        Score score;
        if (i == 0 || !settings_.narrow || alpha + 1 >= beta) {
            score = -search(ply + 1, depth - 1, -beta, -alpha);
        } else {  // a null window first
            score = -search(ply + 1, depth - 1, -alpha - 1, -alpha);
            if (score > alpha && score < beta && !limits_.stopped())
                score = -search(ply + 1, depth - 1, -beta, -score + 1);
        }
        stack_.unmake(move);
        if (limits_.stopped()) return 0;
        if (score > best) {
            best = score;
            best_move = move;
            if (score > alpha) {
                alpha = score;
                stack_.extend_line(ply, move);
            }
        }
    }
    if (best > given_alpha) ordering_.reward(side, ply, depth, best_move);
    if (entry && !limits_.stopped()) {
        using Table = TranspositionTable;
        const Table::Bound bound = best >= beta         ? Table::kLower
                                   : best > given_alpha ? Table::kExact
                                                        : Table::kUpper;
        table_.store(*entry, key, depth, from_node(best, ply), best_move, bound);
    }
    return best;
}

// Points near a stone, if the search is local; else all.
template <Game G, EvaluatorOn<G> E>
Bits<G::kPoints> AlphaBeta<G, E>::near_stones(const Position& position) const {
    const Points all = Points::all();
    if (settings_.radius == 0) return all;
    Points near = position.stones[kBlack] | position.stones[kWhite];
    if (!near.any()) return all;
    for (int step = 0; step < settings_.radius; ++step)
        near = (near | Grid<G::kSize>::beside(near)) & all;
    return near;
}

// The legal moves among some points, and the pass; all of them if there are none.
template <Game G, EvaluatorOn<G> E>
void AlphaBeta<G, E>::list_moves(int ply, const Points& wanted, Moves& moves) const {
    legal_moves(stack_.game(), stack_.position(ply), stack_.trail(), moves);
    if (settings_.eyes) keep_eyes<G>(stack_.position(ply), moves);
    if (settings_.radius == 0) return;
    Moves near;
    for (const Move move : moves)
        if (move == G::kPoints || wanted.has(move)) near.add(move);
    if (near.count > 0) moves = near;
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
