#include "play/endgame_sums.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/rng.hpp"
#include "games/grid.hpp"
#include "games/sizes.hpp"
#include "search/ties.hpp"

namespace ponnuki {

namespace {

constexpr int kMostEmpty = 9;       // points of a part that is looked into
constexpr int kTooSmall = 7;        // no string can live alone in so few points
constexpr int kMostBoards = 5'000;  // of a part
constexpr double kMostSums = 1e6;   // of all parts: more are not played out

template <int N>
class Study {
public:
    using Board = Grid<N>;
    using Points = typename Board::Points;
    struct Stones {
        Points of[2];
        Points empty() const { return Board::kAll.without(of[kBlack] | of[kWhite]); }
    };

    explicit Study(const Boards& boards) {
        for (const Side side : {kBlack, kWhite})
            for (int i = 0; i < Points::kWords; ++i)
                stones_.of[side].word[i] = boards.stones[side][static_cast<std::size_t>(i)];
    }

    EndgameStudy run(Side side, bool passed, std::span<const Move> legal) {
        EndgameStudy out;
        for (const Side one : {kBlack, kWhite}) {
            safe_[one] = unconditionally_alive(one);
            out.safe[one] = moves_of(safe_[one]);
        }
        if (!safe_[kBlack].any() && !safe_[kWhite].any()) return out;
        out.whole = true;
        Worth rest = (safe_[kBlack].count() - safe_[kWhite].count()) * kPointWorth;
        for (const Points& part : parts_of(Board::kAll.without(safe_[kBlack] | safe_[kWhite]))) {
            if (const auto owner = owner_of(part, stones_, safe_)) {
                rest += sign(*owner) * part.count() * kPointWorth;
                settled_[*owner] = settled_[*owner] | part;
                continue;
            }
            out.parts.push_back(look_into(part));
            out.whole = out.whole && out.parts.back().refusal == Refusal::none;
        }
        for (const Side one : {kBlack, kWhite}) out.settled[one] = moves_of(settled_[one]);
        if (out.whole) weigh_moves(side, passed, legal, rest, out);
        return out;
    }

private:
    static std::vector<Move> moves_of(const Points& points) {
        std::vector<Move> out;
        points.each([&](int point) { out.push_back(static_cast<Move>(point)); });
        return out;
    }

    static std::vector<Points> parts_of(Points points) {
        std::vector<Points> out;
        while (points.any()) {
            out.push_back(Board::connected(Points::only(points.lowest()), points));
            points = points.without(out.back());
        }
        return out;
    }

    static bool within(const Points& inner, const Points& outer) {
        return !inner.without(outer).any();
    }

    // Stones that live without an answer to anything (Benson 1976): two areas of each string have
    // no empty point that is not beside it, and all other strings around these areas live as well.
    Points unconditionally_alive(Side side) const {
        const Points own = stones_.of[side], empty = stones_.empty();
        std::vector<Points> strings = parts_of(own), areas = parts_of(Board::kAll.without(own));
        for (;;) {
            Points alive;
            std::erase_if(strings, [&](const Points& string) {
                int vital = 0;
                for (const Points& area : areas)
                    vital += within(area & empty, Board::beside(string));
                return vital < 2;
            });
            for (const Points& string : strings) alive = alive | string;
            if (!std::erase_if(areas, [&](const Points& area) {
                    return !within(Board::beside(area) & own, alive);
                }))
                return alive;
        }
    }

    // Whose a part is in any case: it touches one safe colour alone, and the other cannot live
    // there: every point that it has no stone on is beside safe stones, so that it gets no eye; or
    // there are too few points, or none of its stones and room for few.
    static std::optional<Side> owner_of(const Points& part, const Stones& stones,
                                        const Points* safe) {
        const Points rim = Board::beside(part);
        const bool touches[] = {(rim & safe[kBlack]).any(), (rim & safe[kWhite]).any()};
        if (touches[kBlack] == touches[kWhite]) return std::nullopt;
        const Side side = touches[kBlack] ? kBlack : kWhite;
        const Points theirs = part & stones.of[other(side)];
        const bool no_eyes = within(part.without(theirs), Board::beside(safe[side]));
        const bool no_room = part.count() <= (theirs.any() ? kTooSmall : kMostEmpty);
        return no_eyes || no_room ? std::optional(side) : std::nullopt;
    }

    // A board within a part: what is there, and what is left to play on.
    struct State {
        Points live;     // points of no owner
        Points near[2];  // those beside stones that are joined to safe ones
        Worth settled;   // of the other points
        Worth stands;    // of the live ones, if nobody plays on
    };

