// The station's words, in its language.
export const W = JSON.parse(document.documentElement.dataset.words);

/** A text with its placeholders filled in: say("Round {n}", {n: 3}). */
export const say = (text, values = {}) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** A sentence whose numbers stay with the words that they belong to, wherever a line ends: "W20 zeigt 6: …", "1 Punkt", "4 × Gelb". */
export const tight = (text) => text.replace(/ × /g, "\u00a0×\u00a0").replace(/ (\d+)(?=[,.:;)]|$)/g, "\u00a0$1").replace(/(^|[,:;·(] ?)(\d+) (?=\p{L})/gu, "$1$2\u00a0");

/** A die as people call it: W6 in German, d6 in English. */
export function dieName(kind) {
  if (kind === "wizard") return W.wizard_die;
  return kind.replace(/^d/, W.die);
}

/** What a face is called. */
export function faceName(kind, face) {
  if (face === null || face === undefined) return "?";
  if (kind === "d%") return String(face).padStart(2, "0");
  return W.colours[face] ?? String(face);
}

/** What a seat is called in a view. */
export function seatName(view, seat) {
  const found = view?.game?.seats?.find((one) => one.seat === Number(seat));
  return found?.name || say(W.seat, { n: seat });
}
