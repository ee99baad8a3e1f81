// What each game adds: to a seat's plate, and on the stage between the seats.
import { h, s } from "./dom.js";
import { die, symbol } from "./dice.js";
import { onTable } from "./rounds.js";
import { W, say, seatName } from "./words.js";

/** What a game adds to a seat's plate. */
export function extras(state, seat) {
  return { ueberwurf: unused, zugband: markers, wizard: sheet }[state.game.game]?.(state, seat) ?? null;
}

/** What lies between the seats. */
export function stage(state, rounds) {
  const game = state.game;
  if (state.phase === "menu") return menu(state);
  if (!game) return h("p", { class: "welcome" }, W.welcome);
  const parts = [{ zugband: rope, overload: track, wizard: weather }[game.game]?.(state, rounds), table(state, rounds)];
  return h("div", { class: `game ${game.game}` }, parts);
}

function menu(state) {
  // The seats' codes are for this machine itself: nobody else gets in there.
  const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const options = state.options.map((one, index) => h("li", {}, h("b", {}, one), state.notes?.[index] ? h("small", {}, state.notes[index]) : null));
  return h("div", { class: "menu" }, h("ol", {}, options), h("p", {}, W.menu_help), here ? h("a", { class: "button", href: "/seats" }, W.seats_title) : null);
}

/** The dice on the table, by seat. */
function table(state, rounds) {
  const lying = onTable(state, rounds);
  if (state.game.game === "ueberwurf") return duel(state, lying);
  if (!lying.length) return null;
  return h("div", { class: "throw" }, lying.map((one, index) => die(one.die, one.face, { className: `seat-${one.seat} ${one.settled ? "" : "open"}`, turn: [0.2, -0.15, 0.32, 0.05][index % 4] })));
}

// --- Überwurf ----------------------------------------------------------------------------------------------------------

function unused(_state, seat) {
  return h("div", { class: "unused", role: "group", "aria-label": W.dice_left }, seat.unused.map((kind) => die(kind === "d100" ? "d%" : kind, kind === "d100" ? 0 : highest(kind), { className: `seat-${seat.seat}` })));
}

const highest = (kind) => (kind === "d10" ? 0 : Number(kind.slice(1)));

function duel(state, lying) {
  return h(
    "div",
    { class: "duel" },
    state.game.seats.map((seat) => {
      const own = lying.filter((one) => one.seat === seat.seat);
      const kinds = own.length ? own : parts(seat.die).map((kind) => ({ die: kind, face: null }));
      const dice = kinds.length ? kinds.map((one, index) => die(one.die, one.face, { className: `seat-${seat.seat}`, turn: index ? -0.2 : 0.2 })) : cover(seat);
      const judged = own.length && decided(state) ? (state.verdict.seat === seat.seat ? "scored" : "beaten") : "";
      return h("div", { class: `side seat-${seat.seat} ${judged}` }, dice);
    }),
    h("span", { class: "versus", "aria-hidden": "true" }, state.verdict && judging(state) ? sign(state.verdict) : "⚔"),
  );
}

const judging = (state) => ["verdict", "over"].includes(state.phase);
const decided = (state) => judging(state) && state.verdict?.seat;
const sign = (verdict) => (verdict.points ? `+${verdict.points}` : "=");

/** The physical dice of what was chosen: "d8", "d8+d100" where the W100 stands in. */
function parts(chosen) {
  if (!chosen) return [];
  return chosen.includes("d100") ? ["d%", "d10"] : [chosen];
}

function cover(seat) {
  return s("svg", { class: `cover ${seat.locked ? "locked" : ""}`, viewBox: "-1.08 -1.08 2.16 2.16", role: "img", "aria-label": seat.locked ? W.locked : W.waits }, s("circle", { r: 0.86 }), seat.locked ? s("path", { class: "lock", d: "M-.34-.06h.68v.56h-.68zM-.22-.06v-.2a.22.22 0 0 1 .44 0v.2" }) : null);
}

// --- Zugband -----------------------------------------------------------------------------------------------------------

function markers(_state, seat) {
  const all = Array.from({ length: 6 }, (_one, index) => h("i", { class: index < seat.left ? "has" : "" }));
  return h("p", { class: "markers", role: "img", "aria-label": `${W.markers}: ${seat.left}` }, all);
}

function rope(state, rounds) {
  const { goal, knot } = state.game;
  const half = Math.max(3, goal);
  const places = Array.from({ length: 2 * half + 1 }, (_one, index) => index - half);
  const x = (place) => place * 100;
  const reached = (place) => Math.abs(place) === goal;
  const bids = ["verdict", "over"].includes(state.phase) ? rounds.findLast((one) => one.verdicts.length)?.revealed?.bids : null;
  return h(
    "div",
    { class: "tug" },
    s(
      "svg",
      { viewBox: `${-half * 100 - 70} -90 ${half * 200 + 140} 180`, role: "img", "aria-label": `${W.knot}: ${knot}` },
      s("path", { class: "rope", d: `M${x(-half)} 0H${x(half)}` }),
      s("path", { class: "strands", d: `M${x(-half)} 0H${x(half)}` }),
      places.map((place) => s("g", { class: `station ${reached(place) ? `goal seat-${place < 0 ? 1 : 2}` : ""}`, transform: `translate(${x(place)} 0)` }, s("circle", { r: reached(place) ? 30 : 14 }), reached(place) ? s("path", { d: "M0-30v-46l40 16-40 16" }) : null, s("text", { y: 66 }, Math.abs(place)))),
      s("g", { class: "knot", transform: `translate(${x(knot)} 0)` }, s("circle", { r: 36 }), s("path", { d: "M-24 0C-24-26 0-10 0 0S24 26 24 0 0-10 0 0-24 26-24 0z" })),
    ),
    bids ? h("p", { class: "bids" }, state.game.seats.map((seat) => h("span", { class: `seat-${seat.seat}` }, h("span", { class: "unseen" }, `${seatName(state, seat.seat)}, ${W.bid}`), bids[seat.seat]))) : null,
  );
}

