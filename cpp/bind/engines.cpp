#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>

#include "bind/bind.hpp"
#include "core/cpu.hpp"
#include "core/parallel.hpp"
#include "games/registry.hpp"
#include "play/endgame_sums.hpp"
#include "play/engine.hpp"
#include "play/engine_pool.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ponnuki {

namespace {

void require_net_fits(const Net& net, const Options& options) {
    const int size = with_game(options, []<class G>(const G&) { return G::kSize; });
    if (net.size() != size)
        throw std::invalid_argument("the net is for boards of size " + std::to_string(net.size()) +
                                    ", the board has size " + std::to_string(size));
}

bool is_over(const AnyPosition& any) {
    return with_game(any.options,
                     [&](const auto& game) { return position_of(game, any).result.over(); });
}

void require_plays(PlayerKind scripted, const Options& options) {
    if (!plays(scripted, options))
        throw std::invalid_argument(
            scripted == PlayerKind::child       ? "the child plays Capture Go only"
            : scripted == PlayerKind::defensive ? "the defensive player plays Capture Go only"
            : scripted == PlayerKind::naive     ? "the naive player plays Go and Capture Go only"
                                                : "this player plays Go only");
}

bool is_scripted(PlayerKind kind) {
    return kind != PlayerKind::random && kind != PlayerKind::net;
}

void require_scripted(PlayerKind kind, const AnyPosition& any) {
    if (!is_scripted(kind)) throw std::invalid_argument("that player follows no script");
    require_plays(kind, any.options);
    if (is_over(any)) throw std::invalid_argument("the game is over");
}

std::vector<std::pair<int, std::int64_t>> scripted_ranks(const EnginePlayer& player,
                                                         const AnyPosition& any) {
    require_scripted(player.kind, any);
    Ranking ranking;
    make_engine(any.options, 1, nullptr)
        ->rank(player.kind, player.script, any.bytes.data(), any.trail, ranking);
    std::vector<std::pair<int, std::int64_t>> out;
    for (int i = 0; i < ranking.count; ++i) out.emplace_back(ranking.moves[i], ranking.ranks[i]);
    return out;
}

// What a player noted: what, the points, numbers by name, words.
using Noted = std::tuple<std::string, std::vector<int>, std::vector<std::pair<std::string, int>>,
                         std::string>;
class NoteList final : public Notes {
public:
    void write(const char* what, std::span<const Move> points, std::span<const Number> numbers,
               const char* said) override {
        std::vector<std::pair<std::string, int>> values;
        for (const Number& one : numbers) values.emplace_back(one.name, one.value);
        list.emplace_back(what, std::vector<int>(points.begin(), points.end()), std::move(values),
                          said);
    }
    std::vector<Noted> list;
};

std::vector<Noted> explain(const EnginePlayer& player, const AnyPosition& any) {
    require_scripted(player.kind, any);
    NoteList notes;
    make_engine(any.options, 1, nullptr)
        ->explain(player.kind, player.script, any.bytes.data(), any.trail, notes);
    return notes.list;
}

// What the reader says: yes, no or unknown; a move; how many were tried.
std::tuple<std::string, int, int> ask_reader(const AnyPosition& any, const std::string& goal,
                                             int target, int second, bool white_first,
                                             const ReaderWidth& width) {
    if (!std::holds_alternative<GoOptions>(any.options))
        throw std::invalid_argument("the reader reads positions of Go only");
    constexpr const char* kGoals[] = {"capture", "save", "connect", "cut", "eye"};
    constexpr const char* kSaid[] = {"no", "yes", "unknown"};
    const auto found = std::find(std::begin(kGoals), std::end(kGoals), goal);
    const int points = with_game(any.options, []<class G>(const G&) { return G::kPoints; });
    if (found == std::end(kGoals) || target < 0 || target >= points || second < -1 ||
        second >= points || width.limit < 1 || width.plies < 1 || width.plies > kManyPlies ||
        width.attacks < 1 || width.defences < 1 || width.liberties < 2 || width.links < 1)
        throw std::invalid_argument("a question is out of range");
    Question question;
    question.goal = static_cast<Goal>(found - std::begin(kGoals));
    question.target = static_cast<Move>(target);
    question.second = static_cast<Move>(second);
    question.first = white_first ? kWhite : kBlack;
    question.width = width;
    const Answer answer =
        make_engine(any.options, 1, nullptr)->ask(question, any.bytes.data(), any.trail);
    return {kSaid[static_cast<int>(answer.said)], answer.move, answer.tried};
}

// A part: points, why it is no local game, mean, temperature, each side's wall, games.
using Corners = std::vector<std::pair<Worth, Worth>>;
using Part = std::tuple<std::vector<Move>, int, Worth, Worth, Corners, Corners, int>;
using Sides = std::pair<std::vector<Move>, std::vector<Move>>;

std::tuple<Sides, Sides, std::vector<Part>, bool, bool, std::int64_t,
           std::vector<std::pair<Move, Worth>>, Move>
study(const AnyPosition& any) {
    return with_game(any.options, [&]<class G>(const G& game) {
        EndgameStudy found;
        if constexpr (requires(typename G::Position one) {
                          one.passes;
                          one.ko;
                      }) {
            const auto& position = position_of(game, any);
            MoveList<G::kMoves> legal;
            legal_moves(game, position, any.trail, legal);
            const nb::gil_scoped_release release;
            found = study_endgame(
                {G::kSize, {position.stones[kBlack].word, position.stones[kWhite].word}},
                to_move(position), position.passes > 0,
                std::span(legal.begin(), static_cast<std::size_t>(legal.count)));
        } else {
            throw std::invalid_argument("endgames are those of Go");
        }
        const auto corners = [](const Wall& wall) {
            Corners out;
            for (const Corner& one : wall) out.emplace_back(one.temperature, one.worth);
            return out;
        };
        std::vector<Part> parts;
        for (const EndgamePart& one : found.parts)
            parts.emplace_back(one.points, static_cast<int>(one.refusal), one.mean, one.temperature,
                               corners(one.walls[kBlack]), corners(one.walls[kWhite]), one.games);
        std::vector<std::pair<Move, Worth>> moves;
        for (const EndgameMove& one : found.moves) moves.emplace_back(one.move, one.worth);
        return std::tuple(Sides(found.safe[kBlack], found.safe[kWhite]),
                          Sides(found.settled[kBlack], found.settled[kWhite]), parts, found.whole,
                          found.exact, found.nodes, moves, found.capture);
    });
}

// Runs work on a thread of its own, so that this one can look for Ctrl-C and whether the work is
// still wanted.
template <class Wanted, class Work>
void interruptibly(std::atomic<bool>& stop, Wanted wanted, Work work) {
    const nb::gil_scoped_release release;
    parallel_for(
        1, 1, stop, [] { return 0; }, [&](int, std::int64_t) { work(); },
        [&] { return wanted() && no_signal(); });
}

// Asks a search on another thread to end.
struct Stop {
    std::atomic<bool> asked{false};
};

// An engine that is kept from search to search, with what its searches have learned.
struct Kept {
    int depth = 1;  // of the deepest search
    std::optional<LentEngine> engine{};

