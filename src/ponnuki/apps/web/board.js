// What the browser does by itself: it says which point was meant, and shows where the cursor is.
// It knows no rules; the server says which points can be played.
window.ponnuki = {
  click(event, emit) {
    const point = event.target.closest("[data-point]");
    const board = event.currentTarget;
    if (point && board.contains(point)) emit({ point: Number(point.dataset.point) });
  },

  key(event, emit) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const board = event.currentTarget;
    const size = Number(board.dataset.size);
    let at = Number(board.dataset.cursor ?? Math.floor((size * size) / 2));
    const row = Math.floor(at / size), column = at % size;
    const moves = { ArrowUp: row > 0 && -size, ArrowDown: row < size - 1 && size,
                    ArrowLeft: column > 0 && -1, ArrowRight: column < size - 1 && 1 };
    if (event.key in moves) {
      event.preventDefault();
      if (board.dataset.cursor !== undefined) at += moves[event.key] || 0;
      this.show(board, at);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (board.dataset.cursor !== undefined) emit({ point: at });
    } else if (["u", "p", "h", "PageUp", "PageDown", "Home", "End"].includes(event.key)) {
      event.preventDefault();
      emit({ key: event.key });
    }
  },

  show(board, at) {
    if (!board.watched) {  // a new drawing comes without the cursor
      board.watched = new MutationObserver(() => this.show(board, Number(board.dataset.cursor)));
      board.watched.observe(board.querySelector(".drawing"), { childList: true });
    }
    board.dataset.cursor = at;
    board.querySelectorAll(".point.cursor").forEach((point) => point.classList.remove("cursor"));
    const point = board.querySelector(`[data-point="${at}"]`);
    if (!point) return;
    point.classList.add("cursor");
    board.setAttribute("aria-activedescendant", point.id);
    const said = document.querySelector(".spoken");
    if (said) said.textContent = point.getAttribute("aria-label");
  },

  choose(event) {
    event.currentTarget.closest("section").querySelector("input[type=file]").click();
  },

  async file(event, most, emit) {
    const input = event.currentTarget, file = input.files[0];
    if (!file) return;
    emit({ text: file.size > most ? null : await file.text() });
    input.value = "";  // so that the same file can be chosen again
  },

  expect(shown) {
    document.querySelectorAll(".board").forEach((board) => board.classList.toggle("expecting", shown));
  },
};
