// What is played, and the one sentence that matters now.
import { h } from "./dom.js";
import { roundName } from "./rounds.js";
import { W, say, seatName, tight } from "./words.js";

// These questions are sentences that say by themselves who asks, or who is asked.
const WHOLE = ["confirm", "agree", "halt", "next"];
// Between sentences; never at the beginning of a line.
const DOT = "\u00a0· ";

/** What is played. While a verdict stands the next round has begun already: its own round is named. */
export function what(now, rounds = []) {
  const judged = now.phase === "verdict" ? rounds.findLast((one) => one.verdicts.length)?.round : undefined;
  if (!now.setup) return W.phases[now.phase] ?? "";
  const variants = now.setup.variants.length ? ` · ${now.setup.variants.join(", ")}` : "";
  const series = now.series ? ` · ${say(W.best_of, { n: now.series.best_of })}` : "";
  return [h("b", {}, now.setup.name), h("span", {}, `${variants}${series}`), h("span", { class: "round" }, roundName(now.game, judged)), h("span", { class: "phase" }, W.phases[now.phase] ?? "")];
}

/** The sentence that matters now; on a seat's own panel without what it is asked itself, which stands there already. */
export function said(now, mine = null) {
  if (now.phase === "pause") return W.paused;
  if (now.outcome) return outcome(now);
  if (now.challenge?.proposal) return now.questions[mine] ? "" : now.challenge.proposal.text;
  if (now.phase === "menu") return mine === null ? now.about : "";
  if (now.tray?.notice && now.phase !== "verdict") return now.tray.notice;
  if (["throw", "reading"].includes(now.phase) && now.tray?.text) return now.tray.text;
  if (now.phase === "verdict" && now.verdict) return now.verdict.text;
  if (now.questions[mine]) return "";
  return common(now) ?? W.phases[now.phase] ?? "";
}

/** What the seats are asked, with their names; nothing where none is, or where that would be too much for a sentence. */
export function common(now) {
  const asked = Object.entries(now.questions);
  const texts = [...new Set(asked.map(([, one]) => one.text))];
  if (!texts.length || texts.length > 2) return null;
  return texts.map((text) => whom(now, text, asked.filter(([, one]) => one.text === text))).join(DOT);
}

function whom(now, what, asked) {
  if (WHOLE.includes(asked[0][1].ask)) return what;
  const all = asked.length > 1 && asked.length === now.game?.seats.length;
  return say(W.who_does, { who: all ? W.all : asked.map(([seat]) => seatName(now, seat)).join(", "), what });
}

// What the plates, the dice and the sentence above say already.
const SHOWN = ["locked", "taken_back", "game_over", "halted", "read"];

/**
 * What was done last, in the table's own sentences, without those that stand beside it.
 * @param {Array<{event: string, text: string}>} events - of the last entry that has any to tell.
 * @param {Array<string>} beside - the sentence that matters now, and on a panel what is asked there.
 */
export const story = (events, ...beside) => events.map((one) => one.text).filter((text) => text && !beside.includes(text)).map(tight).join(DOT);

/** Those events of an entry that are worth a sentence. */
export const telling = (events) => events.filter((one) => !SHOWN.includes(one.event));

function outcome(now) {
  const { winner, reason } = now.outcome;
  const names = winner.map((seat) => seatName(now, seat)).join(", ");
  if (reason === "aborted") return W.aborted;
  if (!winner.length && reason !== "draw") return `${W.draw} – ${W.reasons[reason] ?? ""}`;
  const others = now.game?.seats.filter((one) => !winner.includes(one.seat)) ?? [];
  // With more seats it is not to be seen here who it was: what was done last says it.
  if (winner.length === 1 && others.length === 1 && (reason === "conceded" || reason === "forfeited")) return say(W[reason], { names, who: seatName(now, others[0].seat) });
  const text = winner.length === 0 ? W.draw : winner.length === 1 ? say(W.wins, { names }) : say(W.share, { names });
  // There is no play-off in the Wizard Würfelspiel.
  const why = reason === "tiebreak" && now.game?.game === "wizard" ? "fewer_jesters" : reason;
  return winner.length ? `${text} – ${W.reasons[why] ?? ""}` : text;
}
