// The referee's desk: sees everything but what is hidden, and decides; what follows is shown before it is confirmed.
import { byId, fill, h } from "./dom.js";
import { cameraPicture, overlay } from "./camera.js";
import { die } from "./dice.js";
import { plates } from "./plates.js";
import { said, what } from "./saying.js";
import { isStale, listen, patience } from "./stream.js";
import { W, say, seatName, dieName, faceName, tight } from "./words.js";

const R = W.referee;
const token = byId("desk").dataset.token;

let state = null;
let now = null;
let picture = null;
// What the referee makes of each die of the last picture, while it is not decided.
let judged = [];
let judging = "";
let asking = 0;
// Looks anew at what would follow from the decision that is being made.
let lookAgain = () => {};

async function look() {
  const mine = ++asking;
  const answer = await fetch("/referee/now", { signal: patience() }).catch(() => null);
  if (answer?.status === 403) enterAnew();
  if (!answer?.ok || mine !== asking) return;
  now = await answer.json();
  const waiting = now.reading ? `${now.reading.picture}|${now.reading.waits.length}` : "";
  if (waiting !== judging) {
    judging = waiting;
    judged = draft.judging === judging ? draft.judged : (now.reading?.dice ?? []).map((one) => ({ face: one.status === "read" ? one.face : null, gone: false }));
  }
  show();
  lookAgain();
}

// What was begun and is not decided, from before the referee had to enter anew: a station that starts knows nobody.
const DRAFT = "desk-draft";
const draft = JSON.parse(sessionStorage.getItem(DRAFT) ?? "{}");
sessionStorage.removeItem(DRAFT);

function enterAnew() {
  keep();
  location.reload();
}

function keep() {
  sessionStorage.setItem(DRAFT, JSON.stringify({ judging, judged, why: byId("why")?.value ?? draft.why }));
}

/** Whether the page may come anew in another language: not while something is being decided. */
function leave() {
  if (byId("ask").open) return false;
  keep();
  return true;
}

function show() {
  if (!state || !now) return;
  document.documentElement.dataset.phase = state.phase;
  fill(byId("what"), h("b", {}, R.title), what(state));
  fill(byId("seats"), plates(state));
  fill(byId("said"), h("p", { class: state.phase }, tight(said(state))));
  fill(byId("reading"), reading());
  fill(byId("keys"), keys());
  fill(byId("switches"), switches());
  fill(byId("record"), record());
  fill(byId("evidence"), evidence());
  byId("live").hidden = !now.live;
  // Over what lies there still: what was read in it. Over a hand or rolling dice it would be wrong.
  const lies = picture?.picture && now.reading?.open && !["hand", "rolling"].includes(state.tray?.state);
  fill(byId("marks"), lies ? overlay(picture) : null);
  byId("trouble").hidden = !state.trouble;
  byId("trouble").textContent = state.trouble;
}

// --- the reading -----------------------------------------------------------------------------------------------------

function reading() {
  if (!now.reading?.open) return h("p", { class: "nothing" }, (state.dice?.length && state.look?.note) || R.no_reading);
  return [
    h("ul", { class: "readings" }, now.reading.dice.map(oneDie)),
    h("button", { type: "button", class: "primary", on: { click: () => rule({ type: "reading", dice: judged, why: "" }) } }, R.decide),
  ];
}

function oneDie(one, index) {
  const mine = judged[index];
  const set = (change) => () => {
    judged[index] = { ...judged[index], ...change };
    show();
  };
  const key = (what) => `${index} ${what}`;
  const same = (face) => String(face) === String(mine.face);
  const choose = h(
    "select",
    { "aria-label": `${R.shows} ${index + 1}`, "data-key": key("shows"), disabled: mine.gone, on: { change: (event) => set({ face: event.target.value === "" ? null : pick(one, event.target.value) })() } },
    h("option", { value: "", selected: mine.face === null, "aria-label": R.not_read }, "–"),
    faces(one, mine.face),
  );
  const offer = (face, place) =>
    h("button", { type: "button", "data-key": key(face), "aria-pressed": String(!mine.gone && same(face)), on: { click: set({ face, gone: false }) } }, place ? faceName(one.die, face) : say(R.accept, { face: faceName(one.die, face) }));
  return h(
    "li",
    { class: mine.gone ? "gone" : "" },
    die(one.die, mine.gone ? null : mine.face),
    h("p", {}, h("b", {}, `${dieName(one.die)}: ${faceName(one.die, one.face)}`), h("span", { class: `state ${one.status}` }, `${R[one.status] ?? one.status}, ${say(R.sure, { n: one.confidence })}`)),
    h(
      "div",
      { class: "ways" },
      likely(one, index, offer),
      choose,
      h("button", { type: "button", "data-key": key("not read"), "aria-pressed": String(!mine.gone && mine.face === null), on: { click: set({ face: null, gone: false }) } }, R.not_read),
      h("button", { type: "button", "data-key": key("gone"), "aria-pressed": String(mine.gone), on: { click: set({ gone: !mine.gone }) } }, mine.gone ? R.removed : R.remove),
    ),
  );
}

