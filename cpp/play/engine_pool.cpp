#include "play/engine_pool.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "core/cpu.hpp"

namespace ponnuki {

struct LentEngine::Kept {
    Options options;
    InstructionSet set;
    int depth;
    std::atomic<bool> stop{false};
    std::unique_ptr<Engine> engine{};

    Kept(const Options& game, int deepest) : options(game), set(instruction_set()), depth(deepest) {
        engine = make_engine(options, depth, &stop);
    }
    bool serves(const Options& game, int deepest) const {
        return options == game && set == instruction_set() && depth >= deepest;
    }
};

namespace {

constexpr std::size_t kMostIdle = 4;  // each may hold 30 MB

struct Pool {
    std::mutex lock;
    std::vector<std::unique_ptr<LentEngine::Kept>> idle;  // the latest last
};

Pool& pool() {
    static Pool one;
    return one;
}

}  // namespace

LentEngine::LentEngine(const Options& options, int depth) {
    {
        const std::lock_guard guard(pool().lock);
        auto& idle = pool().idle;
        const auto found = std::find_if(idle.rbegin(), idle.rend(), [&](const auto& one) {
            return one->serves(options, depth);
        });
        if (found != idle.rend()) {
            kept_ = std::move(*found);
            idle.erase(std::next(found).base());
        }
    }
    if (!kept_) kept_ = std::make_unique<Kept>(options, depth);
    kept_->stop = false;
}

LentEngine::LentEngine(LentEngine&&) noexcept = default;

LentEngine& LentEngine::operator=(LentEngine&& from) noexcept {
    give_back();
    kept_ = std::move(from.kept_);
    return *this;
}

LentEngine::~LentEngine() {
    give_back();
}

void LentEngine::give_back() {
    if (!kept_) return;
    kept_->engine->new_game();  // a tree may be large
    const std::lock_guard guard(pool().lock);
    auto& idle = pool().idle;
    if (idle.size() == kMostIdle) idle.erase(idle.begin());
    idle.push_back(std::move(kept_));
}

bool LentEngine::serves(const Options& options, int depth) const {
    return kept_->serves(options, depth);
}

Engine* LentEngine::operator->() const {
    return kept_->engine.get();
}

std::atomic<bool>& LentEngine::stop() const {
    return kept_->stop;
}

}  // namespace ponnuki