    State state_of(const Stones& stones, const Points& area) const {
        State out{};
        Points joined[2];
        for (const Side side : {kBlack, kWhite})
            joined[side] = Board::connected(safe_[side], stones.of[side]);
        int settled = (joined[kBlack] & area).count() - (joined[kWhite] & area).count();
        for (const Points& part : parts_of(area.without(joined[kBlack] | joined[kWhite])))
            if (const auto owner = owner_of(part, stones, joined))
                settled += sign(*owner) * part.count();
            else
                out.live = out.live | part;
        int stands =
            (out.live & stones.of[kBlack]).count() - (out.live & stones.of[kWhite]).count();
        for (const Points& part : parts_of(out.live & stones.empty())) {
            const Points rim = Board::beside(part);
            stands +=
                ((rim & stones.of[kBlack]).any() - (rim & stones.of[kWhite]).any()) * part.count();
        }
        for (const Side side : {kBlack, kWhite})
            out.near[side] = out.live & Board::beside(joined[side]);
        out.settled = settled * kPointWorth;
        out.stands = stands * kPointWorth;
        return out;
    }

    // Calls visit(point, board after it) for all that a side may play there.
    template <class Visit>
    static void each_play(const Stones& stones, const Points& live, Side side, Visit visit) {
        (live & stones.empty()).each([&](int point) {
            if (!Board::breathes(point, stones.of[side], stones.of[other(side)])) return;
            Stones next = stones;
            next.of[side].set(point);
            const Points taken = Board::captured_by(point, next.of[other(side)], next.empty());
            next.of[other(side)] = next.of[other(side)].without(taken);
            visit(point, next);
        });
    }

    // All that the rest of a part depends on: not whose its other points have become.
    using Key = std::array<std::uint64_t, 5 * Points::kWords>;
    static Key key_of(const Stones& stones, const State& state) {
        Key out;
        std::size_t at = 0;
        for (const Points& points :
             {state.live, state.live & stones.of[kBlack], state.live & stones.of[kWhite],
              state.near[kBlack], state.near[kWhite]})
            for (const std::uint64_t word : points.word) out[at++] = word;
        return out;
    }
    struct Hash {
        std::size_t operator()(const Key& key) const {
            std::uint64_t out = 0;
            for (const std::uint64_t word : key) out = mix(out ^ word);
            return static_cast<std::size_t>(out);
        }
    };

    // The local game of a board in an area; nothing, and why, if it is none.
    std::optional<LocalTerm> expand(const Stones& stones, const Points& area) {
        const State state = state_of(stones, area);
        const Key key = key_of(stones, state);
        const auto [found, fresh] = known_.try_emplace(key, std::nullopt);
        if (!fresh) {
            if (!found->second) return refuse(Refusal::repeats);  // it is being looked into
            return LocalTerm{found->second->mean + state.settled, found->second->game};
        }
        if (static_cast<int>(known_.size()) > kMostBoards) return refuse(Refusal::too_many);
        std::vector<LocalTerm> options[2];
        bool sound = true;
        for (const Side side : {kBlack, kWhite})
            each_play(stones, state.live, side, [&](int, const Stones& next) {
                if (!sound) return;
                auto term = expand(next, area);
                sound = term.has_value();
                if (!sound) return;
                term->mean -= state.settled;
                options[side].push_back(*term);
            });
        if (!sound) return std::nullopt;
        const auto term =
            games_.add(state.stands, std::move(options[kBlack]), std::move(options[kWhite]));
        if (!term) return refuse(Refusal::too_deep);
        known_[key] = term;
        return LocalTerm{term->mean + state.settled, term->game};
    }

    std::optional<LocalTerm> refuse(Refusal why) {
        why_ = why;
        return std::nullopt;
    }

    EndgamePart look_into(const Points& part) {
        EndgamePart out;
        out.points = moves_of(part);
        const Points rim = Board::beside(part);
        const auto refused = [&](Refusal why) { return out.refusal = why, out; };
        if (!(rim & safe_[kBlack]).any() || !(rim & safe_[kWhite]).any())
            return refused(Refusal::one_colour);
        if ((part & stones_.empty()).count() > kMostEmpty) return refused(Refusal::too_large);
        known_.clear();
        const auto term = expand(stones_, part);
        if (!term) return refused(why_);
        const LocalGame& game = games_[term->game];
        out.mean = term->mean;
        out.temperature = game.temperature;
        for (const Side side : {kBlack, kWhite}) {
            out.walls[side] = game.walls[side];
            for (Corner& corner : out.walls[side])
                corner.worth = term->mean + sign(side) * corner.worth;
        }
        out.games = games_.reach(term->game);
        terms_.push_back(*term);
        for (const Side side : {kBlack, kWhite})
            each_play(stones_, state_of(stones_, part).live, side,
                      [&](int point, const Stones& next) {
                          after_[side].push_back({point, terms_.size() - 1, *expand(next, part)});
                      });
        return out;
    }