/** The faces of a die in a menu: the likely ones first, then the others in the usual order. */
function faces(one, chosen) {
  const option = (face) => h("option", { value: face, selected: String(face) === String(chosen) }, faceName(one.die, face));
  const others = one.faces.filter((face) => !one.likely.includes(face)).map(option);
  return one.likely.length ? [h("optgroup", { label: R.likely }, one.likely.map(option)), h("optgroup", { label: R.others }, others)] : others;
}

/** The likely faces of a die as buttons; nothing where there are none. */
function likely(one, index, offer) {
  if (!one.likely.length) return null;
  return h("div", { class: "likely", role: "group", "aria-label": say(R.likely_of, { n: index + 1 }) }, h("span", { "aria-hidden": "true" }, R.likely), one.likely.map(offer));
}

const pick = (one, text) => one.faces.find((face) => String(face) === text);
const button = (text, click, kind = "") => h("button", { type: "button", class: kind, on: { click } }, text);

// --- seats, game, evidence -------------------------------------------------------------------------------------------

function keys() {
  const rows = (state.game?.seats ?? []).map((seat) => {
    const one = now.keys[seat.seat];
    const words = [];
    if (seat.locked) words.push(W.locked);
    if (one?.hidden) words.push(R.key_hidden);
    else if (one?.asked) words.push(state.questions[seat.seat]?.text ?? W.asked);
    if (one?.page) words.push(say(R.key_page, { n: one.page + 1 }));
    if (one?.selected) words.push(say(R.key_selected, { value: one.selected }));
    return h("li", {}, h("b", {}, seatName(state, seat.seat)), h("span", {}, words.join(" · ") || (state.outcome ? "–" : W.waits)), state.outcome ? null : button(R.forfeit, () => confirmDecision(say(`${R.forfeit}: {name}`, { name: seatName(state, seat.seat) }), { type: "close", reason: "forfeited", seat: seat.seat })));
  });
  return rows.length ? h("ul", { class: "keylist" }, rows) : h("p", { class: "nothing" }, R.no_game);
}

function switches() {
  const round = state.game?.round ?? 0;
  const counting = [...new Set(now.record.map((one) => one.round).filter((one) => one > 0 && one <= round))];
  return h(
    "div",
    { class: "switches" },
    button(now.paused ? R.resume : R.pause, () => turn({ what: "pause", on: !now.paused }), now.paused ? "primary" : ""),
    button(now.by_hand ? R.by_camera : R.by_hand, () => turn({ what: "by_hand", on: !now.by_hand })),
    state.outcome || !state.game ? null : button(R.abort, () => confirmDecision(R.abort, { type: "close", reason: "aborted" })),
    counting.length ? annulling(counting.toReversed()) : null,
  );
}

/** One of the rounds may be annulled, mostly the last one; a long game has many. */
function annulling(rounds) {
  const which = h("select", { "aria-label": W.round, "data-key": "annul" }, rounds.map((one) => h("option", { value: one }, say(W.round_n, { n: one }))));
  const annul = () => {
    const round = Number(byId("switches").querySelector("select").value);
    confirmDecision(say(R.annul, { n: round }), { type: "annul", round });
  };
  return h("span", { class: "annul" }, which, button(R.annul_it, annul));
}

function evidence() {
  if (!now.evidence) return null;
  const { name, pinned } = now.evidence;
  return button(pinned ? R.unpin : R.pin, () => turn({ what: "pin", on: !pinned, picture: name }), "quiet");
}

// --- the record ------------------------------------------------------------------------------------------------------

function record() {
  const rows = [...now.record].reverse().map((one) =>
    h(
      "tr",
      { class: one.round || one.place === 0 || one.by ? "" : "void" },
      h("th", { scope: "row" }, one.place),
      h("td", {}, one.text, one.before ? h("small", {}, say(W.corrected_from, { before: one.before })) : null, one.by ? h("small", {}, say(R.by, { by: one.by, why: one.why || "–" })) : null),
      h("td", {}, one.correct ? button(R.correct, () => correct(one)) : null),
    ),
  );
  return rows.length ? h("table", {}, h("tbody", {}, rows)) : h("p", { class: "nothing" }, R.no_game);
}

function correct(one) {
  const title = `${say(R.entry, { n: one.place })}: ${one.text}`;
  if (one.correct.options) {
    const select = h("select", { id: "value", "aria-label": R.shows }, one.correct.options.map((each) => h("option", { value: each.value, selected: each.value === one.correct.value }, each.label)));
    confirmDecision(title, () => ({ type: "correct", entry: one.place, value: select.value }), select);
    return;
  }
  const dice = one.correct.dice.map(correctedDie);
  const shown = () => dice.map(({ select }, index) => pick(one.correct.dice[index], select.value));
  confirmDecision(title, () => ({ type: "correct", entry: one.place, faces: shown() }), h("div", { class: "faces" }, dice.map(({ row }) => row)));
}

