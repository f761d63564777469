// The engine of one game: its searches, its players' moves, its games.
#pragma once

#include <memory>
#include <variant>

#include "core/rng.hpp"
#include "evaluators/any_net.hpp"
#include "play/choice.hpp"
#include "play/engine.hpp"
#include "play/engines.hpp"
#include "play/one_ply.hpp"
#include "play/people.hpp"
#include "play/random.hpp"
#include "play/scripted.hpp"
#include "play/sibling_timer.hpp"
#include "play/thinkers.hpp"
#include "search/alpha_beta.hpp"
#include "search/endgame.hpp"
#include "search/tree_search.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <Game G>
class EngineOf final : public Engine {
public:
    using Position = typename G::Position;

    EngineOf(const G& game, int depth, const std::atomic<bool>* stop)
        : game_(game), depth_(depth), stop_(stop) {}

    void new_game() override {
        if (any_) any_->new_game();
        if (window_) window_->new_game();
        for (auto& tree : trees_)
            if (tree) tree->new_game();
    }

    void think(const std::byte* bytes, Trail trail, LastMoves last, const Net& net,
               const SearchSettings& settings, std::uint64_t seed, bool all,
               SearchResult& result) override {
        search(position_of(bytes), trail, last, net, settings, seed, all, result);
    }

    void rank(PlayerKind kind, const ScriptSettings& settings, const std::byte* bytes, Trail trail,
              Ranking& out) override {
        out.count = 0;
        if constexpr (kHasScripts<G>)
            scripted_ranks(game_, position_of(bytes), trail, kind, settings, out);
        (void)kind, (void)settings, (void)bytes, (void)trail;
    }

    Move scripted_move(PlayerKind kind, const ScriptSettings& settings, const std::byte* bytes,
                       Trail trail, std::uint64_t seed) override {
        return follow_script(kind, settings, position_of(bytes), trail, seed);
    }

    void explain(PlayerKind kind, const ScriptSettings& settings, const std::byte* bytes,
                 Trail trail, Notes& notes) override {
        if constexpr (kHasThinkers<G>) {
            if (!is_thinker(kind)) return;
            Worths<G::kSize> ranks;
            rank_as(kind, scene_of(game_, position_of(bytes), trail), settings, ranks, &notes);
        }
        (void)kind, (void)settings, (void)bytes, (void)trail, (void)notes;
    }

    Answer ask(const Question& question, const std::byte* bytes, Trail trail) override {
        if constexpr (kHasThinkers<G>)
            return ask_reader(scene_of(game_, position_of(bytes), trail), question);
        return (void)question, (void)bytes, (void)trail, Answer{};
    }

    Chosen choose(const EnginePlayer& player, const std::byte* bytes, Trail trail, LastMoves last,
                  int place, std::uint64_t seed, RngState& draws) override {
        Rng rng(draws);
        const Chosen chosen = choose_in(player, position_of(bytes), trail, last, place, seed, rng);
        draws = rng.state();
        return chosen;
    }

    Move random_move(const std::byte* bytes, Trail trail, RngState& draws) override {
        Rng rng(draws);
        const Move move = ponnuki::random_move(game_, position_of(bytes), trail, rng);
        draws = rng.state();
        return move;
    }

    bool play(const EnginePlayer& black, const EnginePlayer& white, std::uint64_t seed, int opening,
              Move* moves, PlayedEngineGame& out) override {
        if constexpr (OnePly<G>::kPlays)
            if (OnePly<G>::can_play(black) && OnePly<G>::can_play(white)) {
                if (!one_ply_) one_ply_.reset(new OnePly<G>);
                one_ply_->play(black, white, seed, opening, moves, out);
                return !stop_ || !stop_->load(std::memory_order_relaxed);
            }
        Rng draws(seed);  // for both players in turn
        Rng opening_draws(stream(seed, "opening", 0));
        Walk<G> walk(game_);
        out = {};
        new_game();
        Move* next = moves;
        LastMoves last;
        const EnginePlayer* const players[] = {&black, &white};
        int places[2];
        for (const Side side : {kBlack, kWhite})
            places[side] = players[side]->book ? Book::kStart : Book::kOutside;
        while (!walk.position.result.over()) {
            const Side side = to_move(walk.position);
            if (next - moves < opening) {
                *next = ponnuki::random_move(game_, walk.position, walk.trail(), opening_draws);
            } else {
                const Chosen chosen = choose_in(*players[side], walk.position, walk.trail(), last,
                                                places[side], seed, draws);
                *next = chosen.move;
                if (chosen.searched) {
                    out.nodes += chosen.searched->nodes;
                    out.leaves += chosen.searched->leaves;
                }
            }
            if (stop_ && stop_->load(std::memory_order_relaxed)) return false;
            for (const Side one : {kBlack, kWhite})
                if (places[one] != Book::kOutside)
                    places[one] = players[one]->book->after(places[one], *next);
            last = last.then(*next);
            walk.play(*next++);
        }
        out.game = {walk.position.result, static_cast<std::int32_t>(next - moves)};
        return true;
    }