    LentEngine& engine_for(const Options& options, int deepest) {
        depth = std::max(depth, deepest);
        if (!engine || !engine->serves(options, depth)) engine.emplace(options, depth);
        return *engine;
    }
};

// What a game played move by move carries on: the generator that its players draw from in turn, and
// the engine, with what its searches have learned about move ordering.
struct Draws {
    RngState state;
    Kept kept;
};

struct Thought {
    SearchResult result;
    double unit;
};

// A player's move, whether it was drawn at random, and what its search found, if one was asked.
std::tuple<int, bool, std::optional<Thought>> choose(const AnyPosition& any,
                                                     const EnginePlayer& player, std::uint64_t seed,
                                                     Draws& draws, Stop* given,
                                                     const std::optional<std::vector<Move>>& moves,
                                                     Kept* memory) {
    require_fits(player, any.options);
    if (is_over(any)) throw std::invalid_argument("the game is over");
    int place = player.book && moves ? Book::kStart : Book::kOutside;
    if (place == Book::kStart)
        for (const Move move : *moves) place = player.book->after(place, move);
    std::tuple<int, bool, std::optional<Thought>> out;
    Kept& kept = memory ? *memory : draws.kept;
    LentEngine& engine = kept.engine_for(any.options, player.search.depth);
    engine.stop() = false;
    interruptibly(
        engine.stop(), [&] { return !given || !given->asked; },
        [&] {
            const Chosen chosen = engine->choose(player, any.bytes.data(), any.trail, any.last,
                                                 place, seed, draws.state);
            std::get<0>(out) = chosen.move;
            std::get<1>(out) = chosen.exploratory;
            if (chosen.searched)
                std::get<2>(out) = Thought{.result = *chosen.searched, .unit = player.net->unit()};
        });
    return out;
}

Thought think(const AnyPosition& any, const Net& net, const SearchSettings& settings,
              std::uint64_t seed, bool all, Stop* given, Kept* memory) {
    require_net_fits(net, any.options);
    if (is_over(any)) throw std::invalid_argument("the game is over");
    Thought out{.result = {}, .unit = net.unit()};
    Kept once;
    LentEngine& engine = (memory ? *memory : once).engine_for(any.options, settings.depth);
    engine.stop() = false;
    interruptibly(
        engine.stop(), [&] { return !given || !given->asked; },
        [&] {
            engine->think(any.bytes.data(), any.trail, any.last, net, settings, seed, all,
                          out.result);
        });
    return out;
}

auto values(const Rules& rules, const Net& net, const std::vector<const AnyPosition*>& positions,
            bool white) {
    require_net_fits(net, rules.options);
    std::vector<const std::byte*> bytes;
    for (const AnyPosition* one : positions) bytes.push_back(one->bytes.data());
    std::vector<Score> scores(bytes.size());
    std::vector<double> out(bytes.size());
    {
        const nb::gil_scoped_release release;
        make_engine(rules.options, 1, nullptr)
            ->values(net, bytes.data(), bytes.size(), white ? kWhite : kBlack, scores.data());
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<double>(scores[i]) * net.unit();
    }
    return to_numpy(std::move(out));
}

auto policy(const AnyPosition& any, const Net& net) {
    require_net_fits(net, any.options);
    const int moves = with_game(any.options, []<class G>(const G&) { return G::kPoints + 1; });
    std::vector<float> logits(moves);
    if (!make_engine(any.options, 1, nullptr)
             ->policy(net, any.bytes.data(), any.trail, any.last, logits.data()))
        throw std::invalid_argument("this net has no policy");
    return to_numpy(std::move(logits));
}

using PairingRows = nb::ndarray<nb::numpy, const std::int32_t, nb::shape<-1, 2>, nb::c_contig>;
using SeedRow = nb::ndarray<nb::numpy, const std::uint64_t, nb::ndim<1>, nb::c_contig>;

auto engine_batch(const Rules& rules, const std::vector<EnginePlayer>& players,
                  const PairingRows& pairings, const SeedRow& seeds, int opening, int threads,
                  const std::optional<Progress>& progress) {
    const std::size_t games = pairings.shape(0);
    if (seeds.shape(0) != games || threads < 1)
        throw std::invalid_argument("there must be a seed for each game, and a thread");
    std::vector<Pairing> pairs(games);
    const int count = static_cast<int>(players.size());
    for (std::size_t i = 0; i < games; ++i) {
        pairs[i] = {pairings(i, 0), pairings(i, 1)};
        for (const int one : {pairs[i].black, pairs[i].white})
            if (one < 0 || one >= count) throw std::invalid_argument("no such player");
    }
    for (const EnginePlayer& player : players) require_fits(player, rules.options);
    EngineBatch batch;
    {
        const nb::gil_scoped_release release;
        const auto poll = [&](std::int64_t done) { return report(progress, done); };
        play_games(rules.options, players, pairs, std::span(seeds.data(), games), opening, threads,
                   poll, batch);
    }
    auto facts = batch_arrays(std::move(batch));
    return std::tuple_cat(std::move(facts), std::make_tuple(to_numpy(std::move(batch.nodes)),
                                                            to_numpy(std::move(batch.leaves))));
}

}  // namespace

