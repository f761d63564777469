// Searches of Capture Go in positions that random games seldom reach, beside plain minimax: after a
// pass, nearly full, with many strings in or near atari, without a legal move, from a crosscut.
#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "games/registry.hpp"
#include "play/engine.hpp"
#include "search/ties.hpp"

using namespace ponnuki;

// Minimax that knows the rules alone. It finds captures by playing them.
template <int N>
class Plain {
public:
    using G = CaptureGo<N>;
    using Position = typename G::Position;

    Plain(const G& game, const SearchSettings& settings, Engine& engine, const Net& net)
        : game_(game),
          forced_(settings.forced && game.options().captures == 1),
          radius_(settings.radius),
          depth_(settings.depth),
          engine_(engine),
          net_(net) {}

    // The moves that are searched, and what each is worth to the side to move.
    std::vector<std::pair<Move, Score>> root(const Position& position) {
        std::vector<std::pair<Move, Score>> out;
        const Wanted wanted = forced_moves(position);
        const auto add = [&](Move move, int rest) {
            out.emplace_back(move, after(position, move, rest, 0));
        };
        if (wanted.captures.count > 0)
            for (const Move move : wanted.captures) add(move, 0);
        else if (wanted.saves.count > 0)
            for (const Move move : wanted.saves) add(move, depth_);
        else
            for (const Move move : wanted.lost ? legal(position) : candidates(position)) {
                if (wanted.lost)
                    out.emplace_back(move, 2 - kWin);
                else
                    add(move, depth_ - 1);
            }
        return out;
    }

private:
    struct Wanted {
        MoveList<G::kMoves> captures, saves;
        bool lost = false;
    };

    MoveList<G::kMoves> legal(const Position& position) const {
        MoveList<G::kMoves> moves;
        legal_moves(game_, position, {}, moves);
        return moves;
    }

    // Legal moves near stones and the pass, in a local search.
    MoveList<G::kMoves> candidates(const Position& position) const {
        const MoveList<G::kMoves> all = legal(position);
        const auto stones = position.stones[kBlack] | position.stones[kWhite];
        if (radius_ == 0 || !stones.any()) return all;
        MoveList<G::kMoves> near;
        for (const Move move : all) {
            bool wanted = move == G::kPoints;
            stones.each([&](int stone) {
                wanted = wanted ||
                         std::abs(stone / N - move / N) + std::abs(stone % N - move % N) <= radius_;
            });
            if (wanted) near.add(move);
        }
        return near.count > 0 ? near : all;
    }

    Score after(Position position, Move move, int depth, int ply) {
        game_.play(position, move);
        return -score(position, depth, ply + 1);
    }

    Score score(const Position& position, int depth, int ply) {
        if (position.result.over()) {
            if (position.result.winner == 0) return 0;
            return position.result.winner == sign(to_move(position)) ? kWin - ply : ply - kWin;
        }
        const Wanted wanted = forced_moves(position);
        if (wanted.captures.count > 0) return kWin - (ply + 1);
        if (wanted.lost) return ply + 2 - kWin;
        const bool free = wanted.saves.count > 0;
        if (!free && depth == 0) return leaf(position);
        Score best = -kWin;
        for (const Move move : free ? wanted.saves : candidates(position))
            best = std::max(best, after(position, move, free ? depth : depth - 1, ply));
        return best;
    }

    Score leaf(const Position& position) {
        const std::byte* bytes = reinterpret_cast<const std::byte*>(&position);
        Score value;
        engine_.values(net_, &bytes, 1, kBlack, &value);
        return to_move(position) == kBlack ? value : -value;
    }

    bool captures(Position position, int point) const {
        const Side side = to_move(position);
        const int before = position.captured[side];
        game_.play(position, static_cast<Move>(point));
        return position.captured[side] > before;
    }

    // Captures; else, in atari, the moves that save, or the pass that ends the game.
    Wanted forced_moves(const Position& position) const {
        Wanted out;
        if (!forced_) return out;
        position.empty().each([&](int point) {
            if (captures(position, point)) out.captures.add(static_cast<Move>(point));
        });
        if (out.captures.count > 0) return out;
        Position theirs = position;  // as if it were the other side's turn
        ++theirs.plies;
        MoveList<G::kMoves> threatened;
        position.empty().each([&](int point) {
            if (captures(theirs, point)) threatened.add(static_cast<Move>(point));
        });
        if (threatened.count == 0) return out;
        for (const Move move : legal(position)) {
            if (threatened.count == 1 && move == threatened.move[0]) out.saves.add(move);
            if (move == G::kPoints && position.passes == 1) out.saves.add(move);
        }
        out.lost = out.saves.count == 0;
        return out;
    }

    G game_;
    bool forced_;
    int radius_, depth_;
    Engine& engine_;
    const Net& net_;
};

// Puts stones on a board one after the other. With `calm` every string keeps two liberties.
template <int N>
static typename CaptureGo<N>::Position draw_board(const CaptureGo<N>& game, Rng& rng) {
    using Board = Grid<N>;
    auto position = game.start();
    const bool calm = rng.below(3) > 0;
    const int wanted = static_cast<int>(rng.below(N * N - 1));
    const auto liberties = [&](const Bits<N * N>& string) {
        return (Board::beside(string) & position.empty()).count();
    };
    const auto sound = [&] {
        for (const Side side : {kBlack, kWhite}) {
            Bits<N * N> rest = position.stones[side];
            while (rest.any()) {
                const auto string =
                    Board::connected(Bits<N * N>::only(rest.lowest()), position.stones[side]);
                if (liberties(string) < (calm ? 2 : 1)) return false;
                rest = rest.without(string);
            }
        }
        return true;
    };
    for (int i = 0; i < 3 * N * N && N * N - position.empty().count() < wanted; ++i) {
        const int point = static_cast<int>(rng.below(N * N));
        if (!position.empty().has(point)) continue;
        const auto before = position;
        position.stones[rng.below(2)].set(point);
        if (!sound()) position = before;
    }
    return position;
}

