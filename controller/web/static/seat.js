// One seat's panel: its question as buttons that say what they mean. What is chosen stays here until it is locked.
import { byId, fill, h } from "./dom.js";
import { cameraPicture, closeUp, closeUps } from "./camera.js";
import { die, symbol } from "./dice.js";
import { COLOURS, pawn, stage } from "./games.js";
import { plates } from "./plates.js";
import { roll } from "./rolling.js";
import { roundsTable } from "./rounds.js";
import { showRules } from "./rules.js";
import { said, story, telling, what } from "./saying.js";
import { listen, patience } from "./stream.js";
import { W, say, seatName, tight } from "./words.js";

const ANSWER_BYTES = 160;
// What is picked here counts at once; a choice and a face are locked after they were picked.
const AT_ONCE = ["ready", "next", "halt"];
const panel = byId("panel");
const path = panel.dataset.path;
const seat = Number(panel.dataset.seat);

let state = null;
let rounds = [];
let happened = [];
let toldAt = 0;
let picture = null;
let question = null;
// The journal's last entry when it was asked.
let askedAt = null;
let selected = null;
let sending = false;
// The question that was answered last: nothing is asked until the next one is there.
let answered = null;
// Whose panel it is in this game, and who sat where in the last one.
let named = null;
let sat = [];
// What is said where it has become somebody else's; until something is pressed.
let handedOn = "";
// An answer was lost on its way.
let unsent = false;
// What was picked before the page came anew in another language; in this window alone, and read once.
const PICKED = "picked";
let picked = sessionStorage.getItem(PICKED);
sessionStorage.removeItem(PICKED);

// --- what is shown ---------------------------------------------------------------------------------------------------

function show() {
  if (!state) return;
  const root = document.documentElement;
  root.dataset.phase = state.phase;
  root.dataset.game = state.game?.game ?? "";
  root.dataset.players = state.game?.seats.length ?? 0;
  document.title = `${seatName(state, seat)} – ${W.title}`;
  const owner = plays() ? seatName(state, seat) : named;
  // Who sat here sits elsewhere now, or who sits here now sat elsewhere: of three who take turns one plays no longer.
  const elsewhere = (seats, name) => seats.some((one) => one.name === name && one.seat !== seat);
  if (owner !== named && state.game && (elsewhere(state.game.seats, named) || elsewhere(sat, owner))) tell((handedOn = say(W.handed_on, { n: seat, name: owner })));
  named = owner;
  sat = state.game?.seats ?? sat;
  fill(byId("what"), what(state, rounds));
  byId("trouble").hidden = !state.trouble;
  byId("trouble").textContent = state.trouble;
  fill(byId("seats"), plates(state, seat));
  const sentence = said(state, seat);
  // In a pause nobody can do what was asked last.
  const told = state.game && state.phase !== "pause" ? story(happened, sentence, state.questions[seat]?.text) : "";
  byId("said").hidden = !sentence && !told;
  fill(byId("said"), sentence ? h("p", { class: state.phase }, tight(sentence)) : null, told ? h("p", { class: "told" }, told) : null);
  // In the menus between games the question says it all.
  const playing = Boolean(state.game);
  for (const id of ["stage", "rounds-of"]) byId(id).hidden = !playing;
  fill(byId("stage"), stage(state, rounds));
  roll(byId("stage"), state.tray?.state === "rolling");
  fill(byId("rounds"), roundsTable(state, rounds));
  byId("camera").hidden = !playing || state.game.game === "zugband";
  if (byId("mishaps")) byId("mishaps").hidden = !playing || state.game.game === "zugband";
  byId("how").hidden = !state.setup;
  if (byId("how").open && rulesOf !== rulesNow()) explain();
  byId("stop").hidden = !state.game || state.phase === "challenge" || stands() || !plays() || !state.stop.length;
  fill(byId("ways"), waysOut());
  ask();
}

/** What stopping the game can lead to now, and nothing that it cannot. */
function waysOut() {
  const ways = state.stop.map((way) => W.stop_ways[way]).filter(Boolean).join(", ");
  return ways ? say(W.stop_help, { ways: ways[0].toUpperCase() + ways.slice(1) }) : W.stop_pause;
}

/** Whether this seat is one of the game's. */
const plays = () => state.game?.seats.some((one) => one.seat === seat) ?? false;

