#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "core/cpu.hpp"
#include "core/rng.hpp"
#include "games/registry.hpp"
#include "play/engine.hpp"

using namespace ponnuki;

enum class Kind { window, dense };

static Net make_net(Kind kind, int size, std::uint64_t seed, float scale) {
    Architecture architecture = WindowArchitecture{size};
    if (kind == Kind::dense)
        architecture = DenseArchitecture{.size = size,
                                         .encoding = Encoding::koten,
                                         .hidden = {9, 5},
                                         .output_activation = Activation::tanh};
    Rng rng(seed);
    std::vector<float> weights(weight_count(architecture));
    for (float& weight : weights)
        weight = scale * (static_cast<float>(rng.below(1 << 20)) / (1 << 19) - 1);
    return Net(architecture, weights);
}

// The best score of a position by plain negamax without any of the search's machinery.
template <Game G>
static Score plain(const G& game, Walk<G>& walk, Engine& engine, const Net& net, int depth,
                   int ply) {
    const auto& position = walk.position;
    if (position.result.over()) {
        if (position.result.winner == 0) return 0;
        return position.result.winner == sign(to_move(position)) ? kWin - ply : ply - kWin;
    }
    if (depth == 0) {
        const std::byte* bytes = reinterpret_cast<const std::byte*>(&position);
        Score score;
        engine.values(net, &bytes, 1, kBlack, &score);
        return to_move(position) == kBlack ? score : -score;
    }
    MoveList<G::kMoves> moves;
    legal_moves(game, position, walk.trail(), moves);
    Score best = -kWin;
    const auto mark = walk.mark();
    for (const Move move : moves) {
        walk.play(move);
        const Score score = -plain(game, walk, engine, net, depth - 1, ply + 1);
        walk.rewind(mark);
        if (score > best) best = score;
    }
    return best;
}

static void check_exact(const Options& options, Kind kind) {
    with_game(options, [&]<class G>(const G& game) {
        const Net net = make_net(kind, G::kSize, 3, 1.0f);
        const auto engine = make_engine(options, 3, nullptr);
        Rng rng(4);
        for (int round = 0; round < 6; ++round) {
            Walk<G> walk(game);
            for (int i = 0; i < 2 * round && !walk.position.result.over(); ++i) {
                MoveList<G::kMoves> moves;
                legal_moves(game, walk.position, walk.trail(), moves);
                walk.play(moves.move[rng.below(moves.count)]);
            }
            // The plain search sees everything from black's side, so black must be to move.
            if (walk.position.result.over() || to_move(walk.position) != kBlack) continue;
            SearchSettings settings;
            settings.depth = 2;
            settings.forced = false;
            SearchResult result;
            engine->think(reinterpret_cast<const std::byte*>(&walk.position), walk.trail(), {}, net,
                          settings, 1, false, result);
            CHECK(result.score == plain(game, walk, *engine, net, 2, 0));
        }
    });
}

TEST("a search has the score of plain negamax") {
    for (const Kind kind : {Kind::window, Kind::dense}) {
        check_exact(CaptureGoOptions{.size = 5}, kind);
        check_exact(CaptureGoOptions{.size = 5, .captures = 2}, kind);
        check_exact(GoOptions{.size = 3}, kind);
        check_exact(OthelloOptions{.size = 6}, kind);
        check_exact(TicTacToeOptions{}, kind);
    }
}

TEST("a search allocates nothing once its engine has been used") {
    const Options options = CaptureGoOptions{};
    const Net net = make_net(Kind::window, 9, 1, 0.2f);
    const auto engine = make_engine(options, 4, nullptr);
    const CaptureGo<9>::Position start = CaptureGo<9>({}).start();
    const auto* bytes = reinterpret_cast<const std::byte*>(&start);
    SearchSettings settings;
    settings.depth = 3;
    SearchResult result;
    engine->think(bytes, {}, {}, net, settings, 1, false, result);
    const long before = allocations;
    engine->think(bytes, {}, {}, net, settings, 2, false, result);
    CHECK(allocations == before);
    CHECK(result.nodes > 0);
}

TEST("games of engines do not depend on threads or on the instruction set") {
    const auto go_on = [](std::int64_t) { return true; };
    for (const Options& options : {Options(CaptureGoOptions{.size = 5}), Options(GoOptions{}),
                                   Options(TicTacToeOptions{})}) {
        const int size = with_game(options, []<class G>(const G&) { return G::kSize; });
        const Net window = make_net(Kind::window, size, 1, 0.2f);
        const Net dense = make_net(Kind::dense, size, 2, 1.0f);
        std::vector<EnginePlayer> players(4);
        players[0].net = &window;
        players[1].net = &dense;
        players[2].net = &window;
        players[2].creative = 0.05;
        for (EnginePlayer& player : players) {
            if (player.net) player.kind = PlayerKind::net;
            player.search.depth = 2, player.noise = 0.1;
        }
        std::vector<Pairing> pairings;
        std::vector<std::uint64_t> seeds;
        for (int i = 0; i < check::often(24, 8); ++i) {
            pairings.push_back({i % 4, (i / 4) % 4});
            seeds.push_back(stream(9, "game", static_cast<std::uint64_t>(i)));
        }
        EngineBatch expected;
        use_instruction_set("baseline");
        CHECK(play_games(options, players, pairings, seeds, 0, 1, go_on, expected));
        for (const InstructionSet set : instruction_sets()) {
            use_instruction_set(name(set));
            EngineBatch batch;
            CHECK(play_games(options, players, pairings, seeds, 0, 3, go_on, batch));
            CHECK(batch.moves == expected.moves);
            CHECK(batch.results == expected.results);
            CHECK(batch.nodes == expected.nodes);
        }
    }
}

TEST("a batch of deep games that is told to stop gives up") {
    const Net net = make_net(Kind::window, 9, 1, 0.2f);
    std::vector<EnginePlayer> players(1);
    players[0].kind = PlayerKind::net;
    players[0].net = &net;
    const std::vector<Pairing> pairings(100000, Pairing{0, 0});
    const std::vector<std::uint64_t> seeds(100000, 1);
    EngineBatch batch;
    CHECK(!play_games(
        CaptureGoOptions{}, players, pairings, seeds, 0, 2, [](std::int64_t) { return false; },
        batch));
}

template <int N>
static void check_pairs() {
    bool seen[N * N] = {};
    for (int i = 0; i < N * N; ++i) {
        const int point = kWindow<N>.in_pairs[i];
        const int partner = kWindow<N>.partner[point];
        CHECK(!seen[point]);
        seen[point] = true;
        CHECK(kWindow<N>.partner[partner] == point);
        CHECK(kWindow<N>.class_of[partner] == kWindow<N>.class_of[point]);
        CHECK((partner == point) == (N % 2 == 1 && point == N * N / 2));
        CHECK(!kWindow<N>.covering_class[kWindow<N>.class_of[point]]
                   .without(kWindow<N>.covering[point])
                   .any());
    }
}

TEST("every point but the centre has one partner in its class") {
    check_pairs<3>();
    check_pairs<4>();
    check_pairs<9>();
    check_pairs<12>();
    check_pairs<13>();
}

TEST("weights that are not finite or of the wrong number are refused") {
    const Architecture architecture = WindowArchitecture{9};
    CHECK(weight_count(architecture) == 6216);
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        std::vector<float> weights(6216);
        weights[77] = bad;
        bool refused = false;
        try {
            const Net net(architecture, weights);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        CHECK(refused);
    }
    bool refused = false;
    try {
        const Net net(architecture, std::vector<float>(6215));
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
}
