// Players: a net with a search and a choice, scripted and random ones; whole games between them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/rng.hpp"
#include "core/types.hpp"
#include "evaluators/nets.hpp"
#include "games/options.hpp"
#include "play/batch.hpp"
#include "play/book.hpp"
#include "play/notes.hpp"
#include "play/questions.hpp"
#include "search/score.hpp"
#include "search/settings.hpp"

namespace ponnuki {

enum class PlayerKind : std::uint8_t {
    random,
    net,
    defensive,
    naive,
    pattern,
    child,
    ryder,
    zobrist,
    interim,
    knowledge
};

// Ways of the knowledge player: Many Faces of Go, Handtalk, Go4++.
enum class Style : std::uint8_t { many_faces, handtalk, go4 };

// What the rules of a scripted player leave open.
struct ScriptSettings {
    bool endgame = false;  // plays endgames of Go with areas out as sums of local games
    bool look = true;      // ryder: looks at the best moves once more
    bool sum = false;      // zobrist: adds values of a move instead of taking the highest
    int plies = 3;         // zobrist: of the reader, which is not asked if they are 0
    Style style = Style::many_faces;  // knowledge
    bool links = true;                // ... its layers: links between strings
    bool eyes = true;                 // ... eyes of groups
    bool reading = true;              // ... what the reader says of strings
    bool replies = true;              // ... the other side's best reply
};

// Whether a player with rules written by hand reads: those are for Go.
constexpr bool is_thinker(PlayerKind kind) {
    return kind >= PlayerKind::ryder;
}

// Whether a scripted player, one with rules written by hand, plays a game.
bool plays(PlayerKind scripted, const Options& options);

// From what a player draws its moves; the search's best one is not drawn.
enum class Drawn : std::uint8_t { best, policy, visits };

// What makes a net's player weak as people are, and its games differ; people.hpp says how. A player
// with none of it plays what its search finds.
struct People {
    double lapse = 0;              // share of turns in which it looks badly
    double sees_captures = 1;      // ... and then sees each capture with that chance
    double sees_saves = 1;         // ... each move that saves a string in atari
    double sees_ataris = 1;        // ... each move that can be captured at once
    double lapse_temperature = 1;  // ... and else draws from the policy; infinite: evenly
    int near = 0;                  // ... within so many steps of the last move; 0: anywhere
    double form = 0;               // share of games without lapses, for each colour
    bool guards = false;           // keeps its eyes, and off the first line early
    bool tactics = false;          // captures, else saves, and is not captured at once
    Drawn drawn = Drawn::best;     // what moves are drawn from, else
    double temperature = 1;        // ... of the policy
    int drawn_plies = 0;           // ... as long as fewer plies are played; 0: always
    double hidden = 0;             // share of empty points that it does not see in a turn

    bool any() const {
        return lapse > 0 || guards || tactics || drawn != Drawn::best || hidden > 0;
    }
};

// Who plays. Only the kind `net` has a net, a search and creativity. choice.hpp says how it
// chooses.
struct EnginePlayer {
    PlayerKind kind = PlayerKind::random;
    const Net* net = nullptr;
    SearchSettings search;
    double noise = 0;             // share of moves drawn at random
    double creative = 0;          // c: any move worth at least (1 - c) of the best may be played
    const Book* book = nullptr;   // plays its lines as long as the game follows one
    bool book_likeliest = false;  // ... the line that most others share, else any of them
    bool book_noise = false;      // draws moves at random inside the book as well
    ScriptSettings script;        // of a scripted player
    People people;
};

// A move, and how it came about.
struct Chosen {
    Move move = -1;
    bool exploratory = false;                // drawn at random from all legal moves
    const SearchResult* searched = nullptr;  // what the search found, if one was asked
};

struct PlayedEngineGame {
    PlayedGame game;
    std::int64_t nodes;
    std::int64_t leaves;
};

// The moves of a position with ranks that compare within it and mean nothing else.
struct Ranking {
    int count = 0;
    Move moves[kMaxRootMoves];
    std::int64_t ranks[kMaxRootMoves];
};

// One thread's memory and code for searches and games of one game, used again and again. It exists
// once for each instruction set.
class Engine {
public:
    virtual ~Engine();

