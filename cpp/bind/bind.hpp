// What the files of the extension module share. Here is no logic: check, convert, release the GIL.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "games/game.hpp"
#include "games/options.hpp"
#include "play/batch.hpp"
#include "play/engine.hpp"

namespace ponnuki {

// A game with its options.
struct Rules {
    Options options;
};

// A position of any game. The bytes are the game's own Position; the trail is kept only for games
// whose rules read it; the last moves are for nets that see them.
struct AnyPosition {
    Options options;
    alignas(8) std::array<std::byte, kMaxPositionBytes> bytes{};
    std::vector<std::uint64_t> trail{};
    LastMoves last{};
};

template <Game G>
const typename G::Position& position_of(const G&, const AnyPosition& any) {
    return *reinterpret_cast<const typename G::Position*>(any.bytes.data());
}

template <Game G>
typename G::Position& position_of(const G&, AnyPosition& any) {
    return *reinterpret_cast<typename G::Position*>(any.bytes.data());
}

// True while no signal wants to stop the calling thread; a pending Ctrl-C is thrown as
// KeyboardInterrupt. For loops that have released the GIL.
inline bool no_signal() {
    const nanobind::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    return true;
}

using Progress = nanobind::typed<nanobind::callable, nanobind::object(std::int64_t)>;

// Looks for Ctrl-C and tells a callback, if there is one, how many games are done. For loops that
// have released the GIL.
inline bool report(const std::optional<Progress>& progress, std::int64_t done) {
    no_signal();
    if (progress) {
        const nanobind::gil_scoped_acquire gil;
        (*progress)(done);
    }
    return true;
}

// Hands a vector's memory to NumPy as a read-only array.
template <class T>
auto to_numpy(std::vector<T>&& values) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* data = owned->data();
    const std::size_t size = owned->size();
    nanobind::capsule owner(owned.release(), [](void* memory) noexcept {
        delete static_cast<std::vector<T>*>(memory);
    });
    return nanobind::ndarray<nanobind::numpy, const T, nanobind::ndim<1>>(data, {size}, owner);
}

// Winners, reasons, twice the margins, offsets, moves.
inline auto batch_arrays(Batch&& batch) {
    std::vector<std::int8_t> winners;
    std::vector<std::uint8_t> reasons;
    std::vector<std::int16_t> margins2;
    for (const Result& result : batch.results) {
        winners.push_back(result.winner);
        reasons.push_back(result.reason);
        margins2.push_back(result.margin2);
    }
    return std::make_tuple(to_numpy(std::move(winners)), to_numpy(std::move(reasons)),
                           to_numpy(std::move(margins2)), to_numpy(std::move(batch.offsets)),
                           to_numpy(std::move(batch.moves)));
}

// Throws std::invalid_argument if a player does not play a game.
void require_fits(const EnginePlayer& player, const Options& options);

void bind_games(nanobind::module_& module);
void bind_evaluators(nanobind::module_& module);
void bind_engines(nanobind::module_& module);
void bind_play(nanobind::module_& module);
void bind_learn(nanobind::module_& module);
void bind_td(nanobind::module_& module);
void bind_zero(nanobind::module_& module);

}  // namespace ponnuki
