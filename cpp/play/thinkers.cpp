// Compiled once for each instruction set, as play/kernels.cpp is.
#include "play/thinkers.hpp"

#include "games/sizes.hpp"
#include "play/interim.hpp"
#include "play/knowledge.hpp"
#include "play/reader.hpp"
#include "play/ryder.hpp"
#include "play/zobrist.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

template <int N>
void rank_as(PlayerKind kind, const Scene<N>& scene, const ScriptSettings& settings, Worths<N>& out,
             Notes* notes) {
    if (kind == PlayerKind::ryder) return rank_as_ryder(scene, settings, out, notes);
    if (kind == PlayerKind::zobrist) return rank_as_zobrist(scene, settings, out, notes);
    if (kind == PlayerKind::interim) return rank_as_interim(scene, out, notes);
    rank_as_knowledge(scene, settings, out, notes);
}

template <int N>
Answer ask_reader(const Scene<N>& scene, const Question& question) {
    Reader<N> reader(scene.stones[kBlack], scene.stones[kWhite], question.width,
                     question.first == scene.side ? scene.barred : typename Grid<N>::Points());
    return reader.ask(question.goal, question.target, question.first, question.second);
}

#define PONNUKI_THINKERS(N)                                                                        \
    template void rank_as(PlayerKind, const Scene<N>&, const ScriptSettings&, Worths<N>&, Notes*); \
    template Answer ask_reader(const Scene<N>&, const Question&)
PONNUKI_FOR_EACH_GO_SIZE(PONNUKI_THINKERS);
#undef PONNUKI_THINKERS

}  // namespace ponnuki::inline PONNUKI_VARIANT
