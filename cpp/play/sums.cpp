#include "play/sums.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace ponnuki {

namespace {

// The worth of a wall at a temperature; `slope` is that behind its last corner.
Worth at(const Wall& wall, Worth temperature, int slope) {
    std::size_t i = 0;
    while (i + 1 < wall.size() && wall[i + 1].temperature <= temperature) ++i;
    const Worth beyond = temperature - wall[i].temperature;
    if (i + 1 == wall.size()) return wall[i].worth + slope * beyond;
    return wall[i + 1].worth == wall[i].worth ? wall[i].worth : wall[i].worth - beyond;
}

// Whether a wall falls right behind a temperature; a wall falls by 1 a degree or not at all.
bool falls(const Wall& wall, Worth temperature) {
    return at(wall, temperature + 1, 0) < at(wall, temperature, 0);
}

void add_temperatures(const Wall& wall, std::set<Worth>& out) {
    for (const Corner& corner : wall) out.insert(corner.temperature);
}

// A scaffold up to a temperature, and constant from there.
Wall cut(const Wall& scaffold, Worth temperature) {
    Wall out;
    for (const Corner& corner : scaffold)
        if (corner.temperature < temperature) out.push_back(corner);
    out.push_back({temperature, at(scaffold, temperature, -1)});
    return out;
}

}  // namespace

LocalGames::LocalGames() : games_(1) {
    known_[{0, {}, {}}] = kOver;
}

// What a side has at each temperature if it begins, before anybody asks whether that is worth it.
// Behind its last corner a scaffold falls.
Wall LocalGames::scaffold(const std::vector<LocalTerm>& options, Side side) const {
    std::set<Worth> temperatures{0};
    for (const LocalTerm& option : options)
        add_temperatures((*this)[option.game].walls[other(side)], temperatures);
    Wall out;
    for (auto now = temperatures.begin(); now != temperatures.end(); ++now) {
        constexpr Worth kNone = std::numeric_limits<Worth>::min();
        Worth level = kNone;  // the best of those that stay until the next temperature
        Worth steep = kNone;  // the best of those that fall
        for (const LocalTerm& option : options) {
            const Wall& theirs = (*this)[option.game].walls[other(side)];
            const Worth here = sign(side) * option.mean - at(theirs, *now, 0) - *now;
            Worth& best = falls(theirs, *now) ? level : steep;
            best = std::max(best, here);
        }
        out.push_back({*now, std::max(level, steep)});
        const auto next = std::next(now);
        if (next == temperatures.end() || level == kNone || steep <= level) continue;
        if (*now + steep - level < *next) out.push_back({*now + steep - level, level});
    }
    return out;
}

std::optional<LocalTerm> LocalGames::add(Worth stands, std::vector<LocalTerm> black,
                                         std::vector<LocalTerm> white) {
    LocalGame made;
    Worth mean = stands;
    made.options[kBlack] = std::move(black);
    made.options[kWhite] = std::move(white);
    Wall scaffolds[2];
    for (const Side side : {kBlack, kWhite}) {
        auto& options = made.options[side];
        std::sort(options.begin(), options.end());
        options.erase(std::unique(options.begin(), options.end()), options.end());
        if (!options.empty()) scaffolds[side] = scaffold(options, side);
    }
    const bool open = !made.options[kBlack].empty() || !made.options[kWhite].empty();
    const bool both = !made.options[kBlack].empty() && !made.options[kWhite].empty();
    const auto gain = [&](Worth temperature) {  // of beginning, for both together
        return at(scaffolds[kBlack], temperature, -1) + at(scaffolds[kWhite], temperature, -1);
    };
    if (both && gain(0) > 0) {
        std::set<Worth> temperatures;
        for (const Wall& wall : scaffolds) add_temperatures(wall, temperatures);
        Worth from = 0;
        for (const Worth one : temperatures)
            if (gain(one) > 0) from = one;
        const Worth rate = gain(from) - gain(from + 1);  // 1 or 2: here it comes down to nothing
        if (gain(from) % rate != 0) return std::nullopt;
        made.temperature = from + gain(from) / rate;
        for (const Side side : {kBlack, kWhite})
            made.walls[side] = cut(scaffolds[side], made.temperature);
        mean = made.walls[kBlack].back().worth;
    } else if (open) {
        // Nobody is in a hurry. What it stands for stays, unless a side gains by beginning.
        made.temperature = 0;
        if (!made.options[kBlack].empty()) mean = std::max(mean, scaffolds[kBlack][0].worth);
        if (!made.options[kWhite].empty()) mean = std::min(mean, -scaffolds[kWhite][0].worth);
        for (const Side side : {kBlack, kWhite}) made.walls[side] = {{0, sign(side) * mean}};
    }
    made.stands = stands - mean;
    for (const Side side : {kBlack, kWhite}) {
        for (LocalTerm& option : made.options[side]) option.mean -= mean;
        for (Corner& corner : made.walls[side]) corner.worth -= sign(side) * mean;
    }
    const auto key = std::tuple(made.stands, made.options[kBlack], made.options[kWhite]);
    const auto [found, fresh] = known_.try_emplace(key, static_cast<int>(games_.size()));
    if (fresh) games_.push_back(std::move(made));
    return LocalTerm{mean, found->second};
}

int LocalGames::reach(int game) const {
    std::set<int> seen{game};
    std::vector<int> waiting{game};
    while (!waiting.empty()) {
        const LocalGame& one = (*this)[waiting.back()];
        waiting.pop_back();
        for (const auto& options : one.options)
            for (const LocalTerm& option : options)
                if (seen.insert(option.game).second) waiting.push_back(option.game);
    }
    return static_cast<int>(seen.size());
}

Worth SumSearch::value(std::vector<int> sum, Side side, bool passed) {
    std::erase(sum, LocalGames::kOver);
    if (sum.empty()) return 0;
    std::sort(sum.begin(), sum.end());
    std::vector<int> key = sum;
    key.push_back(2 * side + passed);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    Worth best = 0;  // of a pass
    if (passed)
        for (const int game : sum) best += games_[game].stands;
    else
        best = value(sum, other(side), true);
    best *= sign(side);
    for (std::size_t i = 0; i < sum.size(); ++i) {
        if (i > 0 && sum[i] == sum[i - 1]) continue;
        for (const LocalTerm& option : games_[sum[i]].options[side]) {
            std::vector<int> next = sum;
            next[i] = option.game;
            best = std::max(best, sign(side) * (option.mean + value(next, other(side), false)));
        }
    }
    return known_[key] = sign(side) * best;
}

}  // namespace ponnuki
