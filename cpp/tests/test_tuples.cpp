// N-tuple networks that count liberties, and what a learner makes of them.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "evaluators/nets.hpp"
#include "evaluators/tuples/learning.hpp"
#include "games/go.hpp"
#include "learn/td/walk.hpp"

using namespace ponnuki;

// A net that counts liberties, and one that shares weights among images.
static TupleArchitecture with_liberties(bool symmetric) {
    return {.size = 5,
            .tuples = {{{6, 7, 11}, 3, true}, {{0, 1, 5}, 2}, {{12, 7, 13, 17, 11}}, {{2, 7}, 3}},
            .output_activation = Activation::sigmoid,
            .stages = 2,
            .symmetric = symmetric};
}

TEST("n-tuples with liberties learn their gradient") {
    for (const bool symmetric : {false, true}) {
        const TupleArchitecture architecture = with_liberties(symmetric);
        std::vector<float> weights(architecture.weight_count());
        Rng rng(3);
        for (float& weight : weights) weight = static_cast<float>(rng.uniform() - 0.5);
        Stones board;
        for (int point = 0; point < 25; ++point)
            if (const int who = rng.below(3); who < 2)
                board.word[who][0] |= std::uint64_t{1} << point;
        LearningTuples net(architecture);
        auto moment = net.moment();
        net.load_weights(weights);
        net.value(board, kWhite, moment);
        net.learn(moment, 1);
        std::vector<float> learned(weights.size());
        net.store_weights(learned);
        double largest = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            constexpr float kStep = 1.0f / 128;
            const auto value = [&](float by) {
                std::vector<float> row(weights);
                row[i] += by;
                net.load_weights(row);
                return double{net.value(board, kWhite, moment)};
            };
            const double numeric = (value(kStep) - value(-kStep)) / (2 * double{kStep});
            CHECK(std::abs(double{learned[i]} - double{weights[i]} - numeric) < 1e-3);
            largest = std::max(largest, numeric);
        }
        CHECK(largest > 0.01);
    }
}

TEST("n-tuples with liberties value what a move makes of a board as that board") {
    const Go<5> game(GoOptions{});
    for (const bool symmetric : {false, true}) {
        const TupleArchitecture architecture = with_liberties(symmetric);
        std::vector<float> weights(architecture.weight_count());
        Rng rng(5);
        for (float& weight : weights) weight = static_cast<float>(rng.uniform() - 0.5);
        LearningTuples net(architecture), other_net(architecture);
        net.load_weights(weights);
        other_net.load_weights(weights);
        const Net rounded(architecture, weights);
        const auto& one = std::get<TupleNet>(rounded.any());
        td::WalkOf<Go<5>> walk(game);
        auto candidates = std::make_unique<td::Candidates>();
        auto moment = net.moment();
        int captures = 0;
        for (int games = 0; games < 20; ++games) {
            walk.start(false);
            while (!walk.result().over()) {
                const Side mover = walk.mover();
                walk.list(false, *candidates);
                LearningTuples::Inputs inputs;
                FloatRow sums(net.units());
                std::vector<float> after(candidates->count);
                net.start(walk.stones, mover, inputs, sums.data());
                net.values_after(sums.data(), candidates->changes.data(), candidates->begin,
                                 candidates->count, mover, after.data());
                for (int i = 0; i < candidates->count; ++i) {
                    Stones next = walk.stones;
                    Bits<25> stones[2];
                    for (int j = candidates->begin[i]; j < candidates->begin[i + 1]; ++j) {
                        const Change& change = candidates->changes[j];
                        const Side side = change.by > 0 ? kBlack : kWhite;
                        const std::uint64_t bit = std::uint64_t{1} << change.point;
                        if (next.word[other(side)][0] & bit) {
                            next.word[other(side)][0] ^= bit;
                            ++captures;
                        } else {
                            next.word[side][0] ^= bit;
                        }
                    }
                    for (const Side side : {kBlack, kWhite})
                        stones[side].word[0] = next.word[side][0];
                    CHECK(std::abs(after[i] - other_net.value(next, mover, moment)) < 1e-5f);
                    const Score score = value_of<5>(one, stones[kBlack], stones[kWhite], mover);
                    CHECK(std::abs(double{after[i]} - static_cast<double>(score) * rounded.unit()) <
                          2e-5);
                }
                walk.play(walk.random_move(rng));
            }
        }
        CHECK(captures > 100);
    }
}
