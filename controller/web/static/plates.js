// The seats: who plays, how many points, what is asked, who has locked.
import { h } from "./dom.js";
import { extras } from "./games.js";
import { common } from "./saying.js";
import { W, seatName } from "./words.js";

/** A plate for each seat; ``mine`` is the seat whose panel this is. */
export function plates(state, mine = null) {
  const seats = state.game?.seats ?? [];
  // What all are asked stands once, in the middle.
  const told = common(state) !== null;
  return seats.map((one) => {
    const asked = state.questions[one.seat];
    const won = state.outcome?.winner?.includes(one.seat);
    const wins = state.series?.wins?.[one.seat];
    const stake = state.setup?.stakes?.[one.seat];
    return h(
      "article",
      { class: `plate seat-${one.seat} ${asked ? "asked" : ""} ${won ? "won" : ""}`, "data-seat": one.seat },
      h("h2", { class: "name" }, seatName(state, one.seat), one.seat === mine ? h("span", { class: "you" }, W.you) : null),
      h("p", { class: "points", "aria-label": `${W.points}: ${one.score}` }, one.score),
      wins === undefined ? null : h("p", { class: "wins", "aria-label": wins }, "●".repeat(wins) || "○"),
      h("p", { class: "status" }, status(state, one, asked, won)),
      asked && !told && one.seat !== mine ? h("p", { class: "ask" }, asked.text) : null,
      stake ? h("p", { class: "stake" }, `${W.stake}: ${stake}`) : null,
      extras(state, one),
    );
  });
}

function status(state, seat, asked, won) {
  if (won) return chip("won", W.winner);
  if (state.outcome) return null;
  if (state.late?.includes(seat.seat)) return chip("late", W.late);
  if (asked) return chip("asked", W.asked);
  // A die of Überwurf that is revealed is locked no more, though it is still the chosen one.
  if (seat.locked && !seat.die) return chip("locked", W.locked);
  return chip("waits", W.waits);
}

const chip = (kind, text) => h("span", { class: `chip ${kind}` }, text);
