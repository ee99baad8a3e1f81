// The stream of what happens at the table: connects again by itself, and says when what is shown may be old. Until it is
// back nothing can be pressed: fieldsets of the class "acts" are disabled.
import { W } from "./words.js";

const SILENCE = 12000;
const AGAIN = 1500;
// A page that nobody looks at gives its connection back: a browser has only six for all its windows on the station.
const UNSEEN = 5000;

/**
 * Listens to a stream.
 * @param {string} path - of the stream.
 * @param {Object<string, function(any): void>} parts - what to do with each part, by its name.
 * @param {function(): boolean} leave - whether the page may come anew now, in another language; keeps what it needs then.
 */
export function listen(path, parts, leave = () => true) {
  let last = null;
  let heard = Date.now();
  let source = null;
  let unseen = null;
  // The language of the station, where this page speaks another one.
  let other = null;

  function open() {
    source?.close();
    const url = last === null ? path : `${path}?after=${last}`;
    source = new EventSource(url);
    for (const [name, call] of Object.entries(parts)) {
      source.addEventListener(name, (message) => {
        alive(message);
        call(JSON.parse(message.data));
      });
    }
    source.addEventListener("beat", alive);
    source.addEventListener("language", (message) => {
      alive(message);
      const { language } = JSON.parse(message.data);
      other = language === document.documentElement.lang ? null : language;
      speak();
    });
    source.addEventListener("error", () => {
      show("stale");
      // Where the browser has given up, we have not.
      if (source.readyState === EventSource.CLOSED && !document.hidden) setTimeout(open, AGAIN);
    });
  }

  function alive(message) {
    heard = Date.now();
    if (message.lastEventId) last = message.lastEventId;
    show("live");
  }

  // Half in one language and half in another nobody understands a page. One that is not reached stays as it is.
  function speak() {
    if (other && !isStale() && leave()) location.reload();
  }

  setInterval(() => {
    speak();
    if (document.hidden || Date.now() - heard < SILENCE) return;
    show("stale");
    // Also where it is connecting: on a network that hangs nobody ever says that this has failed.
    heard = Date.now();
    open();
  }, 1000);
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  document.addEventListener("visibilitychange", () => {
    clearTimeout(unseen);
    if (document.hidden) unseen = setTimeout(() => source.close(), UNSEEN);
    else if (source.readyState === EventSource.CLOSED) {
      heard = Date.now() - SILENCE / 2;
      open();
    }
  });
  open();
}

/** Ends a request that nobody answers: a network may hang and never say that it is lost. */
export function patience() {
  const control = new AbortController();
  setTimeout(() => control.abort(), SILENCE);
  return control.signal;
}

// What had the focus when nothing could be pressed any more: a control that is disabled loses it.
let held = null;

/** Whether the connection is lost, and what is shown may be old. */
export const isStale = () => document.documentElement.dataset.link === "stale";

function show(state) {
  const link = document.getElementById("link");
  const root = document.documentElement;
  if (root.dataset.link === state) return;
  root.dataset.link = state;
  if (link) {
    link.dataset.link = state;
    link.querySelector(".words").textContent = state === "live" ? W.live : W.connecting;
  }
  const stale = document.getElementById("stale");
  if (stale) stale.hidden = state === "live";
  const focused = document.activeElement;
  if (state === "stale") held = focused?.closest("fieldset.acts") ? focused : null;
  for (const acts of document.querySelectorAll("fieldset.acts")) acts.disabled = isStale();
  // Whoever works with keys alone goes on where they were.
  if (state === "live" && held?.isConnected && [document.body, held].includes(focused)) held.focus();
}
