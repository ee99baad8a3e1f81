// Dice that the server has written as words, drawn as the polyhedra that they are.
import { die } from "./dice.js";

/** Draws every die below a place. */
export function drawDice(place = document) {
  for (const one of place.querySelectorAll(".d")) {
    const { die: kind, face, seat, mute } = one.dataset;
    const drawn = die(kind, face, { className: kind === "wizard" ? "" : `seat-${seat}` });
    if (mute) {
      drawn.removeAttribute("role");
      drawn.removeAttribute("aria-label");
      drawn.setAttribute("aria-hidden", "true");
    }
    one.replaceChildren(drawn);
  }
}
