// The camera's picture of the last throw, each die marked with what was read.
import { h, s, fill } from "./dom.js";
import { W, tight } from "./words.js";

/**
 * One die of the picture from near, for whoever has to say what it shows; nothing where it was not found, or where it may
 * be another one: of two equal dice a picture does not say whose is whose.
 */
export function closeUp(picture, kind) {
  const found = picture?.picture ? picture.dice.filter((one) => one.die === kind) : [];
  if (found.length !== 1 || found[0].read) return null;
  return near(picture, found[0]);
}

/** A seat's own equal dice that were not read, each from near; nothing where not all of them are in the picture. */
export function closeUps(picture, kind, number) {
  const found = picture?.picture ? picture.dice.filter((one) => one.die === kind) : [];
  return found.length === number ? found.filter((one) => !one.read).map((one) => near(picture, one)) : null;
}

function near(picture, one) {
  const [x, y, width, height] = one.box;
  const side = Math.max(width, height) * 1.5;
  const box = [x + width / 2 - side / 2, y + height / 2 - side / 2, side, side].map(Math.round);
  return s("svg", { class: "close", viewBox: box.join(" "), role: "img", "aria-label": one.label }, s("image", { href: picture.picture, width: picture.width, height: picture.height }));
}

// A clip is written a moment after the picture is there.
const AGAIN = 700;
const TRIES = 6;

/** The picture with its marks, and the clip for whoever wants it; why there is none, or what else counts than was read. */
export function cameraPicture(place, picture) {
  if (!picture?.picture) {
    fill(place, h("p", { class: "nothing" }, picture?.note || W.no_picture));
    return;
  }
  const button = picture.clip ? h("button", { type: "button", class: "clip", on: { click: () => play(place, picture) } }, h("span", { "aria-hidden": "true" }, "▶ "), W.play_clip) : null;
  fill(place, picture.note ? h("p", { class: "otherwise" }, tight(picture.note)) : null, still(picture), button);
}

/** How the dice came to lie; nothing moves before somebody wants it, and the still comes back when they do. */
async function play(place, picture) {
  const back = h("button", { type: "button", class: "clip", on: { click: () => cameraPicture(place, picture) } }, h("span", { "aria-hidden": "true" }, "■ "), W.stop_clip);
  const moving = await loaded(picture.clip);
  // Another throw may have come meanwhile.
  if (place.querySelector("image")?.getAttribute("href") !== picture.picture) return;
  place.replaceChildren(moving ?? h("p", { class: "nothing" }, W.no_clip), back);
  back.focus();
}

async function loaded(address) {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const moving = h("img", { src: turn ? `${address}?${turn}` : address, alt: W.play_clip });
    try {
      await moving.decode();
      return moving;
    } catch {
      await new Promise((go) => setTimeout(go, AGAIN));
    }
  }
  return null;
}

const meet = (one, [x, y, w, hgt]) => one.x < x + w && x < one.x + one.w && one.y < y + hgt && y < one.y + one.h;

function still(picture) {
  const { width, height } = picture;
  return s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${W.camera}. ${picture.dice.map((die) => die.label).join(", ")}` }, s("image", { href: picture.picture, width, height }), marks(picture));
}

/** What was read in it alone, to lie over the same scene as it is now. */
export const overlay = (picture) => s("svg", { viewBox: `0 0 ${picture.width} ${picture.height}`, "aria-hidden": "true" }, marks(picture));

function marks(picture) {
  const { width } = picture;
  const line = width / 240;
  return picture.dice.map((die) => {
    const [x, y, w, hgt] = die.box;
    const size = width / 24;
    // Above the die, unless another one lies there or the picture ends.
    const above = { x: x + w / 2 - size * 2, y: y - size * 1.35, w: size * 4, h: size * 1.35 };
    const below = y < size * 1.6 || picture.dice.some((other) => other !== die && meet(above, other.box));
    return s(
      "g",
      { class: die.read ? "mark read" : "mark unread" },
      s("rect", { x, y, width: w, height: hgt, rx: line * 3, "stroke-width": line }),
      s("text", { x: Math.min(Math.max(x + w / 2, size * 2), width - size * 2), y: below ? y + hgt + size * 1.05 : y - size * 0.35, "font-size": size, "stroke-width": size / 5 }, die.label),
    );
  });
}
