// What is played, and the one sentence that matters now.
import { h } from "./dom.js";
import { roundName } from "./rounds.js";
import { W, say, seatName } from "./words.js";

/** What is played. While a verdict stands the next round has begun already: its own round is named. */
export function what(now, rounds = []) {
  const judged = now.phase === "verdict" ? rounds.findLast((one) => one.verdicts.length)?.round : undefined;
  if (!now.setup) return W.phases[now.phase] ?? "";
  const variants = now.setup.variants.length ? ` · ${now.setup.variants.join(", ")}` : "";
  const series = now.series ? ` · ${say(W.best_of, { n: now.series.best_of })}` : "";
  return [h("b", {}, now.setup.name), h("span", {}, `${variants}${series}`), h("span", { class: "round" }, roundName(now.game, judged)), h("span", { class: "phase" }, W.phases[now.phase] ?? "")];
}

/** The sentence that matters now. */
export function said(now) {
  if (now.outcome) return outcome(now);
  if (now.challenge?.proposal) return now.challenge.proposal.text;
  if (now.phase === "menu") return now.about;
  if (["throw", "reading"].includes(now.phase) && now.tray?.text) return now.tray.text;
  if (now.phase === "verdict" && now.verdict) return now.verdict.text;
  return common(now) ?? W.phases[now.phase] ?? "";
}

/** What everybody is asked; nothing where the seats are asked different things, or nobody anything. */
export function common(now) {
  const asked = new Set(Object.values(now.questions).map((one) => one.text));
  return asked.size === 1 ? [...asked][0] : null;
}

function outcome(now) {
  const { winner, reason } = now.outcome;
  const names = winner.map((seat) => seatName(now, seat)).join(", ");
  if (reason === "aborted") return W.aborted;
  const text = winner.length === 0 ? W.draw : winner.length === 1 ? say(W.wins, { names }) : say(W.share, { names });
  return winner.length ? `${text} – ${W.reasons[reason] ?? ""}` : text;
}
