// Real polyhedra, drawn from their geometry as somebody at the table sees them.
import { s } from "./dom.js";
import { dieName, faceName } from "./words.js";

const solids = await (await fetch("/solids.json")).json();

const TILT = 0.42;
const LIGHT = unit([-0.45, 0.55, 0.75]);
const PIPS = {
  1: [[0, 0]],
  2: [[-1, 1], [1, -1]],
  3: [[-1, 1], [0, 0], [1, -1]],
  4: [[-1, 1], [1, 1], [-1, -1], [1, -1]],
  5: [[-1, 1], [1, 1], [0, 0], [-1, -1], [1, -1]],
  6: [[-1, 1], [1, 1], [-1, 0], [1, 0], [-1, -1], [1, -1]],
};
// Each symbol has a form of its own, for eyes that do not tell the colours apart.
const SYMBOLS = {
  blue: "M0-.78C.42-.2.6.06.6.32A.6.6 0 0 1-.6.32C-.6.06-.42-.2 0-.78z",
  green: "M-.66.66C-.78-.3-.1-.78.72-.72.78.1.3.78-.4.58L-.6.78-.7.7z",
  red: "M0-.8.66 0 0 .8-.66 0z",
  yellow: "M0-.8.2-.34.66-.56.44-.12.82.12.36.24.42.74 0 .46-.42.74-.36.24-.82.12-.44-.12-.66-.56-.2-.34z",
  wizard: "M0-.86C.1-.5.24.1.5.42L.84.52C.5.8-.5.8-.84.52L-.5.42C-.3.1-.2-.4 0-.86z",
  jester: "M-.84-.3-.44-.06-.2-.76 0-.14.2-.76.44-.06.84-.3.56.5H-.56zM-.56.6H.56V.78H-.56z",
};

/** The symbol of a wizard die alone. */
export const symbol = (face) => s("svg", { class: `sign ${face}`, viewBox: "-1 -1 2 2", "aria-hidden": "true" }, s("path", { d: SYMBOLS[face] }));

/**
 * One die.
 * @param {string} kind - its type: d4 … d20, d%, wizard.
 * @param {number|string|null} face - what lies up; null while that is not known.
 * @param {{className?: string, turn?: number, rotation?: number[][], hidden?: boolean}} how - hidden: beside its own name.
 */