    void values(const Net& net, const std::byte* const* positions, std::size_t count, Side viewer,
                Score* out) override {
        with_net(net.any(), [&](const auto& one) {
            for (std::size_t i = 0; i < count; ++i) {
                const Position& position = position_of(positions[i]);
                out[i] = value_of<G::kSize>(one, position.stones[kBlack], position.stones[kWhite],
                                            viewer);
            }
            return 0;
        });
    }

    bool policy(const Net& net, const std::byte* bytes, Trail trail, LastMoves last,
                float* logits) override {
        const auto* conv = std::get_if<ConvNet>(&net.any());
        if (!conv) return false;
        std::uint8_t cells[G::kPoints + 1];
        SearchWalk& walk = walk_at(bytes, trail, last, false);
        walk.use_marks(conv->marks);
        walk.show(cells);
        conv_value(*conv, cells, logits);
        return true;
    }

    double time_leaves(const std::byte* bytes, const Net& net, bool estimate, int repeats,
                       int& leaves) override {
        leaves = 0;
        if constexpr (kWindowHasSearch)
            if (const auto* window = std::get_if<WindowNet>(&net.any()))
                return time_siblings(game_, position_of(bytes), *window, estimate, repeats, leaves);
        return (void)bytes, (void)net, (void)estimate, (void)repeats, 0.0;
    }

private:
    // Where the policy tells quiet moves, no stone leaves the board and the window net's
    // accumulator is carried from ply to ply. All other nets and games share one search.
    static constexpr bool kWindowHasSearch = ForcingPolicy<G>::Type::kTellsQuietMoves;
    using AnySearch = AlphaBeta<G, AnyNetOn<G>>;
    struct NoSearch {
        void new_game() {}
    };
    template <bool kWanted, class Never>
    struct WindowSearchOf {
        using Type = NoSearch;
    };
    template <class Never>
    struct WindowSearchOf<true, Never> {
        using Type = AlphaBeta<G, WindowOn<G>>;
    };
    using WindowSearch = typename WindowSearchOf<kWindowHasSearch, void>::Type;

    static const Position& position_of(const std::byte* bytes) {
        return *reinterpret_cast<const Position*>(bytes);
    }

    template <class Search>
    Search& ready(std::unique_ptr<Search>& search) {
        if (!search) search.reset(new Search(game_, depth_, stop_));
        return *search;
    }

    SearchWalk& walk_at(const std::byte* position, Trail trail, LastMoves last, bool forced) {
        if (!walk_) walk_.reset(new_search_walk(game_.options()));
        walk_->start(position, trail, last, forced);
        return *walk_;
    }

    void search(const Position& position, Trail trail, LastMoves last, const Net& net,
                const SearchSettings& settings, std::uint64_t seed, bool all,
                SearchResult& result) {
        result.solved = false;
        result.visits = 0;
        if constexpr (Endgame<G>::kSolves)
            if (Endgame<G>::wanted(position, settings)) {
                if (!endgame_) endgame_.reset(new Endgame<G>(stop_));
                const auto drawn = static_cast<Score>(nearest(settings.draw / net.unit()));
                const SearchSettings rest =
                    endgame_->solve(position, settings, drawn, seed, all, result);
                if (result.solved) return;
                search_on(position, trail, last, net, rest, seed, all, result);
                return;
            }
        search_on(position, trail, last, net, settings, seed, all, result);
    }

    void search_on(const Position& position, Trail trail, LastMoves last, const Net& net,
                   const SearchSettings& settings, std::uint64_t seed, bool all,
                   SearchResult& result) {
        if (const auto* conv = std::get_if<ConvNet>(&net.any()); conv && settings.visits > 0) {
            auto& tree = trees_[to_move(position)];
            if (!tree) tree.reset(new TreeSearch(stop_));
            SearchWalk& walk = walk_at(reinterpret_cast<const std::byte*>(&position), trail, last,
                                       settings.forced);
            walk.hide(hidden_);
            tree->think(walk, *conv, settings, seed, result);
            return;
        }
        if constexpr (kWindowHasSearch)
            if (const auto* window = std::get_if<WindowNet>(&net.any())) {
                ready(window_).think(position, trail, *window, settings, seed, all, result);
                return;
            }
        ready(any_).think(position, trail, net.any(), settings, seed, all, result);
    }

    Move follow_script(PlayerKind kind, const ScriptSettings& settings, const Position& position,
                       Trail trail, std::uint64_t seed) const {
        if constexpr (kHasScripts<G>)
            return ponnuki::scripted_move(game_, position, trail, kind, settings, seed);
        return (void)kind, (void)settings, (void)position, (void)trail, (void)seed, Move{-1};
    }

    Chosen choose_in(const EnginePlayer& player, const Position& position, Trail trail,
                     LastMoves last, int place, std::uint64_t seed, Rng& draws) {
        const Move booked = book_move(player, place, seed, position.plies);
        if (booked >= 0 && !player.book_noise) return {.move = booked};
        if (draws_at_random(player, draws))
            return {.move = ponnuki::random_move(game_, position, trail, draws),
                    .exploratory = true};
        if (booked >= 0) return {.move = booked};
        if (player.kind != PlayerKind::net)
            return {.move = follow_script(player.kind, player.script, position, trail, seed)};
        if (player.people.any())
            return choose_as_people(player, position, trail, last, seed, draws);
        search(position, trail, last, *player.net, player.search, seed, player.creative > 0,
               result_);
        return {.move = choose_found(player, result_, draws), .searched = &result_};
    }

