// The engine of one game: its searches, its choice of move, its games.
#pragma once

#include <chrono>
#include <memory>
#include <type_traits>

#include "core/rng.hpp"
#include "play/engine.hpp"
#include "play/random.hpp"
#include "play/scripted.hpp"
#include "search/alpha_beta.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G>
class EngineOf final : public Engine {
public:
    EngineOf(const G& game, int depth, const std::atomic<bool>* stop)
        : game_(game), depth_(depth), stop_(stop) {}

    void think(const std::byte* bytes, Trail trail, const Net& net, const SearchSettings& settings,
               std::uint64_t seed, bool all, SearchResult& result) override {
        think_here(position_of(bytes), trail, net, settings, seed, all, result);
    }

    void rank(PlayerKind kind, const std::byte* bytes, Trail trail, Ranking& out) override {
        out.count = 0;
        if constexpr (kHasScripts<G>) scripted_ranks(game_, position_of(bytes), trail, kind, out);
        (void)kind, (void)bytes, (void)trail;
    }

    Move scripted_move(PlayerKind kind, const std::byte* bytes, Trail trail,
                       std::uint64_t seed) override {
        return scripted_here(kind, position_of(bytes), trail, seed);
    }

    bool play(const EnginePlayer& black, const EnginePlayer& white, std::uint64_t seed, int opening,
              Move* moves, PlayedEngineGame& out) override {
        Rng rng(seed);
        Rng opening_rng(stream(seed, "opening", 0));
        Walk<G> walk(game_);
        out = {};
        forget();
        Move* next = moves;
        while (!walk.position.result.over()) {
            const EnginePlayer& player = to_move(walk.position) == kBlack ? black : white;
            *next = next - moves < opening
                        ? random_move(game_, walk.position, walk.trail(), opening_rng)
                        : choose(walk, player, seed, rng, out);
            if (stop_ && stop_->load(std::memory_order_relaxed)) return false;
            walk.play(*next++);
        }
        out.game = {walk.position.result, static_cast<std::int32_t>(next - moves)};
        return true;
    }

    void values(const Net& net, const std::byte* const* positions, std::size_t count, Side viewer,
                Score* out) override {
        PlainValues<G> plain;
        typename PlainValues<G>::State state;
        plain.use(net, viewer);
        const bool viewed =
            net.kind() == NetKind::dense && net.dense().encoding != Encoding::black_white;
        for (std::size_t i = 0; i < count; ++i) {
            const auto& position = position_of(positions[i]);
            const Score score = plain.value(state, position);
            const Side view = viewed ? viewer : kBlack;
            out[i] = to_move(position) == view ? score : -score;
        }
    }

    double time_leaves(const std::byte* bytes, const Net& net, bool estimate, int repeats,
                       int& leaves) override {
        using Clock = std::chrono::steady_clock;
        leaves = 0;
        const auto& position = position_of(bytes);
        if constexpr (kHasTactics<G>) {
            if (net.kind() != NetKind::window) return 0;
            WindowValues<G> values;
            values.use(net, kBlack);
            const auto state = std::make_unique<typename WindowValues<G>::State>();
            values.start(position, *state);
            // In the order in which a search asks for them.
            MoveList<G::kMoves> moves;
            for (const int point : kWindow<G::kSize>.in_pairs)
                if (game_.playable(position, point, {})) moves.add(point);
            leaves = moves.count;
            Score scores[WindowValues<G>::kMaxBatch];
            alignas(64) float guesses[WindowValues<G>::kMaxBatch];
            float total = 0;
            const auto begin = Clock::now();
            for (int i = 0; i < repeats; ++i) {
                state->forget();
                for (int at = 0; at < moves.count; at += WindowValues<G>::kMaxBatch) {
                    const Move* some = moves.begin() + at;
                    const int count = std::min(WindowValues<G>::kMaxBatch, moves.count - at);
                    if (estimate) {
                        values.estimates(*state, position, some, count, guesses);
                        for (int j = 0; j < count; ++j) total += guesses[j];
                    } else {
                        values.values(*state, position, some, count, scores);
                        for (int j = 0; j < count; ++j) total += static_cast<float>(scores[j]);
                    }
                }
            }
            [[maybe_unused]] const volatile float used = total;  // nothing may be left out
            return std::chrono::duration<double>(Clock::now() - begin).count();
        }
        return (void)position, (void)estimate, (void)repeats, 0.0;
    }

private:
    using PlainSearch = AlphaBeta<G, PlainValues<G>>;
    // The window net has a search of its own where no stone leaves the board.
    using WindowSearch =
        std::conditional_t<kHasTactics<G>, AlphaBeta<G, WindowValues<G>>, PlainSearch>;

    static const typename G::Position& position_of(const std::byte* bytes) {
        return *reinterpret_cast<const typename G::Position*>(bytes);
    }

    template <class Search>
    Search& ready(std::unique_ptr<Search>& search) {
        if (!search) search.reset(new Search(game_, depth_, stop_));
        return *search;
    }

    void think_here(const typename G::Position& position, Trail trail, const Net& net,
                    const SearchSettings& settings, std::uint64_t seed, bool all,
                    SearchResult& result) {
        if constexpr (kHasTactics<G>)
            if (net.kind() == NetKind::window) {
                ready(window_).think(position, trail, net, settings, seed, all, result);
                return;
            }
        ready(plain_).think(position, trail, net, settings, seed, all, result);
    }

    Move scripted_here(PlayerKind kind, const typename G::Position& position, Trail trail,
                       std::uint64_t seed) const {
        if constexpr (kHasScripts<G>)
            return ponnuki::scripted_move(game_, position, trail, kind, seed);
        return (void)kind, (void)position, (void)trail, (void)seed, Move{-1};
    }

    void forget() {
        if (plain_) plain_->new_game();
        if (window_) window_->new_game();
    }

    Move choose(const Walk<G>& walk, const EnginePlayer& player, std::uint64_t seed, Rng& rng,
                PlayedEngineGame& out) {
        if (player.kind == PlayerKind::random || (player.noise > 0 && rng.chance(player.noise)))
            return random_move(game_, walk.position, walk.trail(), rng);
        if (player.kind != PlayerKind::net)
            return scripted_here(player.kind, walk.position, walk.trail(), seed);
        SearchResult& result = result_;
        think_here(walk.position, walk.trail(), *player.net, player.search, seed,
                   player.creative > 0, result);
        out.nodes += result.nodes;
        out.leaves += result.leaves;
        if (player.creative == 0 || result.depth == 0 || result.score > kDecided ||
            result.score < -kDecided)
            return result.move;
        // Creative: uniform among the moves worth nearly as much as the best.
        const double best = static_cast<double>(result.score);
        const double bar = best - player.creative * (best < 0 ? -best : best);
        int good = 0;
        for (int i = 0; i < result.root_count; ++i)
            good += static_cast<double>(result.root_scores[i]) >= bar;
        int wanted = rng.below(good);
        for (int i = 0; i < result.root_count; ++i)
            if (static_cast<double>(result.root_scores[i]) >= bar && wanted-- == 0)
                return result.root_moves[i];
        return result.move;
    }

    G game_;
    int depth_;
    const std::atomic<bool>* stop_;
    std::unique_ptr<PlainSearch> plain_;
    std::unique_ptr<WindowSearch> window_;
    SearchResult result_;
};

}  // namespace ponnuki::inline PONNUKI_VARIANT
