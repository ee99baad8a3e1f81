// Dice that roll in the tray roll here too: nobody knows yet what they will show.
import { die, tumbling } from "./dice.js";

const STEP = 50;
const still = matchMedia("(prefers-reduced-motion: reduce)");
let timer = null;

/** Lets the unknown dice of a place tumble while the dice in the tray roll. */
export function roll(place, rolling) {
  if (!rolling || still.matches) {
    clearInterval(timer);
    timer = null;
    return;
  }
  timer ??= setInterval(() => turn(place), STEP);
}

function turn(place) {
  const now = performance.now() / 420;
  place.querySelectorAll(".die.unknown").forEach((old, index) => {
    const kept = [...old.classList].filter((name) => /^seat-|^open$/.test(name)).join(" ");
    const phase = now + index * 1.7;
    old.replaceWith(die(old.dataset.die, null, { className: kept, rotation: tumbling(phase * 1.3, phase, phase * 0.7) }));
  });
}