    void weigh_moves(Side side, bool passed, std::span<const Move> legal, Worth rest,
                     EndgameStudy& out) {
        std::vector<int> sum;
        double products = 1;
        int hottest = -1;
        for (const LocalTerm& term : terms_) {
            rest += term.mean;
            sum.push_back(term.game);
            products *= games_.reach(term.game);
            if (hottest < 0 || games_[hottest].temperature < games_[term.game].temperature)
                hottest = term.game;
        }
        out.exact = products <= kMostSums;
        SumSearch search(games_);
        const auto is_legal = [&](int move) {
            return std::find(legal.begin(), legal.end(), move) != legal.end();
        };
        for (const After& one : after_[side]) {
            if (!is_legal(one.point)) continue;
            EndgameMove move{.move = static_cast<Move>(one.point)};
            const Worth gained = one.term.mean - terms_[one.part].mean;
            if (out.exact) {
                std::vector<int> next = sum;
                next[one.part] = one.term.game;
                move.worth = rest + gained + search.value(std::move(next), other(side), false);
            } else {
                move.worth = orthodox(one, gained, side, hottest) ? sign(side) : -sign(side);
            }
            out.moves.push_back(move);
        }
        Worth worth = 0;
        if (out.exact) {
            worth = rest;
            if (passed)
                for (const int game : sum) worth += games_[game].stands;
            else
                worth += search.value(sum, other(side), true);
        }
        out.moves.push_back({static_cast<Move>(N * N), worth});
        out.nodes = search.nodes();
        out.capture = capture_of(side, is_legal);
    }

    struct After {
        int point;
        std::size_t part;
        LocalTerm term;
    };

    // Sentestrat, as far as a position alone tells: a move of the hottest game whose worth at that
    // temperature is the mean. What the other side has just made hotter than all else is answered
    // so.
    bool orthodox(const After& one, Worth gained, Side side, int hottest) const {
        const LocalGame& game = games_[terms_[one.part].game];
        if (game.temperature < games_[hottest].temperature) return false;
        const Wall& theirs = games_[one.term.game].walls[other(side)];
        Worth worth = theirs.back().worth;
        for (std::size_t i = 0; i + 1 < theirs.size(); ++i)
            if (game.temperature < theirs[i + 1].temperature) {
                const Worth beyond = std::max(Worth{0}, game.temperature - theirs[i].temperature);
                worth = theirs[i].worth;
                if (theirs[i + 1].worth != worth) worth -= beyond;
                break;
            }
        return sign(side) * gained - worth - game.temperature >= 0;
    }

    // A move that captures dead stones or takes a liberty from them, beside safe stones where it
    // can be; -1 if there are none.
    template <class IsLegal>
    Move capture_of(Side side, IsLegal is_legal) const {
        const Points dead = settled_[side] & stones_.of[other(side)];
        const Points own = settled_[side] & stones_.empty();
        Move found = -1;
        int best = -1;
        for (const Points& part : parts_of(settled_[side])) {
            if (!(part & dead).any()) continue;
            (part & own).each([&](int point) {
                if (!is_legal(point)) return;
                Stones next = stones_;
                next.of[side].set(point);
                const bool captures =
                    Board::captured_by(point, next.of[other(side)], next.empty()).any();
                const bool firm = Board::beside(safe_[side]).has(point);
                const bool near = Board::beside(dead).has(point);
                const int rank = 4 * captures + 2 * firm + near;
                if (rank > best) {
                    best = rank;
                    found = static_cast<Move>(point);
                }
            });
        }
        return found;
    }

    Stones stones_;
    Points safe_[2];
    Points settled_[2];
    LocalGames games_;
    std::unordered_map<Key, std::optional<LocalTerm>, Hash> known_;
    Refusal why_ = Refusal::none;
    std::vector<LocalTerm> terms_;
    std::vector<After> after_[2];
};

}  // namespace

EndgameStudy study_endgame(const Boards& boards, Side side, bool passed,
                           std::span<const Move> legal) {
    return with_board(GoSizes{}, boards.size,
                      [&]<int N>(Board<N>) { return Study<N>(boards).run(side, passed, legal); });
}

Move endgame_move(const EndgameStudy& study, Side side, int plies, std::uint64_t seed, int pass) {
    if (!study.whole) return -1;
    const auto heat = [&](Move move) {
        for (const EndgamePart& part : study.parts)
            if (std::binary_search(part.points.begin(), part.points.end(), move))
                return part.temperature;
        return Worth{-1} - kPointWorth;  // of a pass
    };
    Move best = static_cast<Move>(pass);
    auto best_rank = std::tuple(std::int64_t{INT64_MIN}, Worth{0}, std::uint64_t{0});
    for (const EndgameMove& one : study.moves) {
        const auto rank =
            std::tuple(sign(side) * one.worth, heat(one.move), tie_priority(seed, plies, one.move));
        if (rank <= best_rank) continue;
        best = one.move;
        best_rank = rank;
    }
    return best == pass && study.capture >= 0 ? study.capture : best;
}

}  // namespace ponnuki
