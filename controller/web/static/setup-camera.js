// What the camera sees, with the seats' zones, and its set-up step by step.
import { byId, fill, h, s } from "./dom.js";
import { say } from "./words.js";
import { S, V, button, get, place, send, tell } from "./setup.js";

let state = await get("/setup/camera/state");
let zones = true;
let taken = 0;

place().replaceChildren(
  h("div", { class: "columns camera" }, h("figure", { class: "preview", id: "preview" }, h("img", { alt: V.preview, id: "frame" }), h("div", { id: "zones" }), h("figcaption", { id: "under" })), h("div", { id: "steps" })),
);

function draw() {
  const shapes = Object.entries(state.zones);
  fill(
    byId("zones"),
    zones && shapes.length
      ? s(
          "svg",
          { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
          shapes.map(([seat, points]) => s("polygon", { class: `zone seat-${seat}`, points: points.map(([x, y]) => `${(x * 100).toFixed(2)},${(y * 100).toFixed(2)}`).join(" ") })),
        )
      : null,
  );
  byId("under").replaceChildren(
    ...[
      h("span", {}, S.live ? V.preview : V.no_camera),
      shapes.length ? h("label", {}, h("input", { type: "checkbox", checked: zones, on: { change: (event) => ((zones = event.target.checked), draw()) } }), ` ${V.zones}`) : null,
    ].filter(Boolean),
  );
  byId("steps").replaceChildren(known(), ...(state.setup ? [steps(state.setup)] : [begin()]));
}

function known() {
  return h(
    "section",
    { class: "known" },
    h("h2", {}, V.calibrated),
    h("p", {}, state.trouble || state.summary || V.not_calibrated),
    state.summary && !S.simulated ? button(V.check_moved, () => act("moved"), { class: "quiet" }) : null,
  );
}

function begin() {
  const simulated = S.simulated ? V.simulated_sheet : V.sheet;
  return h("section", {}, h("p", { class: "hint" }, simulated), button(V.begin_camera, () => act("begin"), { class: "primary", disabled: !S.live }));
}

function steps(setup) {
  const height = h("input", { type: "number", min: 50, max: 5000, step: "any", id: "height" });
  const over = setup.step === "decide" || setup.step === "done";
  const raised = setup.step === "raised" || setup.step === "finish";
  return h(
    "section",
    { class: "steps" },
    h("p", { class: "count" }, say(V.step_of, { n: setup.n, all: setup.all })),
    h("progress", { max: setup.all, value: over ? setup.all : setup.n - 1, "aria-label": V.begin_camera }),
    h("h2", {}, setup.asks),
    setup.picture ? h("img", { class: "taken", src: `/setup/camera/step.jpg?${taken}`, alt: "" }) : null,
    setup.findings.length ? h("ul", { class: "findings" }, setup.findings.map((one) => h("li", { class: one.well ? "well" : "bad" }, one.text))) : null,
    setup.step === "done" ? h("p", { class: "hint" }, V.needs_restart) : null,
    h(
      "p",
      { class: "actions" },
      setup.step === "decide" ? [button(V.begin_again, () => act("begin"), { class: "primary" }), button(V.use_anyway, () => act("use"))] : null,
      over ? null : button(setup.step === "finish" ? V.measure : V.take, () => act("take"), { class: "primary" }),
      setup.step === "raised" ? button(V.skip, () => act("skip")) : null,
      raised ? button(V.repeat_flat, () => act("again")) : null,
      setup.step === "done"
        ? button(V.begin_again, () => act("begin"), { class: "quiet" })
        : button(setup.step === "decide" ? V.keep_before : V.cancel, () => act("cancel"), { class: "quiet" }),
    ),
    raised ? h("details", {}, h("summary", {}, V.height), h("p", { class: "actions" }, height, button(V.finish_height, () => act("height", Number(height.value))))) : null,
  );
}

async function act(what, height) {
  const done = await send("/setup/camera/act", height === undefined ? { act: what } : { act: what, height });
  taken += 1;
  if (!done) {
    // A picture that did not do is looked at too.
    const picture = document.querySelector("img.taken");
    if (picture) picture.src = `/setup/camera/step.jpg?${taken}`;
    return;
  }
  state = done;
  draw();
  if (done.said) tell([done.said]);
}

/** The latest frame, as often as it comes, and not faster than somebody looks. */
async function watch() {
  const frame = byId("frame");
  try {
    const answer = await fetch("/setup/camera.jpg");
    if (answer.status === 200) {
      const before = frame.src;
      frame.src = URL.createObjectURL(await answer.blob());
      if (before.startsWith("blob:")) URL.revokeObjectURL(before);
      byId("preview").classList.remove("none");
    } else {
      byId("preview").classList.add("none");
    }
  } catch {
    byId("preview").classList.add("none");
  }
  setTimeout(watch, document.hidden ? 2000 : 150);
}

draw();
if (S.live) watch();
else byId("preview").classList.add("none");