// --- how the game works: fetched when somebody wants to know it ------------------------------------------------------

let rulesOf = null;
const rulesNow = () => state?.setup && JSON.stringify([state.setup.id, state.setup.variants]);

function explain() {
  if (!byId("how").open || !state?.setup) return;
  rulesOf = rulesNow();
  showRules(byId("about"), state.setup);
}

byId("how").addEventListener("toggle", explain);

/** For those who hear the page: their turn first, else what is going on. */
function announce(open) {
  const text = open ? say(W.your_turn, { what: question.text }) : said(state, seat);
  if (byId("announced").textContent !== text) byId("announced").textContent = text;
}

function ask() {
  const place = byId("question");
  const open = Boolean(question?.ask) && question.question !== answered;
  place.classList.toggle("asked", open);
  // A seat beyond the players of the game is asked nothing at all.
  if (state.game && !plays()) {
    fill(place, h("p", { class: "about quiet" }, W.not_playing));
    return;
  }
  if (question === null) return;
  announce(open);
  const focused = document.activeElement?.dataset?.option;
  // What has not changed stays: a finger may be on it just now.
  fill(place, open ? asked() : idle());
  // With keys alone: where the button has gone, or the next question has come, one goes on from there.
  if (focused !== undefined && !place.contains(document.activeElement)) (place.querySelector(`[data-option="${CSS.escape(focused)}"]:not(:disabled)`) ?? place).focus();
}

/** Whether no press counts: the game is paused, or nothing can be written. */
const stands = () => ["pause", "error"].includes(state.phase);

function idle() {
  const others = Object.keys(state.questions).map((one) => seatName(state, one));
  const waits = others.length ? say(W.wait_for, { names: others.join(", ") }) : W.nothing_asked;
  const back = question.take_back && !stands() ? h("button", { type: "button", class: "quiet", on: { click: () => press("back") } }, W.take_back) : null;
  return [h("p", { class: "about quiet" }, question.take_back ? `${W.you_locked} ${waits}` : waits), back];
}

function asked() {
  const { ask: kind, text, hidden, options, optional } = question;
  const title = h("h2", { class: "about" }, text);
  // Between games no plate says whose panel this is.
  const whose = state.game ? null : h("p", { class: `whose seat-${seat}` }, seatName(state, seat));
  const note = [question.help ? h("p", { class: "hidden" }, question.help) : null, hidden ? h("p", { class: "hidden" }, W.hidden_note) : null];
  if (kind === "confirm" || kind === "agree") {
    return [title, note, h("div", { class: "shown" }, fromNear(), shownDie()), h("div", { class: "keys two" }, key("ok", W.yes, "primary"), key("back", W.no, ""))];
  }
  const nth = kind === "face" ? oneOf() : null;
  const near = kind === "face" ? h("div", { class: "shown" }, fromNear()) : moving();
  const list = h("div", { class: `options ${shape(options)}`, role: "group", "aria-label": text }, listed(options));
  if (AT_ONCE.includes(kind)) {
    const ok = optional ? h("button", { type: "button", class: "lock primary", "data-option": "ok", disabled: sending || rolling(kind), on: { click: lock } }, question.ok) : null;
    return kind === "ready" ? [title, ok, list] : [whose, title, list, ok];
  }
  const ok = h("button", { type: "button", class: "lock primary", "data-option": "ok", disabled: sending || (selected === null && !optional), on: { click: lock } }, selected === null && optional ? question.ok : W.lock);
  return [title, nth, note, near, list, ok];
}

/** Overload: the figure that is asked about, where it is no option itself. */
function moving() {
  const game = state.game;
  const figure = game?.game === "overload" && game.seats[seat - 1]?.figures.find((one) => one.figure === game.moving);
  if (!figure || question.options.some((one) => one.value === figure.figure)) return null;
  return h("p", { class: "moving" }, pawn(state, { ...figure, seat }), say(W.figure, { name: figure.figure }));
}

/** While dice roll nobody throws; where a hand or a die stays in the way, they are entered. */
const rolling = (kind) => kind === "ready" && ["hand", "rolling"].includes(state.tray?.state);

