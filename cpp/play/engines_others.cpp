// Compiled once for each instruction set, as play/kernels.cpp is.
#include "games/othello.hpp"
#include "games/tic_tac_toe.hpp"
#include "play/engine_of.hpp"
#include "play/othello_one_ply.hpp"
#include "search/othello_endgame.hpp"

namespace ponnuki::inline PONNUKI_VARIANT {

PONNUKI_ENGINE(Othello<6>);
PONNUKI_ENGINE(Othello<8>);
PONNUKI_ENGINE(TicTacToe);

}  // namespace ponnuki::inline PONNUKI_VARIANT
