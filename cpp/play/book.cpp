#include "play/book.hpp"

#include <algorithm>

#include "core/rng.hpp"

namespace ponnuki {

Book::Book(std::span<const std::vector<Move>> lines) : places_(1) {
    for (const std::vector<Move>& line : lines) {
        int place = kStart;
        for (const Move move : line) {
            ++places_[place].lines;
            std::vector<Branch>& branches = places_[place].branches;
            auto found = std::ranges::find(branches, move, &Branch::move);
            if (found == branches.end())
                found = branches.insert(found, {move, 0, static_cast<int>(places_.size())});
            ++found->lines;
            place = found->place;
            if (place == static_cast<int>(places_.size())) places_.emplace_back();
        }
    }
}

int Book::after(int place, Move move) const {
    if (place == kOutside) return kOutside;
    for (const Branch& branch : places_[place].branches)
        if (branch.move == move) return branch.place;
    return kOutside;
}

Move Book::next(int place, bool likeliest, std::uint64_t seed, int plies) const {
    if (place == kOutside || places_[place].branches.empty()) return -1;
    const std::vector<Branch>& branches = places_[place].branches;
    if (likeliest) return std::ranges::max_element(branches, {}, &Branch::lines)->move;
    Rng rng(stream(seed, "book", static_cast<std::uint64_t>(plies)));
    int rest = rng.below(places_[place].lines);
    for (const Branch& branch : branches)
        if ((rest -= branch.lines) < 0) return branch.move;
    return -1;
}

}  // namespace ponnuki