/** What the camera sees of the die that is asked about: of a seat's equal dice those that it could not read. */
function fromNear() {
  const alike = (state.dice ?? []).filter((one) => one.die === question.die);
  const own = new Set(alike.map((one) => one.seat)).size === 1;
  return alike.length > 1 && own ? closeUps(picture, question.die, alike.length) : closeUp(picture, question.die);
}

/** How many of several equal dice are still to be entered; their order is free. */
function oneOf() {
  const mine = (state.dice ?? []).filter((one) => one.die === question.die && one.seat === seat);
  const open = mine.filter((one) => one.face === null).length;
  return mine.length > 1 && open ? h("p", { class: "hidden" }, say(W.one_of, { n: open, all: mine.length })) : null;
}

const FIELD = /^([1-5]) (blue|green|red|yellow)$/;
const SETTING = /^(\d) (blue|green|red|yellow|wizard|jester)$/;
const fields = (options) => options.length > 0 && options.every((one) => FIELD.test(one.value));
/** Whether dice are set to a face; a wizard or a jester among the faces tells it from a sheet's fields. */
const settings = (options) => options.length > 0 && !fields(options) && options.every((one) => SETTING.test(one.value));

/** The options as buttons; fields of a sheet of the Wizard Würfelspiel stand as on the sheet, a colour in each row. */
function listed(options) {
  if (fields(options)) return [COLOURS.map((colour) => h("span", { class: `row ${colour}` }, symbol(colour))), options.map(option)];
  // All dice are alike: the first of those that may be set stands for all, and its number says nothing.
  if (settings(options)) return options.filter((one) => one.value[0] === options[0].value[0]).map((one) => option({ ...one, label: one.label.replace(/^\d /, "") }));
  return options.map(option);
}

function option({ value, label, note }) {
  const chosen = value === selected;
  const picture = drawn(value);
  const other = met(value);
  const [name, about] = other ? [label.split(" ")[0], say(other.seat === seat ? W.own_figure : W.figure_of, { name: other.figure, who: seatName(state, other.seat) })] : [label, note];
  return h(
    "button",
    { type: "button", class: `option ${chosen ? "chosen" : ""} ${picture ? "drawn" : ""} ${place(value)}`, "data-option": value, "aria-pressed": AT_ONCE.includes(question.ask) ? null : String(chosen), disabled: sending, on: { click: () => select(value) } },
    picture,
    h("span", {}, FIELD.test(value) && !settings(question.options) ? [h("span", {}, value[0]), h("span", { class: "unseen" }, name.slice(1))] : name),
    about ? h("small", {}, about) : null,
  );
}

/** Where a field of a sheet stands: its column and its colour, as classes. */
function place(value) {
  const [, column, colour] = FIELD.exec(value) ?? [];
  return column && !question.die && !settings(question.options) ? `column-${column} ${colour}` : "";
}

/** A picture of an option that is a die, or a face of the die that is asked about. */
function drawn(value) {
  const mine = { className: `seat-${seat}`, hidden: true };
  if (question.die) return die(question.die, value, mine);
  const figure = state.game?.game === "overload" && state.game.seats[seat - 1]?.figures.find((one) => one.figure === value);
  if (figure) return pawn(state, { ...figure, seat });
  const other = met(value);
  if (other) return pawn(state, other);
  // Between games "wizard" is the name of one.
  const set = settings(question.options) || !FIELD.test(value) ? SETTING.exec(value)?.[2] : null;
  const colour = set ?? (state.game && W.colours[value] ? value : null);
  if (colour) return die("wizard", colour, mine);
  if (/^d(4|6|8|10|12|20)$/.test(value)) return die(value, value === "d10" ? 0 : Number(value.slice(1)), mine);
  return null;
}

/** Overload: the figure that a disc would be given to or taken from ("give:2A"). */
function met(value) {
  const [, of, name] = (state.game?.game === "overload" && /^(?:give|take):(\d)(\w)$/.exec(value)) || [];
  const figure = state.game?.seats[of - 1]?.figures.find((one) => one.figure === name);
  return figure ? { ...figure, seat: Number(of) } : null;
}

function shownDie() {
  const about = state.dice?.[question.place];
  return about?.die === question.die && about.face !== null ? die(about.die, about.face, { className: `seat-${about.seat}` }) : null;
}

