// One recorded game: its dice, and the winning chances, which are worked out when somebody asks for them.
import { course } from "./charts.js";
import { h } from "./dom.js";
import { drawDice } from "./drawn.js";
import { say } from "./words.js";

const AGAIN = 1500;
const box = document.getElementById("review");

drawDice();
if (box?.dataset.state === "possible") review(box, JSON.parse(box.dataset.words), JSON.parse(box.dataset.names));

async function review(box, words, names) {
  const place = document.getElementById("chances");
  const path = `/api/history/${box.dataset.game}/review`;
  const show = (...children) => place.replaceChildren(...children);

  async function look(options) {
    try {
      const answer = await fetch(path, options);
      const found = await answer.json();
      act(answer.ok ? found : { state: "failed", why: found.error });
    } catch (error) {
      act({ state: "failed", why: String(error) });
    }
  }

  function act(found) {
    if (found.state === "working") {
      if (!place.querySelector(".working")) show(h("p", { class: "working soft" }, words.working, " ", words.wait));
      setTimeout(look, AGAIN);
    } else if (found.state === "done") {
      show(...(found.moments.length ? drawn(found, words, names, place.clientWidth) : [h("p", { class: "soft" }, words.nothing)]));
    } else {
      const why = found.state === "failed" ? h("p", { class: "wrong", role: "alert" }, say(words.failed, { why: found.why })) : h("p", { class: "soft" }, words.wait);
      show(why, h("button", { type: "button", on: { click: () => look({ method: "POST" }) } }, words.ask));
    }
  }

  await look();
}

function drawn(found, words, names, room) {
  const percent = (share) => (100 * share).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
  const cells = found.moments.flatMap((one) => one.choices.map((choice) => [one, choice]));
  const head = [words.one_round, words.player, words.chosen, words.better, words.lost, say(words.chance, { name: names[1] })];
  return [
    h("p", { class: "soft" }, say(words.help, { name: names[1], other: names[2] })),
    h("figure", { class: "chances" }, course(found, { names, words, room, name: say(words.chance, { name: names[1] }) })),
    h("p", { class: "soft" }, words.lines),
    h("p", { class: "soft key" }, h("span", { class: "by chose" }, words.choices), h("span", { class: "by threw" }, words.dice), h("span", { class: "by slip" }, words.lost)),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": words.lost },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, head.map((text) => h("th", { scope: "col" }, text)))),
        h(
          "tbody",
          {},
          cells.map(([one, choice]) =>
            h(
              "tr",
              { class: choice.lost > 0.0005 ? "gave" : null },
              h("td", {}, one.round),
              h("td", {}, h("span", { class: `name seat-${choice.seat}` }, names[choice.seat])),
              h("td", {}, choice.chosen),
              h("td", {}, choice.best.join(", ")),
              h("td", {}, choice.lost > 0.0005 ? `${percent(choice.lost)} %` : "–"),
              h("td", {}, `${percent(one.after)} %`),
            ),
          ),
        ),
      ),
    ),
  ];
}
