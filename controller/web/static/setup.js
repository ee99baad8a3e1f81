// What the set-up pages share: their words, commands, and what is said about them.
import { byId, fill, h } from "./dom.js";
import { listen } from "./stream.js";

export const S = JSON.parse(byId("setup").dataset.setup);
export const V = S.words;

// Where something was typed or begun the page stays as it is, until it is opened anew.
let begun = false;
for (const what of ["input", "click"]) byId("place").addEventListener(what, () => (begun = true));

// Of what happens at the table nothing is shown here; only whether the station can be reached, and its language.
listen("/api/stream", {}, () => !begun);

/** Reads something of the set-up. */
export async function get(path) {
  const answer = await fetch(path, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(await why(answer));
  return answer.json();
}

/** Sends a command; says what is wrong, and gives null then. */
export async function send(path, body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  if (S.token) headers["X-Referee"] = S.token;
  try {
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (answer.ok) {
      tell([]);
      return await answer.json();
    }
    tell([await why(answer)], true);
  } catch (error) {
    tell([error.message], true);
  }
  return null;
}

async function why(answer) {
  const text = await answer.text();
  try {
    return JSON.parse(text).error;
  } catch {
    return text.trim();
  }
}

/** Says something, below everything. */
export function tell(sentences, bad = false) {
  const place = byId("news");
  place.classList.toggle("bad", bad);
  fill(place, sentences.flatMap((one) => one.split("\n")).map((one) => h("span", {}, one)));
  if (sentences.length) place.scrollIntoView({ block: "nearest" });
}

/** A button; it is off while its work is under way. */
export function button(text, work, attributes = {}) {
  const made = h(
    "button",
    {
      type: "button",
      ...attributes,
      on: {
        click: async () => {
          made.disabled = true;
          made.setAttribute("aria-busy", "true");
          const patience = setTimeout(() => tell([V.busy]), 700);
          try {
            await work();
          } finally {
            clearTimeout(patience);
            made.disabled = false;
            made.removeAttribute("aria-busy");
          }
        },
      },
    },
    text,
  );
  return made;
}

/** A labelled field. */
export const field = (label, control, note = null) => h("label", { class: "field" }, h("span", { class: "label" }, label), control, note ? h("small", {}, note) : null);

/** A choice of several: [[value, label], …]. */
export function select(options, value, attributes = {}) {
  return h(
    "select",
    attributes,
    options.map(([one, label]) => h("option", { value: one, selected: String(one) === String(value) }, label)),
  );
}

export const place = () => byId("place");