// A position that could stand in a game, by the rules' own measure.
template <int N>
static bool draw_position(const CaptureGo<N>& game, Rng& rng,
                          typename CaptureGo<N>::Position& position) {
    const CaptureGoOptions& options = game.options();
    position = draw_board(game, rng);
    Setup setup;
    setup.plies = 40 + static_cast<int>(rng.below(2));
    if (options.passing || options.no_move == CaptureGoOptions::NoMove::passes)
        setup.passes = static_cast<int>(rng.below(2));
    for (const Side side : {kBlack, kWhite})
        setup.captured[side] = static_cast<int>(rng.below(options.captures));
    if (game.arrange(position, setup)) return false;
    for (int i = static_cast<int>(rng.below(3)); i > 0 && !position.result.over(); --i) {
        MoveList<CaptureGo<N>::kMoves> moves;
        legal_moves(game, position, {}, moves);
        game.play(position, moves.move[rng.below(moves.count)]);
    }
    // The plain search sees everything from black's side.
    return !position.result.over() && to_move(position) == kBlack;
}

static CaptureGoOptions draw_options(int size, Rng& rng) {
    CaptureGoOptions options{.size = size};
    options.captures = rng.below(4) == 0 ? 2 + static_cast<int>(rng.below(2)) : 1;
    options.passing = rng.below(3) > 0;
    options.no_move = static_cast<CaptureGoOptions::NoMove>(rng.below(3));
    options.scoring = static_cast<Scoring>(rng.below(2));
    options.neutral_majority = rng.below(2) == 0;
    options.crosscut = size > 3 && rng.below(4) == 0;
    return options;
}

static SearchSettings draw_settings(Rng& rng) {
    SearchSettings settings;
    settings.depth = 1 + static_cast<int>(rng.below(4));
    settings.forced = rng.below(5) > 0;
    if (rng.below(4) == 0) settings.radius = 1 + static_cast<int>(rng.below(2));
    settings.first_of_equals = rng.below(4) == 0;
    if (rng.below(2) == 0) {
        settings.table = rng.below(2);
        settings.history = rng.below(2);
        settings.killers = rng.below(2);
        settings.narrow = rng.below(2);
        settings.batch = rng.below(2);
    }
    return settings;
}

// Weights from none at all, where everything is a tie, to large ones.
static Net draw_net(int size, Rng& rng) {
    Architecture architecture = WindowArchitecture{size};
    if (rng.below(3) == 0)
        architecture = DenseArchitecture{.size = size,
                                         .encoding = Encoding::koten,
                                         .hidden = {4},
                                         .output_activation = Activation::tanh};
    std::vector<float> weights(weight_count(architecture));
    const float scale = static_cast<float>(rng.below(4)) / 2;
    for (float& weight : weights)
        weight = scale * (static_cast<float>(rng.below(1 << 20)) / (1 << 19) - 1);
    return Net(architecture, weights);
}

// Whether a plain search of a position takes no more than a moment.
template <int N>
static bool is_small(const CaptureGo<N>& game, const typename CaptureGo<N>::Position& position,
                     int depth) {
    MoveList<CaptureGo<N>::kMoves> moves;
    legal_moves(game, position, {}, moves);
    double leaves = 1;
    for (int i = 0; i < depth; ++i) leaves *= moves.count;
    return leaves <= 50000;
}

template <int N>
static void check_one(const CaptureGo<N>& game, const typename CaptureGo<N>::Position& position,
                      const SearchSettings& settings, const Net& net, std::uint64_t seed) {
    const auto engine = make_engine(game.options(), settings.depth, nullptr);
    const auto expected = Plain<N>(game, settings, *engine, net).root(position);
    const Streams ties(seed, "tie");
    Move chosen = -1;
    Score best = -kWin;
    std::uint64_t highest = 0;
    for (const auto& [move, score] : expected) {
        const std::uint64_t priority = tie_priority(settings, ties, position.plies, move);
        if (chosen >= 0 && (score < best || (score == best && priority < highest))) continue;
        chosen = move;
        best = score;
        highest = priority;
    }
    for (const bool all : {false, true}) {
        SearchResult found;
        engine->think(reinterpret_cast<const std::byte*>(&position), {}, {}, net, settings, seed,
                      all, found);
        CHECK(found.score == best);
        CHECK(found.move == chosen);
        CHECK(found.root_count == static_cast<int>(expected.size()));
        if (!all) continue;
        for (int i = 0; i < found.root_count; ++i)
            for (const auto& [move, score] : expected)
                CHECK(move != found.root_moves[i] || score == found.root_scores[i]);
    }
}

template <int N>
static void check_seldom(std::uint64_t seed, int wanted) {
    int compared = 0, after_a_pass = 0;
    for (std::uint64_t round = 0; compared < wanted; ++round) {
        Rng rng(stream(seed, "seldom", round));
        const CaptureGo<N> game(draw_options(N, rng));
        const SearchSettings settings = draw_settings(rng);
        typename CaptureGo<N>::Position position;
        if (!draw_position(game, rng, position) || !is_small(game, position, settings.depth))
            continue;
        check_one(game, position, settings, draw_net(N, rng), round);
        ++compared;
        after_a_pass += position.passes;
    }
    CHECK(after_a_pass > wanted / 10);
}

TEST("a search equals plain minimax where random games seldom come") {
    check_seldom<3>(1, check::often(3000, 200));
    check_seldom<5>(2, check::often(1000, 100));
}
