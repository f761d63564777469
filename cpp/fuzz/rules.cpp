// Spoilt positions and moves for the rules of every game. Whatever the bytes of an input say, the
// rules refuse it or go on soundly.
//
//     ponnuki_fuzz_rules 1000000 7      a million inputs, drawn from seed 7
//     ponnuki_fuzz_rules 0a41ff         this input alone, in hexadecimal digits
//
// An input is a small program: a game with its options, some moves, what is changed in the position
// that they lead to, and moves from there. What does not hold stops the program with the input.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "games/registry.hpp"

using namespace ponnuki;

// Objections of the sanitizers end in a signal; they look for these functions.
#define SEEN extern "C" __attribute__((visibility("default")))
SEEN const char* __asan_default_options();
SEEN const char* __ubsan_default_options();
const char* __asan_default_options() {
    return "abort_on_error=1";
}
const char* __ubsan_default_options() {
    return "abort_on_error=1:print_stacktrace=1";
}

namespace {

using Input = std::vector<std::uint8_t>;

const Input* tried = nullptr;

// Shows the input that is being tried, when something does not hold or a sanitizer objects.
void show(int) {
    std::printf("input: ");
    for (const std::uint8_t byte : *tried) std::printf("%02x", byte);
    std::printf("\n");
    std::fflush(stdout);
}

#define HOLDS(condition)                                                               \
    do {                                                                               \
        if (!(condition)) {                                                            \
            std::printf("%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                              \
        }                                                                              \
    } while (false)

// The bytes of an input one after another; zeros behind its end.
class Reader {
public:
    explicit Reader(const Input& bytes) : bytes_(bytes) {}

    bool more() const { return at_ < bytes_.size(); }
    int next() { return more() ? bytes_[at_++] : 0; }
    int below(int bound) { return next() % bound; }
    // Small as a rule, and sometimes as far out as a number can be.
    int number() {
        constexpr int kFar[] = {-1, 2'147'483'647, -2'147'483'647 - 1, 65'535, 65'536, 4'096};
        const int byte = next();
        return byte < 250 ? byte % 64 : kFar[byte - 250];
    }

private:
    const Input& bytes_;
    std::size_t at_ = 0;
};

template <int... Sizes>
int one_of(std::integer_sequence<int, Sizes...>, int byte) {
    constexpr int kSizes[] = {Sizes...};
    return kSizes[byte % sizeof...(Sizes)];
}

Options options(Reader& reader) {
    const int kind = reader.next();
    switch (kind % 4) {
        case 0: {
            CaptureGoOptions chosen{.size = one_of(GoSizes{}, reader.next())};
            const int switches = reader.next();
            chosen.captures = switches & 1 ? 1 : 1 + reader.below(chosen.size * chosen.size);
            chosen.passing = switches & 2;
            chosen.crosscut = switches & 4;
            chosen.neutral_majority = switches & 8;
            chosen.scoring = switches & 16 ? Scoring::area : Scoring::territory;
            chosen.no_move = static_cast<CaptureGoOptions::NoMove>((switches >> 5) % 3);
            return chosen;
        }
        case 1: {
            GoOptions chosen{.size = one_of(GoSizes{}, reader.next())};
            const int switches = reader.next();
            chosen.superko = switches & 1;
            chosen.scoring = switches & 2 ? Scoring::area : Scoring::territory;
            chosen.komi2 = switches & 4 ? reader.below(256) * 16 - 2'000 : 0;
            chosen.cap = switches & 8 ? 1 + reader.below(64) : 400;
            return chosen;
        }
        case 2: return OthelloOptions{.size = one_of(OthelloSizes{}, reader.next())};
        default: return TicTacToeOptions{};
    }
}

// The stones of a position without anything else.
template <Game G>
typename G::Position stones_of(const typename G::Position& position) {
    typename G::Position bare{};
    bare.stones[kBlack] = position.stones[kBlack];
    bare.stones[kWhite] = position.stones[kWhite];
    return bare;
}

// Of all moves one in so many is judged by itself in a check, to save time.
constexpr int kStride = 8;

// What is true of every position.
template <Game G>
void check(const G& game, const Walk<G>& walk) {
    const auto& position = walk.position;
    HOLDS(!(position.stones[kBlack] & position.stones[kWhite]).any());
    HOLDS(position.key() == stones_of<G>(position).key());
    MoveList<G::kMoves> moves;
    legal_moves(game, position, walk.trail(), moves);
    HOLDS(moves.count > 0 || position.result.over());
    for (int at = 1; at < moves.count; ++at) HOLDS(moves.move[at - 1] < moves.move[at]);
    const auto legal = [&](int move) {
        return verdict(game, position, move, walk.trail()) == Verdict::legal;
    };
    for (const int move : {-1, int{G::kMoves}}) HOLDS(!legal(move));
    for (int move = position.plies % kStride; move < G::kMoves; move += kStride)
        HOLDS(std::binary_search(moves.begin(), moves.end(), move) == legal(move));
    HOLDS(position.result.winner >= -1 && position.result.winner <= 1);
    HOLDS(position.result.margin2 >= 0);
    auto again = stones_of<G>(position);
    const std::string problem = complete(game, again, game.describe(position));
    if (!problem.empty()) std::printf("%s\n", problem.c_str());
    HOLDS(problem.empty());
    HOLDS(again == position);
}

// Plays up to so many moves, each the legal one nearest behind what a byte says.
template <Game G>
void play(const G& game, Walk<G>& walk, Reader& reader, int moves) {
    for (; moves > 0 && !walk.position.result.over(); --moves) {
        MoveList<G::kMoves> legal;
        legal_moves(game, walk.position, walk.trail(), legal);
        HOLDS(legal.count > 0);
        walk.play(legal.move[reader.below(legal.count)]);
        HOLDS(walk.position.plies <= game.max_plies());
    }
}

// Changes some stones and some numbers of a position; whether the rules still take it.
template <Game G>
bool spoil(const G& game, typename G::Position& position, Reader& reader) {
    Setup said = game.describe(position);
    position = stones_of<G>(position);
    for (int changes = reader.below(8); changes > 0; --changes) {
        const int kind = reader.next(), point = reader.below(G::kPoints);
        switch (kind % 8) {
            case 0: said.plies = reader.number(); break;
            case 1: said.passes = reader.number(); break;
            case 2: said.captured[kind >> 7] = reader.number(); break;
            case 3: said.ko = kind >> 7 ? reader.number() : point; break;
            case 4: said.plies ^= kind >> 6; break;
            default:
                position.stones[kBlack].clear(point);
                position.stones[kWhite].clear(point);
                if (kind >> 6) position.stones[kind >> 7].set(point);
        }
    }
    return complete(game, position, said).empty();
}

// Tries one input; whether its changed position was taken.
bool attempt(const Input& bytes) {
    tried = &bytes;
    Reader reader(bytes);
    return with_game(options(reader), [&]<class G>(const G& game) {
        Walk<G> walk(game);
        play(game, walk, reader, reader.below(16));
        const bool taken = spoil(game, walk.position, reader);
        if (!taken) return false;
        walk.rewind({walk.position, 0});  // the boards before it are not known
        check(game, walk);
        if (reader.more()) {
            play(game, walk, reader, reader.below(16));
            check(game, walk);
        }
        return true;
    });
}

// Inputs of random bytes, and changed ones of those that were taken last.
int fuzz(long count, std::uint64_t seed) {
    Rng rng(stream(seed, "fuzz rules", 0));
    std::vector<Input> kept;
    long taken = 0;
    Input input;
    const auto begin = std::chrono::steady_clock::now();
    for (long done = 0; done < count; ++done) {
        if (!kept.empty() && rng.below(2)) {
            input = kept[rng.below(static_cast<int>(kept.size()))];
            for (int changes = 1 + rng.below(4); changes > 0; --changes)
                input[rng.below(static_cast<int>(input.size()))] =
                    static_cast<std::uint8_t>(rng.next());
        } else {
            input.resize(4 + rng.below(60));
            for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(rng.next());
        }
        if (!attempt(input)) continue;
        ++taken;
        if (kept.size() < 256)
            kept.push_back(input);
        else
            kept[rng.below(256)] = input;
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    std::printf("%ld inputs, %ld positions taken, %.0f/s\n", count, taken,
                static_cast<double>(count) / spent.count());
    return 0;
}

int value_of(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

}  // namespace

int main(int count, char** texts) {
    std::signal(SIGABRT, show);
    if (count == 3) return fuzz(std::atol(texts[1]), std::strtoull(texts[2], nullptr, 10));
    const std::size_t digits = count == 2 ? std::strlen(texts[1]) : 1;
    Input input;
    for (std::size_t at = 0; at + 1 < digits; at += 2) {
        const int high = value_of(texts[1][at]), low = value_of(texts[1][at + 1]);
        if (high < 0 || low < 0) break;
        input.push_back(static_cast<std::uint8_t>(16 * high + low));
    }
    if (digits % 2 || 2 * input.size() != digits) {
        std::printf("use: ponnuki_fuzz_rules INPUTS SEED, or one input in hexadecimal digits\n");
        return 2;
    }
    std::printf("%s\n", attempt(input) ? "taken" : "refused");
    return 0;
}