    Chosen choose_as_people(const EnginePlayer& player, const Position& position, Trail trail,
                            LastMoves last, std::uint64_t seed, Rng& draws) {
        const People& own = player.people;
        const Turn<G> turn(game_, position, trail);
        const auto looks = own.guards ? turn.guarded(position.plies) : turn.legal;
        if (!looks.any()) return {.move = G::kPoints};
        float logits[kMaxRootMoves] = {};
        const auto logit = [&](int point) { return static_cast<double>(logits[point]); };
        const auto bytes = reinterpret_cast<const std::byte*>(&position);
        const bool lapses =
            own.lapse > 0 && !in_form(own, seed, to_move(position)) && draws.chance(own.lapse);
        if (lapses) {
            if (!std::isinf(own.lapse_temperature)) policy(*player.net, bytes, trail, last, logits);
            return {.move = lapse(turn, own, position.plies, last.last, logit, draws)};
        }
        const auto open = sensible(turn, own, position.plies);
        const bool drawn =
            own.drawn != Drawn::best && (own.drawn_plies == 0 || position.plies < own.drawn_plies);
        if (drawn && own.drawn == Drawn::policy) {
            policy(*player.net, bytes, trail, last, logits);
            if (turn.passes && kRandomPasses<G>) {  // where a pass is a move like others
                bool likeliest = true;
                open.each([&](int point) { likeliest &= logits[point] < logits[G::kPoints]; });
                if (likeliest) return {.move = G::kPoints};
            }
            return {.move = one_by(open, own.temperature, logit, draws)};
        }
        hidden_ = {};
        if (own.hidden > 0) {
            const auto points = seen(turn.legal, own.hidden, draws);
            for (int i = 0; i < points.kWords; ++i) hidden_[i] = points.word[i];
        }
        SearchSettings settings = player.search;
        settings.forced = settings.forced && own.hidden == 0;
        settings.reuse = settings.reuse && own.hidden == 0;
        const bool narrowed = own.tactics || own.guards;
        const bool all = player.creative > 0 || (narrowed && settings.visits == 0);
        search(position, trail, last, *player.net, settings, seed, all, result_);
        hidden_ = {};
        return {.move = found_by_people(player, open, drawn, draws), .searched = &result_};
    }

    // The move of a search: drawn by the squares of visits, else the best one of those allowed.
    // What wins for certain is not drawn, and neither is what loses, if there is anything else.
    Move found_by_people(const EnginePlayer& player, const Bits<G::kPoints>& open, bool drawn,
                         Rng& draws) {
        const bool passes = result_.move == G::kPoints;
        const bool free = !player.people.tactics && !player.people.guards;
        if (!drawn && free) return choose_found(player, result_, draws);
        if (passes) return result_.move;
        if ((!drawn || is_won(result_.score)) && open.has(result_.move)) return result_.move;
        const bool tree = result_.visits > 0 && !is_lost(result_.score);
        Move order[kMaxRootMoves];
        double worth[kMaxRootMoves];
        int count = 0;
        for (int point = 0; point < G::kPoints; ++point)
            for (int i = 0; i < result_.root_count; ++i)
                if (result_.root_moves[i] == point && open.has(point)) {
                    const Score score = result_.root_scores[i];
                    worth[count] = !tree            ? static_cast<double>(score)
                                   : is_lost(score) ? 0
                                                    : static_cast<double>(result_.root_visits[i]);
                    order[count++] = static_cast<Move>(point);
                }
        if (count == 0) return one_of(open, draws);
        int best = 0;
        double sum = 0;
        for (int i = 0; i < count; ++i) {
            if (worth[i] > worth[best]) best = i;
            sum += worth[i] * worth[i];
        }
        if (!drawn || !tree || sum == 0) return order[best];
        double rest = draws.uniform() * sum;
        for (int i = 0; i < count; ++i)
            if ((rest -= worth[i] * worth[i]) < 0) return order[i];
        return order[count - 1];
    }

    G game_;
    int depth_;
    const std::atomic<bool>* stop_;
    std::unique_ptr<AnySearch> any_;
    std::unique_ptr<WindowSearch> window_;
    std::unique_ptr<OnePly<G>> one_ply_;
    std::unique_ptr<Endgame<G>> endgame_;
    std::unique_ptr<TreeSearch> trees_[2];  // of each side's own searches
    std::unique_ptr<SearchWalk> walk_;
    SearchResult result_;
    HiddenPoints hidden_ = {};
};

template <Game G>
Engine* new_engine(const G& game, int depth, const std::atomic<bool>* stop) {
    return new EngineOf<G>(game, depth, stop);
}

}  // namespace ponnuki::inline PONNUKI_VARIANT
