// The game round by round: what was thrown, what was judged, how it stood.
import { h } from "./dom.js";
import { die } from "./dice.js";
import { W, faceName, say, seatName, tight } from "./words.js";

/** A table of all rounds, the latest first. */
export function roundsTable(state, rounds) {
  const seats = state.game?.seats ?? [];
  if (!rounds.length || !seats.length) return h("p", { class: "nothing" }, W.no_rounds);
  const head = h("tr", {}, h("th", { scope: "col" }, h("span", { class: "unseen" }, W.round)), seats.map((one) => h("th", { scope: "col", class: `of seat-${one.seat}` }, h("span", {}, seatName(state, one.seat)))));
  const rows = [...rounds].reverse().flatMap((round) => {
    const many = round.throws.at(-1)?.dice.length > 4 ? round.throws.at(-1).dice : null;
    const judged = round.verdicts.length > 0;
    const score = (seat) => round.scores?.[seat] ?? 0;
    return [
      h(
        "tr",
        { class: "thrown" },
        h("th", { scope: "row", rowspan: 1 + judged + Boolean(many) }, h("span", { class: "unseen" }, W.round), judged ? h("a", { href: `/verdict/${state.number}/${round.round}`, title: W.verdict }, round.round) : round.round),
        seats.map((one) => h("td", {}, h("div", { class: "cell" }, many ? null : thrown(round, one.seat), h("span", { class: "score" }, score(one.seat))))),
      ),
      many ? h("tr", {}, h("td", { colspan: seats.length }, h("span", { class: "dice" }, many.map((each) => [die(each.die, each.face), before(each)])))) : null,
      judged ? h("tr", { class: "judged" }, h("td", { colspan: seats.length }, round.verdicts.map((one) => h("p", {}, tight(one.text))))) : null,
    ];
  });
  return h("table", {}, h("thead", {}, head), h("tbody", {}, rows));
}

function thrown(round, seat) {
  const throws = round.throws.filter((one) => one.seat === seat);
  const bid = round.revealed?.bids?.[seat];
  return h(
    "span",
    { class: "dice" },
    throws.flatMap((one) => one.dice.map((each) => [die(each.die, each.face, { className: `seat-${seat}` }), before(each)])),
    bid === undefined ? null : h("span", { class: `bid seat-${seat}` }, h("span", { class: "unseen" }, W.bid), bid),
  );
}

/** Of a die that was corrected: the face that stood there first, struck out. */
function before(each) {
  if (each.before === undefined) return null;
  const face = faceName(each.die, each.before);
  const told = say(W.corrected_from, { before: face });
  return [h("s", { class: "before", title: told, "aria-hidden": "true" }, face), h("span", { class: "unseen" }, told)];
}

/** The dice that lie on the table: those being read, else those of the last throw while they still matter. */
export function onTable(state, rounds) {
  const shown = state.challenge?.dice?.length ? state.challenge.dice : state.dice;
  if (shown?.length) return shown;
  const moves = state.phase === "choose" && state.game?.game === "overload" && state.game.throw !== null;
  if (!moves && !["verdict", "over", "challenge"].includes(state.phase)) return [];
  // While a verdict stands the next round may have begun already.
  const last = state.phase === "verdict" || state.phase === "over" ? rounds.findLast((one) => one.verdicts.length) : rounds.at(-1);
  if (!last?.throws.length) return [];
  const kept = state.game?.game === "ueberwurf" ? last.throws : last.throws.slice(-1);
  return kept.flatMap((one) => one.dice.map((each) => ({ ...each, seat: one.seat, settled: true })));
}

/** What a round is called: the one that is played, or another one. */
export function roundName(game, round = game?.round) {
  if (!game) return "";
  return game.rounds ? say(W.round_of, { n: Math.min(round, game.rounds), all: game.rounds }) : say(W.round_n, { n: round });
}
