// The root of a search: candidates, searches that go deeper one by one, the choice among equals.
// Part of alpha_beta.hpp.
#pragma once

#include <algorithm>
#include <array>

#include "search/alpha_beta.hpp"
#include "search/ties.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G, EvaluatorOn<G> E>
void AlphaBeta<G, E>::think(const Position& position, Trail trail, const Net& net,
                            const SearchSettings& settings, std::uint64_t seed, bool all,
                            SearchResult& result) {
    settings_ = settings;
    limits_.start(settings);
    ordering_.start(settings);
    table_.start(settings.depth, settings.table);
    leaves_.start(settings.depth, settings.table);
    stack_.start(position, trail, net, settings);

    list_candidates(result);
    result.complete = true;
    result.move = -1;
    // Iterative deepening. Shallower searches order the moves at the root, on which most of the
    // work of a deep one depends; and under a limit there is always an answer. Without a limit
    // every other depth is enough.
    for (int depth = 1; depth <= settings.depth; ++depth) {
        const bool wanted = limits_.any() || depth == 1 || (settings.depth - depth) % 2 == 0;
        if (wanted &&
            !search_root(depth, seed, all && (limits_.any() || depth == settings.depth), result))
            break;
    }
    result.nodes = limits_.nodes();
    result.leaves = leaves_.count();
}

// Candidates, whether they cost depth, and whether their score is known.
template <Game G, EvaluatorOn<G> E>
void AlphaBeta<G, E>::list_candidates(SearchResult& result) {
    const Position& position = stack_.position(0);
    result.root_count = 0;
    root_ = {};
    const auto keep = [&](int move) {
        result.root_moves[result.root_count++] = static_cast<Move>(move);
    };
    const Forced<G> forced = stack_.policy().forced(stack_[0].forcing, position);
    if (forced.kind == Forced<G>::kWins) {
        forced.winning.each(keep);
        root_.score_known = true;
        root_.known_score = win_after(1);
        return;
    }
    if (forced.kind == Forced<G>::kReplies) {
        for (const Move move : forced.replies) keep(move);
        root_.free = true;
        return;
    }
    Moves legal;
    legal_moves(stack_.game(), position, stack_.trail(), legal);
    if (settings_.eyes) keep_eyes<G>(position, legal);
    if (forced.kind == Forced<G>::kLoses) {
        for (const Move move : legal) keep(move);
        root_.score_known = true;
        root_.known_score = loss_after(2);
        return;
    }
    const Points wanted = near_stones(position);
    for (const Move move : legal)
        if (move == G::kPoints || wanted.has(move)) keep(move);
    if (result.root_count == 0)
        for (const Move move : legal) keep(move);
}

// One search to a depth; false if a limit stopped it.
template <Game G, EvaluatorOn<G> E>
bool AlphaBeta<G, E>::search_root(int depth, std::uint64_t seed, bool all, SearchResult& result) {
    const Position& position = stack_.position(0);
    stack_.evaluator().look_from(depth % 2 ? to_move(position) : other(to_move(position)));
    order_candidates(result);
    Moves moves;
    for (int i = 0; i < result.root_count; ++i) moves.add(result.root_moves[i]);
    Score scores[G::kPoints + 1];  // by move
    for (Score& score : scores) score = -kWin;
    bool known[G::kPoints + 1] = {};
    [[maybe_unused]] Points quiet;
    [[maybe_unused]] bool can_refute = false;
    if constexpr (kBatchesSiblings)
        if (batches_siblings() && !all && !root_.free && !root_.score_known &&
            stack_.policy().moves_remain(position)) {
            quiet = stack_.policy().kinds(stack_[0].forcing, position, Points::all()).quiet;
            if (depth == 1) value_quiet_candidates(moves, quiet, scores, known);
            can_refute = depth == 2;
        }

    const Streams ties(seed, "tie");
    Move best = -1;
    std::uint64_t best_priority = 0;
    Move line[kMaxLine];
    int line_length = 0;
    for (int i = 0; i < moves.count; ++i) {
        if constexpr (kBatchesSiblings)
            if (i > 0 && can_refute && !is_lost(scores[best])) {
                can_refute = false;
                Score ignored = -kWin;
                refute_siblings(0, quiet, i, moves, scores[best] - 1, ignored);
                if (i == moves.count) break;
            }
        const Move move = moves.move[i];
        const std::uint64_t priority = tie_priority(settings_, ties, position.plies, move);
        Score score = scores[move];
        stack_.set_line(0, move);
        if (root_.score_known) {
            score = root_.known_score;
        } else if (!known[move]) {
            const int rest = root_.free ? depth : depth - 1;
            stack_.make(0, move);
            if (best < 0 || all) {
                score = -search(1, rest, -kWin, kWin);
            } else {
                // Worse ones need no exact score, but an equal one with priority is better.
                const Score bound = priority > best_priority ? scores[best] - 1 : scores[best];
                score = settings_.narrow ? -search(1, rest, -bound - 1, -bound) : kWin;
                if (score > bound && !limits_.stopped()) score = -search(1, rest, -kWin, -bound);
            }
            stack_.unmake(move);
            if (limits_.stopped()) break;
            stack_.extend_line(0, move);
        }
        scores[move] = score;
        if (best < 0 || score > scores[best] ||
            (score == scores[best] && priority > best_priority)) {
            best = move;
            best_priority = priority;
            line_length = stack_[0].line_length;
            for (int j = 0; j < line_length; ++j) line[j] = stack_[0].line[j];
        }
    }
    if (limits_.stopped()) result.complete = false;
    // An unfinished search counts only if there is no finished one.
    if (limits_.stopped() && result.move >= 0) return false;
    result.depth = limits_.stopped() ? 0 : depth;
    result.move = best < 0 ? result.root_moves[0] : best;
    result.score = best < 0 ? 0 : scores[best];
    result.line_length = line_length;
    for (int j = 0; j < line_length; ++j) result.line[j] = line[j];
    for (int j = 0; j < result.root_count; ++j)
        result.root_scores[j] = scores[result.root_moves[j]];
    return !limits_.stopped();
}

// The best of an earlier, shallower search first, then by its scores, then by history.
template <Game G, EvaluatorOn<G> E>
void AlphaBeta<G, E>::order_candidates(SearchResult& result) {
    struct Ranked {
        Score score;
        int rank, place;
        Move move;
    };
    const bool searched = result.move >= 0;
    const Ranks<G> ranks = ordering_.ranks(to_move(stack_.position(0)), 0, -1);
    std::array<Ranked, kMaxRootMoves> moves;
    for (int i = 0; i < result.root_count; ++i) {
        const Move move = result.root_moves[i];
        moves[i] = {searched ? result.root_scores[i] : 0, ranks[move], i, move};
    }
    const auto end = moves.begin() + result.root_count;
    std::sort(moves.begin(), end, [&](const Ranked& a, const Ranked& b) {
        if (searched && (a.move == result.move) != (b.move == result.move))
            return a.move == result.move;
        if (a.score != b.score) return a.score > b.score;
        return a.rank != b.rank ? a.rank > b.rank : a.place < b.place;
    });
    for (int i = 0; i < result.root_count; ++i) {
        result.root_moves[i] = moves[i].move;
        result.root_scores[i] = moves[i].score;
    }
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