export function die(kind, face, how = {}) {
  const solid = solids[kind];
  const known = face !== null && face !== undefined && solid.labels.some((label) => String(label) === String(face));
  const shown = known ? solid.labels.find((label) => String(label) === String(face)) : solid.labels.at(-1);
  const turning = how.rotation ?? lying(solid, kind, shown, how.turn ?? 0.2);
  const vertices = solid.vertices.map((vertex) => times(turning, vertex));
  const faces = solid.faces
    .map((corners, index) => ({ corners, index, normal: times(turning, solid.normals[index]) }))
    .filter((one) => one.normal[2] > 0.02)
    .sort((a, b) => a.normal[2] - b.normal[2]);
  const name = `${dieName(kind)}: ${known ? faceName(kind, face) : "?"}`;
  return s(
    "svg",
    { class: `die ${kind === "d%" ? "dpercent" : kind} ${known ? "" : "unknown"} ${how.className ?? ""}`, "data-die": kind, viewBox: "-1.08 -1.08 2.16 2.16", ...(how.hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": name }) },
    s("ellipse", { class: "under", cx: 0.04, cy: 0.72, rx: 0.84, ry: 0.3 }),
    faces.map((one) => polygon(one, vertices)),
    known ? faces.flatMap((one) => print(solid, kind, one, turning)) : s("text", { class: "query", y: 0.24 }, "?"),
  );
}

function polygon({ corners, normal }, vertices) {
  const points = corners.map((corner) => `${vertices[corner][0].toFixed(3)},${(-vertices[corner][1]).toFixed(3)}`).join(" ");
  const light = dot(normal, LIGHT);
  const shade = Math.max(0, Math.min(0.62, 0.62 * (1 - light)));
  const shine = Math.max(0, light - 0.82) * 0.9;
  return s(
    "g",
    {},
    s("polygon", { class: "body", points }),
    s("polygon", { class: "shade", points, "fill-opacity": shade.toFixed(2) }),
    shine > 0.01 ? s("polygon", { class: "shine", points, "fill-opacity": shine.toFixed(2) }) : null,
  );
}

function print(solid, kind, { index, normal }, turning) {
  const top = times(turning, solid.tops[index]);
  const centre = times(turning, solid.centres[index]);
  const label = solid.labels[index];
  if (kind === "d4") return corners(solid, index, normal, turning);
  if (kind === "d6") return pips(label, plane(centre, top, normal), solid.inradius);
  if (kind === "wizard") {
    return [s("path", { class: `symbol ${label}`, d: SYMBOLS[label], transform: `${plane(centre, top, normal)} scale(${(solid.inradius * 0.78).toFixed(3)})` })];
  }
  const text = faceName(kind, label) + (["6", "9"].includes(String(label)) && solid.labels.includes(9) ? "." : "");
  const size = solid.inradius * (text.length > 1 ? 0.98 : 1.2) * (kind === "d10" || kind === "d%" ? 0.92 : 1);
  return [s("text", { class: "print", transform: plane(centre, top, normal), "font-size": size.toFixed(3), y: (size * 0.35).toFixed(3) }, text)];
}

function pips(number, transform, inradius) {
  return PIPS[number].map(([x, y]) =>
    s("circle", { class: "pip", transform, cx: (x * inradius * 0.54).toFixed(3), cy: (-y * inradius * 0.54).toFixed(3), r: (inradius * 0.17).toFixed(3) }),
  );
}

// A d4 is read at its upper corner: each face has a number at each of its corners.
function corners(solid, index, normal, turning) {
  const centre = solid.centres[index];
  return solid.faces[index].map((corner) => {
    const label = solid.labels[solid.faces.findIndex((face) => !face.includes(corner))];
    const arm = minus(solid.vertices[corner], centre);
    const place = times(turning, plus(centre, arm.map((one) => one * 0.52)));
    return s("text", { class: "print", transform: plane(place, times(turning, unit(arm)), normal), "font-size": 0.34, y: 0.12 }, String(label));
  });
}

/** The picture's plane of a print: its middle, its upward direction, the outward normal. */
function plane(centre, top, normal) {
  const right = cross(top, normal);
  const numbers = [right[0], -right[1], -top[0], top[1], centre[0], -centre[1]];
  return `matrix(${numbers.map((one) => one.toFixed(3)).join(" ")})`;
}

/** How a die lies on the table so that a face is read, its print upright, seen a little from the front. */
function lying(solid, kind, label, turn) {
  const index = solid.labels.indexOf(label);
  const normal = solid.normals[index];
  const up = kind === "d4" ? normal.map((one) => -one) : normal;
  const level = toZ(up);
  const mark = kind === "d4" ? solid.tops[(index + 1) % 4] : solid.tops[index];
  const top = times(level, mark);
  const upright = Math.PI / 2 - Math.atan2(top[1], top[0]) + turn;
  return product(aboutX(-TILT), product(aboutZ(upright), level));
}

/** Any orientation, for dice that roll. */
export const tumbling = (a, b, c) => product(aboutX(a), product(aboutZ(b), aboutX(c)));

function toZ([x, y, z]) {
  if (z < -0.999999) return [[1, 0, 0], [0, -1, 0], [0, 0, -1]];
  const k = 1 / (1 + z);
  return [[1 - x * x * k, -x * y * k, -x], [-x * y * k, 1 - y * y * k, -y], [x, y, z]];
}

const aboutX = (a) => [[1, 0, 0], [0, Math.cos(a), -Math.sin(a)], [0, Math.sin(a), Math.cos(a)]];
const aboutZ = (a) => [[Math.cos(a), -Math.sin(a), 0], [Math.sin(a), Math.cos(a), 0], [0, 0, 1]];
const product = (a, b) => a.map((row) => [0, 1, 2].map((column) => row.reduce((sum, one, i) => sum + one * b[i][column], 0)));
const times = (matrix, vector) => matrix.map((row) => dot(row, vector));
const plus = (a, b) => a.map((one, i) => one + b[i]);
const minus = (a, b) => a.map((one, i) => one - b[i]);
function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
function unit(vector) {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((one) => one / length);
}
