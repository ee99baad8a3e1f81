// Teaching dice: pictures of throws, groups of equal faces, what each group shows.
import { fill, h } from "./dom.js";
import { say } from "./words.js";
import { S, V, button, field, get, place, select, send } from "./setup.js";

let state = await get("/setup/dice/state");
// What the person says, by group.
let answers = [];

function draw() {
  const lesson = state.lesson;
  place().replaceChildren(lesson ? course(lesson) : begin(), taught());
}

function begin() {
  const name = h("input", { type: "text", maxlength: 60, id: "name" });
  const kind = select(state.kinds.map((one) => [one.value, one.label]), "d6", { id: "kind" });
  return h(
    "section",
    {},
    h("p", { class: "hint" }, V.teach_about),
    h("p", { class: "hint" }, V.no_uploads),
    h("div", { class: "row" }, field(V.set_name, name), field(V.kind, kind), button(V.begin_lesson, () => act({ act: "begin", name: name.value, kind: kind.value }), { class: "primary", disabled: !S.live })),
    S.live ? null : h("p", { class: "note" }, V.no_camera),
  );
}

function course(lesson) {
  const kind = state.kinds.find((one) => one.value === lesson.kind)?.label;
  return h(
    "section",
    { class: "lesson" },
    h("h2", {}, `${lesson.name} (${kind})`),
    h("p", { class: "count" }, say(V.collected, { dice: lesson.dice, pictures: lesson.pictures })),
    h("ul", { class: "said" }, lesson.said.map((one) => h("li", {}, one))),
    lesson.step === "collect" ? collect(lesson) : null,
    lesson.step === "name" ? groups(lesson) : null,
    h("p", { class: "actions" }, lesson.step === "done" ? h("small", {}, V.dice_restart) : null, button(lesson.step === "done" ? V.begin_again : V.leave_lesson, () => act({ act: "cancel" }), { class: "quiet" })),
  );
}

function collect(lesson) {
  return h(
    "div",
    {},
    h(
      "p",
      { class: "actions" },
      S.simulated ? button(V.throw_simulated, () => act({ act: "throw" })) : null,
      button(V.take_dice, () => act({ act: "take" }), { class: "primary" }),
      button(V.group, group, { disabled: lesson.dice < 2 }),
    ),
    h("div", { class: "tiles" }, Array.from({ length: lesson.dice }, (_, at) => h("img", { src: `/setup/dice/${at}.jpg?${lesson.name}`, alt: "", loading: "lazy", width: 72, height: 72 }))),
  );
}

async function group() {
  const watch = setInterval(async () => {
    const { progress } = await get("/setup/dice/progress");
    fill(document.querySelector(".lesson .said"), h("li", {}, say(V.grouping, { percent: Math.floor(progress * 100) })));
  }, 500);
  try {
    await act({ act: "group" });
  } finally {
    clearInterval(watch);
  }
}

function groups(lesson) {
  if (answers.length !== lesson.groups.length) answers = lesson.groups.map((one) => ({ value: one.proposal ?? "", without: new Set() }));
  const ready = answers.every((one) => one.value !== "");
  return h(
    "div",
    {},
    h("p", { class: "hint" }, V.without),
    lesson.groups.map((one, at) =>
      h(
        "section",
        { class: "group" },
        h(
          "div",
          { class: "row" },
          h("h3", {}, say(V.group_n, { n: at + 1 })),
          field(V.shows, select([["", V.choose_face], ...lesson.faces.map((face) => [face, face]), ["-", V.leave_out]], answers[at].value, { on: { change: (event) => ((answers[at].value = event.target.value), draw()) } })),
        ),
        h(
          "div",
          { class: "tiles" },
          one.dice.map((die) =>
            h(
              "button",
              {
                type: "button",
                class: `tile ${answers[at].without.has(die) ? "out" : ""}`,
                "aria-pressed": String(answers[at].without.has(die)),
                on: { click: () => (answers[at].without.delete(die) || answers[at].without.add(die), draw()) },
              },
              h("img", { src: `/setup/dice/${die}.jpg?${lesson.name}`, alt: "", width: 72, height: 72 }),
            ),
          ),
        ),
      ),
    ),
    h("p", { class: "actions" }, button(V.teach, teach, { class: "primary", disabled: !ready })),
  );
}

function teach() {
  return act({ act: "teach", answers: answers.map((one, at) => ({ group: at, value: one.value === "-" ? null : one.value, without: [...one.without] })) });
}

function taught() {
  return h(
    "section",
    { class: "taught" },
    h("h2", {}, V.taught),
    state.taught.length ? null : h("p", { class: "hint" }, V.nothing_taught),
    h(
      "ul",
      {},
      state.taught.map((one) =>
        h(
          "li",
          {},
          h("span", {}, h("b", {}, one.name), ` ${one.kind} `, h("small", {}, one.faces.join(", "))),
          button(V.forget, () => confirm(say(V.really_forget, { name: one.name })) && act({ act: "forget", name: one.name }), { class: "quiet" }),
          one.remarks.map((text) => h("small", { class: "remark" }, text)),
        ),
      ),
    ),
  );
}

async function act(body) {
  const done = await send("/setup/dice/act", body);
  if (!done) return;
  if (body.act !== "teach") answers = [];
  state = done;
  draw();
}

draw();
