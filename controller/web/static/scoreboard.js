// The scoreboard: for a television across the room, and for one hand on a phone.
import { byId, fill, h } from "./dom.js";
import { cameraPicture } from "./camera.js";
import { stage } from "./games.js";
import { drawLeds } from "./leds.js";
import { plates } from "./plates.js";
import { roll } from "./rolling.js";
import { roundsTable } from "./rounds.js";
import { said, story, telling, what } from "./saying.js";
import { listen } from "./stream.js";
import { tight } from "./words.js";

let state = null;
let rounds = [];
let happened = [];
let toldAt = 0;

// What a spell card says stands on the felt.
const notTheCard = (one) => one.event !== "card";

function show() {
  if (!state) return;
  document.documentElement.dataset.phase = state.phase;
  document.documentElement.dataset.game = state.game?.game ?? "";
  document.documentElement.dataset.players = state.game?.seats.length ?? 0;
  fill(byId("what"), what(state, rounds));
  fill(byId("seats"), plates(state));
  const sentence = said(state);
  // In a pause nobody can do what was asked last.
  const told = state.game && state.phase !== "pause" ? story(happened.filter(notTheCard), sentence) : "";
  fill(byId("said"), h("p", { class: state.phase }, tight(sentence)), told ? h("p", { class: "told" }, told) : null);
  fill(byId("stage"), stage(state, rounds));
  roll(byId("stage"), state.tray?.state === "rolling");
  fill(byId("rounds"), roundsTable(state, rounds));
  byId("camera").hidden = state.game?.game === "zugband";
  const trouble = byId("trouble");
  if (trouble) {
    trouble.hidden = !state.trouble;
    trouble.textContent = state.trouble;
  }
}

cameraPicture(byId("camera"), null);
listen("/api/stream", {
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
  picture: (value) => cameraPicture(byId("camera"), value),
  leds: (value) => drawLeds(byId("leds"), value.lights),
});