/** A die of an earlier throw in the dialog: its menu, and what the camera took for likely in front of it. */
function correctedDie(each, index) {
  const select = h("select", { "aria-label": `${dieName(each.die)} ${index + 1}` }, faces(each, each.face));
  const offer = (face) => h("button", { type: "button", "aria-pressed": String(face === each.face), on: { click: () => set(face) } }, faceName(each.die, face));
  const offers = likely(each, index, offer);
  const set = (face) => {
    select.value = String(face);
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  select.addEventListener("change", () => {
    for (const [place, button] of [...(offers?.querySelectorAll("button") ?? [])].entries()) button.setAttribute("aria-pressed", String(String(each.likely[place]) === select.value));
  });
  return { select, row: h("div", { class: "ways" }, h("label", {}, `${dieName(each.die)} `, select), offers) };
}

// --- deciding --------------------------------------------------------------------------------------------------------

/** Shows what would follow, and asks; the answer counts for the game as it was seen. */
function confirmDecision(title, decision, fields = null) {
  const dialog = byId("ask");
  const { sequence } = now;
  const why = h("input", { id: "why", maxlength: 300, value: draft.why || null });
  const follows = h("div", { class: "follows", role: "status" });
  const wrong = (sentence) => fill(follows, h("p", { class: "wrong" }, sentence));
  const ok = button(R.confirm, async () => {
    ok.disabled = true;
    const refused = await rule(build(), sequence);
    // What was typed is still there, for whoever has to decide anew.
    if (!refused) dialog.close();
    else {
      wrong(refused);
      ok.disabled = false;
    }
  }, "primary");
  const build = () => ({ ...(typeof decision === "function" ? decision() : decision), why: why.value });
  let unseen = false;
  const preview = async () => {
    ok.disabled = true;
    const answer = await post("/referee/preview", { sequence, decision: build() });
    const told = await answer.json();
    unseen = !answer.status;
    ok.disabled = !answer.ok;
    if (answer.ok) fill(follows, build().type === "close" ? h("p", {}, R.ends) : consequences(told));
    else wrong(told.error);
  };
  lookAgain = () => dialog.open && (unseen || sequence !== now.sequence) && preview();
  draft.why = "";
  dialog.replaceChildren(h("h2", { id: "ask-title" }, title), fields ?? "", h("label", { for: "why" }, R.reason), why, follows, h("p", { class: "lost", role: "alert" }, W.stale), h("div", { class: "ways" }, h("fieldset", { role: "presentation", class: "acts", disabled: isStale() }, ok), button(R.cancel, () => dialog.close())));
  fields?.addEventListener("change", preview);
  dialog.showModal();
  preview();
}

function consequences({ broken, voids, unasked }) {
  const passed = unasked.length ? [h("p", { class: "unasked" }, R.unasked), h("ul", {}, unasked.map((one) => h("li", {}, one)))] : null;
  if (!voids.length) return [h("p", {}, R.nothing_lost), passed];
  return [passed, h("p", {}, R.lost), h("ul", {}, voids.map((one) => h("li", {}, one))), broken.length ? [h("p", {}, R.impossible), h("ul", {}, broken.map((one) => h("li", {}, one)))] : h("p", {}, R.secret_lost)];
}

/** Sends something; what does not arrive is refused with a sentence, as what is not allowed. */
const post = (path, body) =>
  fetch(path, { method: "POST", headers: { "Content-Type": "application/json", "X-Referee": token }, body: JSON.stringify(body), signal: patience() }).catch(() => ({ ok: false, json: () => ({ error: W.unsent }) }));

/** Decides; why it was refused, or nothing. */
async function rule(decision, sequence = now.sequence) {
  const answer = await post("/referee/rule", { sequence, decision });
  const refused = answer.ok ? "" : (await answer.json()).error;
  tell(refused || R.done);
  look();
  return refused;
}

async function turn(change) {
  const answer = await post("/referee/switch", change);
  tell(answer.ok ? "" : (await answer.json()).error);
  look();
}

function tell(text) {
  byId("note").textContent = text;
}

setInterval(() => {
  if (now?.live && !document.hidden) byId("frame").src = `/referee/live.jpg?${Date.now()}`;
}, 500);
// Without a picture there is nothing for marks to lie over.
const seen = (there) => () => {
  byId("over").hidden = !there;
  byId("unseen").hidden = there;
};
byId("frame").addEventListener("load", seen(true));
byId("frame").addEventListener("error", seen(false));
cameraPicture(byId("camera"), null);

listen("/api/stream", {
  state: (value) => {
    state = value;
    look();
  },
  picture: (value) => {
    picture = value;
    cameraPicture(byId("camera"), value);
    show();
  },
}, leave);