void require_fits(const EnginePlayer& player, const Options& options) {
    if (player.net) require_net_fits(*player.net, options);
    if (is_scripted(player.kind)) require_plays(player.kind, options);
    const auto* go = std::get_if<GoOptions>(&options);
    if (player.script.endgame && (!go || go->scoring != Scoring::area))
        throw std::invalid_argument("endgames are played in Go with areas only");
}

void bind_engines(nb::module_& module) {
    module.attr("MAX_DEPTH") = kMaxDepth;
    module.attr("MAX_PARALLEL") = kMaxParallel;

    nb::class_<SearchSettings>(module, "SearchSettings", "How to search.")
        .def(
            "__init__",
            [](SearchSettings* self, int depth, int radius, bool forced, bool ataris, bool table,
               bool history, bool killers, bool narrow, bool batch, std::int64_t max_nodes,
               double max_seconds, bool eyes, bool afterstates, double draw, bool first_of_equals,
               int endgame, int visits, int gumbel, int symmetries, int parallel, int threads,
               bool reuse) {
                if (depth < 1 || depth > kMaxDepth || radius < 0 || endgame < 0 || visits < 0 ||
                    gumbel < 0 || (symmetries != 1 && symmetries != 8) || parallel < 1 ||
                    parallel > kMaxParallel || threads < 1)
                    throw std::invalid_argument("a setting of the search is out of range");
                new (self) SearchSettings{
                    depth,     radius,      forced,          afterstates, eyes,   ataris,
                    table,     history,     killers,         narrow,      batch,  draw,
                    max_nodes, max_seconds, first_of_equals, endgame,     visits, gumbel,
                    false,     symmetries,  parallel,        threads,     reuse};
            },
            "depth"_a, "radius"_a, "forced"_a, "ataris"_a, "table"_a, "history"_a, "killers"_a,
            "narrow"_a, "batch"_a, "max_nodes"_a, "max_seconds"_a, "eyes"_a = false,
            "afterstates"_a = false, "draw"_a = 0.0, "first_of_equals"_a = false, "endgame"_a = 0,
            "visits"_a = 0, "gumbel"_a = 0, "symmetries"_a = 1, "parallel"_a = 1, "threads"_a = 1,
            "reuse"_a = false);

    nb::class_<Thought>(module, "Thought", "What a search found.")
        .def_prop_ro("move", [](const Thought& one) { return int{one.result.move}; })
        .def_prop_ro(
            "value",
            [](const Thought& one) { return static_cast<double>(one.result.score) * one.unit; })
        .def_prop_ro(
            "decided",
            [](const Thought& one) -> std::optional<std::int64_t> {
                const Score score = one.result.score;
                if (score > kDecided) return kWin - score;
                if (score < -kDecided) return -(score + kWin);
                return std::nullopt;
            },
            "plies to the end, negative if the side to move loses; None if it is open")
        .def_prop_ro(
            "margin",
            [](const Thought& one) -> std::optional<int> {
                if (!one.result.solved) return std::nullopt;
                return one.result.margin;
            },
            "discs by which the side to move wins, if the rest of the game was solved")
        .def_prop_ro("root_margins",
                     [](const Thought& one) {
                         const int count = one.result.solved ? one.result.root_count : 0;
                         return std::vector<int>(one.result.root_margins,
                                                 one.result.root_margins + count);
                     })
        .def_prop_ro("root_visits",
                     [](const Thought& one) {
                         const int count = one.result.visits ? one.result.root_count : 0;
                         return std::vector<int>(one.result.root_visits,
                                                 one.result.root_visits + count);
                     })
        .def_prop_ro("nodes", [](const Thought& one) { return one.result.nodes; })
        .def_prop_ro("leaves", [](const Thought& one) { return one.result.leaves; })
        .def_prop_ro("depth", [](const Thought& one) { return one.result.depth; })
        .def_prop_ro("complete", [](const Thought& one) { return one.result.complete; })
        .def_prop_ro("line",
                     [](const Thought& one) {
                         return std::vector<int>(one.result.line,
                                                 one.result.line + one.result.line_length);
                     })
        .def_prop_ro(
            "root",
            [](const Thought& one) {
                // move, value, win (1), loss (-1) or neither (0), plies to the end
                std::vector<std::tuple<int, double, int, std::int64_t>> out;
                for (int i = 0; i < one.result.root_count; ++i) {
                    const Score score = one.result.root_scores[i];
                    const int kind = (score > kDecided) - (score < -kDecided);
                    const std::int64_t plies = kind > 0   ? kWin - score
                                               : kind < 0 ? score + kWin
                                                          : 0;
                    out.emplace_back(one.result.root_moves[i],
                                     kind ? 0.0 : static_cast<double>(score) * one.unit, kind,
                                     plies);
                }
                return out;
            },
            "move, value, win (1), loss (-1) or neither (0), plies to the end");

    nb::class_<Stop>(module, "Stop", "Asks a search on another thread to end.")
        .def(nb::init<>())
        .def("set", [](Stop& stop) { stop.asked = true; })
        .def("is_set", [](const Stop& stop) { return stop.asked.load(); });

    nb::class_<Kept>(module, "Memory", "What searches keep from one to the next.")
        .def(nb::init<>());

    nb::class_<Draws>(module, "Draws", "What a game played move by move carries on.")
        .def(
            "__init__",
            [](Draws* self, std::uint64_t seed, int depth) {
                new (self) Draws{.state = Rng(seed).state(), .kept = {.depth = depth}};
            },
            "seed"_a, "depth"_a)
        .def(
            "chance",
            [](Draws& draws, double probability) {
                Rng rng(draws.state);
                const bool drawn = rng.chance(probability);
                draws.state = rng.state();
                return drawn;
            },
            "probability"_a, "True with that probability.")
        .def(
            "random_move",
            [](Draws& draws, const AnyPosition& any) {
                if (is_over(any)) throw std::invalid_argument("the game is over");
                return int{draws.kept.engine_for(any.options, 1)
                               ->random_move(any.bytes.data(), any.trail, draws.state)};
            },
            "position"_a, "A legal move drawn uniformly, as the random player draws it.");

    module.def("think", &think, "position"_a, "net"_a, "settings"_a, "seed"_a, "all_moves"_a,
               "stop"_a.none() = nb::none(), "memory"_a.none() = nb::none());
    module.def("values", &values, "rules"_a, "net"_a, "positions"_a, "white"_a,
               "A net's values of positions, in the viewer's view if its encoding has one.");

    module.def("policy", &policy, "position"_a, "net"_a,
               "The logits of a net's policy: one for each point, then one for a pass.");

    module.def(
        "time_leaves",
        [](const AnyPosition& any, const Net& net, bool estimate, int repeats) {
            require_net_fits(net, any.options);
            int leaves = 0;
            const double seconds =
                make_engine(any.options, 1, nullptr)
                    ->time_leaves(any.bytes.data(), net, estimate, repeats, leaves);
            return leaves > 0 ? seconds / repeats / leaves : 0.0;
        },
        "position"_a, "net"_a, "estimate"_a, "repeats"_a, nb::call_guard<nb::gil_scoped_release>(),
        "Seconds that a window net takes for one child of a Capture Go position, exactly or as an "
        "estimate.");

    nb::enum_<PlayerKind>(module, "PlayerKind", "Who chooses the moves.")
        .value("random", PlayerKind::random)
        .value("net", PlayerKind::net)
        .value("defensive", PlayerKind::defensive)
        .value("naive", PlayerKind::naive)
        .value("pattern", PlayerKind::pattern)
        .value("child", PlayerKind::child)
        .value("ryder", PlayerKind::ryder)
        .value("zobrist", PlayerKind::zobrist)
        .value("interim", PlayerKind::interim)
        .value("knowledge", PlayerKind::knowledge);
    nb::enum_<Drawn>(module, "Drawn", "From what moves are drawn.")
        .value("best", Drawn::best)
        .value("policy", Drawn::policy)
        .value("visits", Drawn::visits);
    nb::class_<People>(module, "People", "What makes a player weak as people are.")
        .def(nb::init<>())
        .def_rw("lapse", &People::lapse)
        .def_rw("sees_captures", &People::sees_captures)
        .def_rw("sees_saves", &People::sees_saves)
        .def_rw("sees_ataris", &People::sees_ataris)
        .def_rw("lapse_temperature", &People::lapse_temperature)
        .def_rw("near", &People::near)
        .def_rw("form", &People::form)
        .def_rw("guards", &People::guards)
        .def_rw("tactics", &People::tactics)
        .def_rw("drawn", &People::drawn)
        .def_rw("temperature", &People::temperature)
        .def_rw("drawn_plies", &People::drawn_plies)
        .def_rw("hidden", &People::hidden);
    nb::enum_<Style>(module, "Style", "Ways of the knowledge player.")
        .value("many_faces", Style::many_faces)
        .value("handtalk", Style::handtalk)
        .value("go4", Style::go4);
    module.def(
        "plays",
        [](PlayerKind kind, const Rules& rules) {
            return !is_scripted(kind) || plays(kind, rules.options);
        },
        "kind"_a, "rules"_a, "Whether such a player plays that game.");

    nb::class_<ScriptSettings>(module, "ScriptSettings",
                               "What the rules of a scripted player leave open.")
        .def(nb::init<>())
        .def_rw("endgame", &ScriptSettings::endgame)
        .def_rw("look", &ScriptSettings::look)
        .def_rw("sum", &ScriptSettings::sum)
        .def_rw("plies", &ScriptSettings::plies)
        .def_rw("style", &ScriptSettings::style)
        .def_rw("links", &ScriptSettings::links)
        .def_rw("eyes", &ScriptSettings::eyes)
        .def_rw("reading", &ScriptSettings::reading)
        .def_rw("replies", &ScriptSettings::replies);
    nb::class_<ReaderWidth>(module, "ReaderWidth", "How far and how wide the reader reads.")
        .def(nb::init<>())
        .def_rw("limit", &ReaderWidth::limit)
        .def_rw("plies", &ReaderWidth::plies)
        .def_rw("attacks", &ReaderWidth::attacks)
        .def_rw("defences", &ReaderWidth::defences)
        .def_rw("liberties", &ReaderWidth::liberties)
        .def_rw("links", &ReaderWidth::links);
    module.def("ask_reader", &ask_reader, "position"_a, "goal"_a, "target"_a, "second"_a,
               "white_first"_a, "width"_a,
               "The reader's answer: yes, no or unknown; a move, or -1; the moves tried.");

    nb::class_<Book>(module, "Book", "Lines of moves from the start of a game.")
        .def(
            "__init__",
            [](Book* self, const std::vector<std::vector<Move>>& lines) { new (self) Book(lines); },
            "lines"_a);

    nb::class_<EnginePlayer>(module, "EnginePlayer", "Who plays a game.")
        .def(
            "__init__",
            [](EnginePlayer* self, const Net* net, const SearchSettings& search, double noise,
               double creative, const Book* book, bool book_likeliest, bool book_noise) {
                const PlayerKind kind = net ? PlayerKind::net : PlayerKind::random;
                new (self) EnginePlayer{kind,           net,        search, noise, creative, book,
                                        book_likeliest, book_noise, {},     {}};
            },
            "net"_a.none(), "search"_a, "noise"_a, "creative"_a, "book"_a.none() = nb::none(),
            "book_likeliest"_a = false, "book_noise"_a = false, nb::keep_alive<1, 2>(),
            nb::keep_alive<1, 6>(),
            "A net, a search and a choice; without a net, the random player.")
        .def(
            "__init__",
            [](EnginePlayer* self, PlayerKind kind, double noise, const ScriptSettings& script) {
                if (!is_scripted(kind)) throw std::invalid_argument("that player has no script");
                auto* made = new (self) EnginePlayer;
                made->kind = kind;
                made->search.depth = 1;  // it has none
                made->noise = noise;
                made->script = script;
            },
            "kind"_a, "noise"_a, "script"_a, "A scripted player.")
        .def_rw("people", &EnginePlayer::people, "What makes it weak as people are.");
    module.def("scripted_ranks", &scripted_ranks, "player"_a, "position"_a,
               "The legal moves, each with its rank; the player plays the highest.");
    module.def("explain", &explain, "player"_a, "position"_a,
               "What a scripted player sees: what, the points, numbers by name, words.");
    module.def(
        "study_endgame", &study, "position"_a,
        "Safe and settled points of both sides; the other parts; whether the board is a sum, "
        "whether it was played out and in how many nodes; the moves of the sum and what they "
        "come to; a move that captures dead stones, or -1.");
    module.def("choose", &choose, "position"_a, "player"_a, "seed"_a, "draws"_a,
               "stop"_a.none() = nb::none(), "moves"_a = nb::none(), "memory"_a.none() = nb::none(),
               "A player's move as in a game with that seed: the move, whether it was drawn at "
               "random, and what its search found, if one was asked.");
    module.def("play_games", &engine_batch, "rules"_a, "players"_a, "pairings"_a, "seeds"_a,
               "opening"_a, "threads"_a, "progress"_a = nb::none(),
               "Winners, reasons, twice the margins, offsets, moves, nodes and leaves of games.");
}

}  // namespace ponnuki
