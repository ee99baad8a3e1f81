// How a game works, in short: fetched when somebody wants to know it.
import { fill, h } from "./dom.js";
import { W, say } from "./words.js";

/** Shows the rules of what is played; ``setup`` is the state's. */
export async function showRules(place, setup) {
  let games = [];
  try {
    ({ games } = await (await fetch("/api/games")).json());
  } catch {
    // The connection is lost; the page says so by itself.
  }
  const game = games.find((one) => one.id === setup.id);
  if (!game) return;
  const variants = game.variants.filter((one) => setup.variants.includes(one.name));
  // A single variant says what of the game stays true.
  const rules = variants.length === 1 ? variants[0].rules : game.rules;
  const changed = variants.map((one) => part(say(W.variant, { name: one.name }), one.changes, false, "variant"));
  fill(place, h("p", {}, game.about), h("div", { class: "sections" }, changed, rules.map((one) => part(one.title, one.lines, one.numbered))));
}

const part = (title, lines, numbered, kind = null) => h("section", { class: kind }, h("h3", {}, title), h(numbered ? "ol" : "ul", {}, lines.map((one) => h("li", {}, bold(one)))));

/** A line in which <b> is bold. */
const bold = (line) => line.split(/<b>(.*?)<\/b>/).map((text, index) => (index % 2 ? h("b", {}, text) : text));