    // Forgets what earlier searches have learned about move ordering.
    virtual void new_game() = 0;

    // The best move of a position, given as the bytes of the game's own Position. What came before
    // it: boards for rules that forbid repetition, the last moves for nets that see them.
    virtual void think(const std::byte* position, Trail trail, LastMoves last, const Net& net,
                       const SearchSettings& settings, std::uint64_t seed, bool all,
                       SearchResult& result) = 0;

    // How a scripted player ranks the legal moves of a position of a game that it plays: it plays
    // the highest, and among equals the one that the seed prefers.
    virtual void rank(PlayerKind kind, const ScriptSettings& settings, const std::byte* position,
                      Trail trail, Ranking& out) = 0;
    virtual Move scripted_move(PlayerKind kind, const ScriptSettings& settings,
                               const std::byte* position, Trail trail, std::uint64_t seed) = 0;

    // What a scripted player of Go that reads sees in a position. Others see nothing.
    virtual void explain(PlayerKind kind, const ScriptSettings& settings, const std::byte* position,
                         Trail trail, Notes& notes) = 0;

    // The reader's answer to a question about a position of Go.
    virtual Answer ask(const Question& question, const std::byte* position, Trail trail) = 0;

    // A player's move in a position that is not over, as in a game. What it points at is valid
    // until the engine is used again. `seed` is the game's; `draws` is its generator, which both
    // players draw from in turn; `place` is where the game is in the player's book.
    virtual Chosen choose(const EnginePlayer& player, const std::byte* position, Trail trail,
                          LastMoves last, int place, std::uint64_t seed, RngState& draws) = 0;

    // A move drawn uniformly, as the random player draws it.
    virtual Move random_move(const std::byte* position, Trail trail, RngState& draws) = 0;

    // A whole game, the first `opening` plies drawn at random from the seed alone; `moves` has room
    // for the longest. False if it was stopped.
    virtual bool play(const EnginePlayer& black, const EnginePlayer& white, std::uint64_t seed,
                      int opening, Move* moves, PlayedEngineGame& out) = 0;

    // A net's values of positions, in its units: in the viewer's view where the net's encoding has
    // one, else in black's.
    virtual void values(const Net& net, const std::byte* const* positions, std::size_t count,
                        Side viewer, Score* out) = 0;

    // What a net's policy says of a position: a logit for each point and one for a pass. False if
    // the net has no policy.
    virtual bool policy(const Net& net, const std::byte* position, Trail trail, LastMoves last,
                        float* logits) = 0;

    // Seconds that the net takes for the children of a position, each once, exactly or as an
    // estimate, `repeats` times over.
    virtual double time_leaves(const std::byte* position, const Net& net, bool estimate,
                               int repeats, int& leaves) = 0;
};

// For searches up to a depth; gives up soon after `stop` is set.
std::unique_ptr<Engine> make_engine(const Options& options, int depth,
                                    const std::atomic<bool>* stop);

// Who plays whom in one game, by index.
struct Pairing {
    std::int32_t black;
    std::int32_t white;
};

struct EngineBatch : Batch {
    std::vector<std::int64_t> nodes;
    std::vector<std::int64_t> leaves;
};

// Plays games[i] between players[pairings[i]] with seeds[i]. As for `play_random`, nothing depends
// on the number of threads.
bool play_games(const Options& options, std::span<const EnginePlayer> players,
                std::span<const Pairing> pairings, std::span<const std::uint64_t> seeds,
                int opening, int threads, const std::function<bool(std::int64_t)>& poll,
                EngineBatch& batch);

}  // namespace ponnuki
