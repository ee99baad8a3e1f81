// The trial of the panels: what is pressed lights up here.
import { fill, h } from "./dom.js";
import { say } from "./words.js";
import { S, V, button, get, place, send } from "./setup.js";

const KEYS = [1, 2, 3, 4, 5, 6, 7, 8, "ok", "back"];
const NAMES = { ok: V.ok, back: V.back };
let state = await get("/setup/keys/state");
let shown = state.pressed.length;
let latest = null;

function draw() {
  const seats = [...new Set([...S.players, ...state.pressed.map((one) => one.seat)])].sort((a, b) => a - b);
  const seen = (seat, key) => state.pressed.some((one) => one.seat === seat && (one.key === key || (key === "back" && one.key === "hold")));
  fill(
    place(),
    h("p", { class: "hint" }, V.keys_about),
    h(
      "p",
      { class: "actions" },
      state.on ? button(V.end_trial, () => act("end"), { class: "primary" }) : button(V.begin_trial, () => act("begin"), { class: "primary", disabled: Boolean(state.why_not) }),
      h("b", { class: state.on ? "on" : "" }, state.on ? V.trial_on : state.why_not),
    ),
    h(
      "div",
      { class: "panels" },
      seats.map((seat) =>
        h(
          "section",
          { class: `panel seat-${seat}` },
          h("h2", {}, say(V.seat, { n: seat })),
          h(
            "div",
            { class: "keys" },
            KEYS.map((key) => {
              const now = latest && latest.seat === seat && (latest.key === key || (key === "back" && latest.key === "hold"));
              return h("span", { class: `key ${typeof key === "string" ? "wide" : ""} ${seen(seat, key) ? "seen" : ""} ${now ? "now" : ""}` }, NAMES[key] ?? key);
            }),
          ),
          KEYS.every((key) => seen(seat, key)) ? h("p", { class: "well" }, say(V.all_pressed, { n: seat })) : null,
        ),
      ),
    ),
  );
}

async function act(what) {
  const done = await send("/setup/keys/act", { act: what });
  if (done) take(done);
}

function take(value) {
  state = value;
  if (state.pressed.length > shown) {
    latest = state.pressed.at(-1);
    setTimeout(() => ((latest = null), draw()), 600);
  }
  shown = state.pressed.length;
  draw();
}

// Asked for again and again only while keys are tried, and now and then whether they may be.
async function watch() {
  try {
    take(await get("/setup/keys/state"));
  } catch {
    // The station is started anew, perhaps.
  }
  setTimeout(watch, state.on ? 200 : 2000);
}

draw();
setTimeout(watch, 500);