function shape(options) {
  if (options.some((one) => one.note)) return "explained";
  if (fields(options)) return "fields";
  const longest = Math.max(...options.map((one) => one.label.length));
  return longest > 6 ? "wide" : options.length > 10 ? "many" : "";
}

function key(name, label, kind) {
  return h("button", { type: "button", class: kind, "data-option": name, disabled: sending, on: { click: () => press(name) } }, label);
}

// --- what is pressed -------------------------------------------------------------------------------------------------

function select(value) {
  selected = selected === value ? null : value;
  if (AT_ONCE.includes(question.ask)) lock();
  else ask();
}

function lock() {
  if (selected === null) press("ok");
  else send({ question: question.question, value: selected });
}

function press(name) {
  send({ question: question.question, key: name });
}

/** Sends an answer; every answer is equally long, so that its length tells nothing. */
async function send(answer) {
  if (sending) return;
  const kept = selected;
  sending = true;
  handedOn = "";
  selected = null;
  ask();
  const length = new TextEncoder().encode(JSON.stringify({ ...answer, pad: "" })).length;
  const body = JSON.stringify({ ...answer, pad: " ".repeat(Math.max(0, ANSWER_BYTES - length)) });
  let status = 0;
  let result = "";
  unsent = false;
  try {
    const said = await fetch(`${path}/answer`, { method: "POST", headers: { "Content-Type": "application/json" }, body, signal: patience() });
    ({ status } = said);
    ({ result } = await said.json());
  } catch {
    unsent = true;
    // Where it has not arrived it is asked again, and what was picked is still there.
    if (question.question === answer.question) selected = kept;
  }
  sending = false;
  if (status === 200 && answer.key !== "hold") answered = answer.question;
  tell(result === "gone" || status === 409 ? W.too_late : result === "kept" ? W.kept : status === 200 ? handedOn : unsent ? W.unsent : W.failed);
  ask();
}

/** Whether a station that has begun anew asks what it asked before it ended, and nothing has happened in between. */
function sameMoment(value) {
  const asked = (one) => JSON.stringify({ ...one, question: 0 });
  return question !== null && state?.sequence === askedAt && asked(value) === asked(question);
}

/** A question without its words. */
const wordless = (one) => JSON.stringify([one.ask, one.die, one.place, one.options?.map(({ value }) => value), state?.sequence]);

/** Whether the page may come anew: never while an answer is on its way; what is picked is kept for the same question. */
function leave() {
  if (sending) return false;
  if (selected !== null) sessionStorage.setItem(PICKED, JSON.stringify([wordless(question), selected]));
  return true;
}

/** What was picked, where it is still asked. */
function pickedBefore() {
  const [asked, value] = JSON.parse(picked ?? "[]");
  picked = null;
  return asked === wordless(question) ? value : null;
}

function tell(text) {
  byId("note").textContent = text;
}

// --- beside the game -------------------------------------------------------------------------------------------------

byId("stop").addEventListener("click", () => {
  if (!question) return;
  press("hold");
  // What comes of it is asked above, perhaps out of sight.
  byId("question").scrollIntoView({ block: "center" });
});
byId("mishap")?.addEventListener("change", async (event) => {
  const { value, selectedOptions } = event.target;
  if (!value) return;
  const done = await fetch(`${path}/mishap`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ mishap: value }) }).catch(() => null);
  tell(done?.ok ? say(W.mishap_set, { what: selectedOptions[0].textContent }) : W.failed);
  event.target.value = "";
});

listen(`${path}/stream`, {
  state: (value) => {
    // The last game's story is none of the next one's; what that began with has come before this.
    if (state && value.number !== state.number && toldAt <= state.sequence) happened = [];
    state = value;
    show();
  },
  rounds: (value) => {
    rounds = value.rounds;
    show();
  },
  happened: ({ sequence, events }) => {
    if (telling(events).length) [toldAt, happened] = [sequence, telling(events)];
  },
  question: (value) => {
    if (value.question !== question?.question && !sameMoment(value)) selected = null;
    question = value;
    askedAt = state?.sequence;
    if (picked) selected = pickedBefore();
    if (unsent) tell("");
    unsent = false;
    if (state) ask();
  },
  picture: (value) => {
    picture = value;
    cameraPicture(byId("camera"), value);
    if (state) ask();
  },
}, leave);
