// Test pictures for the display, each as it should look.
import { fill, h } from "./dom.js";
import { drawLeds } from "./leds.js";
import { say } from "./words.js";
import { S, V, button, get, place, send } from "./setup.js";

const { pictures } = await get("/setup/display/pictures");

fill(
  place(),
  h("p", { class: "hint" }, S.port === "none" ? V.display_none : [say(V.display_kind, { port: S.port }), ". ", V.display_about]),
  h("div", { class: "tests" }),
);
// What is drawn is not in the markup, so each stays the element that was made.
place()
  .querySelector(".tests")
  .append(
    ...pictures.map((one) => {
      const canvas = h("canvas", { width: 640, height: 160, role: "img", "aria-label": V.likeness });
      drawLeds(canvas, one.lights);
      return h("section", { class: "test" }, h("figure", { class: "leds" }, canvas), h("p", {}, one.about), button(V.show, () => send("/setup/display/act", { picture: one.name })));
    }),
  );