// --- Overload ----------------------------------------------------------------------------------------------------------

function track(state) {
  const { fields, special, seats, bowl, target } = state.game;
  const figures = seats.flatMap((seat) => seat.figures.map((one) => ({ ...one, seat: seat.seat })));
  const at = (place) => figures.filter((one) => one.position === place);
  const field = (place) => {
    const kind = special[place];
    const name = place === 0 ? W.start : place > fields ? W.goal : place;
    return h("li", { class: `field ${kind ?? ""} ${place === 0 ? "start" : ""} ${place > fields ? "end" : ""}`, title: kind ? W.specials[kind] : null }, h("b", {}, name, kind ? h("span", { class: "unseen" }, ` ${W.specials[kind]}`) : null), at(place).map((one) => pawn(state, one)));
  };
  return h(
    "div",
    { class: "board" },
    h("p", { class: "facts" }, h("span", {}, `${W.bowl}: ${bowl}`), h("span", {}, `${W.target}: ${target}`)),
    h("ol", { class: `track columns-${columns(fields + 4)}`, start: 0 }, Array.from({ length: fields + 2 }, (_one, place) => field(place))),
  );
}

/** In how many columns so many places are shown on a wide screen: cells about as high as wide, and no hole at the end. */
function columns(places) {
  const ideal = Math.sqrt(places * 1.9);
  const hole = (many) => (many - (places % many)) % many;
  return Array.from({ length: 11 }, (_one, index) => index + 4)
    .filter((many) => Math.abs(many - ideal) < 2.2)
    .sort((one, other) => hole(one) - hole(other) || Math.abs(one - ideal) - Math.abs(other - ideal))[0] ?? 14;
}

/** A figure of Overload, as it stands on the track. */
export function pawn(state, figure) {
  const label = `${say(W.figure, { name: figure.figure })}, ${seatName(state, figure.seat)}, ${say(W.discs, { n: figure.discs })}`;
  return h("span", { class: `pawn seat-${figure.seat} ${state.game.turn === figure.seat && state.game.moving === figure.figure ? "moving" : ""}`, role: "img", "aria-label": label }, h("b", {}, figure.figure), h("i", { class: figure.discs === 8 ? "full" : "" }, figure.discs));
}

// --- Wizard Würfelspiel ------------------------------------------------------------------------------------------------

/** The colours of the Wizard Würfelspiel, in the order of its sheet. */
export const COLOURS = ["blue", "green", "red", "yellow"];

/** The facts of the round: wizard colour, card, throws left. */
function weather(state) {
  const { wizard_colour: colour, throws_left: left, dice } = state.game;
  const card = state.spell;
  const lying = state.dice?.length || ["verdict", "over"].includes(state.phase) ? [] : dice.filter((face) => face !== null);
  // Before the predictions, and under a verdict, all throws of the next round are left: that says nothing.
  const throwing = !["verdict", "over"].includes(state.phase) && (state.phase !== "choose" || dice.some((face) => face !== null));
  return h(
    "div",
    { class: "weather" },
    h("p", { class: "facts" }, colour ? h("span", { class: `swatch ${colour}` }, `${W.wizard_colour}: ${W.colours[colour]}`) : null, left && throwing ? h("span", {}, say(W.throws_left, { n: left })) : null),
    card ? h("div", { class: "spell" }, h("small", {}, W.card), h("b", {}, card.name), h("p", {}, card.about)) : null,
    lying.length ? h("div", { class: "throw" }, lying.map((face, index) => die("wizard", face, { turn: [0.2, -0.15, 0.32, 0.05][index % 4] }))) : null,
  );
}

/** What a seat has predicted, and how many dice count for it now. */
function promise({ counts }, number, colour) {
  const predicted = `${number} × ${W.colours[colour]}`;
  return counts === null ? predicted : say(W.counts, { predicted, n: counts });
}

function sheet(state, seat) {
  const { prediction, sheet: rows, crosses } = seat;
  const [number, colour] = prediction ? [prediction.match(/\d/)?.[0], COLOURS.find((one) => prediction.includes(one))] : [];
  const row = (name) =>
    h("tr", { class: name }, h("th", { scope: "row" }, symbol(name), h("span", { class: "unseen" }, W.colours[name])), rows[name].map((value, index) => h("td", { class: `${value === null ? "" : String(value).startsWith("X") ? "hit" : "miss"} ${name === colour && Number(number) === index + 1 ? "now" : ""}` }, value === null ? index + 1 : value === 0 ? "0" : value)));
  return [
    h("p", { class: "promise" }, state.game.holder === seat.seat ? h("span", { class: "chip" }, W.start_card) : null, colour ? h("span", { class: `swatch ${colour}` }, promise(seat, number, colour)) : null, h("span", { class: "crosses" }, say(W.crosses, { n: crosses, all: state.game.goal }))),
    h("table", { class: "sheet", "aria-label": W.sheet }, h("tbody", {}, [...COLOURS, "jester"].map(row))),
  ];
}
