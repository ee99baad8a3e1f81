// Charts as SVG: bars of counts, a curve of evidence, the course of a game. What they show also stands in words beside them.
import { s } from "./dom.js";
import { say } from "./words.js";

const short = (value) => value.toFixed(1);

/**
 * How often each face came, with what a fair die gives: its mean, and the range of 95 of 100 such counts.
 * @param {{counts: number[], faces: {name: string}[], usual: number[]}} data - usual: the range of counts that a fair die gives.
 * @param {string} name - for those who do not see it.
 */
export function bars({ counts, faces, usual: [least, most] }, name) {
  const [width, height, foot] = [Math.max(320, counts.length * 20), 120, 16];
  const n = counts.reduce((sum, one) => sum + one, 0);
  const mean = n / counts.length;
  const top = Math.max(...counts, most, 1) * 1.08;
  const y = (count) => height - (Math.max(0, count) / top) * height;
  const step = width / counts.length;
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height + foot}`, role: "img", "aria-label": `${name}: ${faces.map((one, i) => `${one.name}: ${counts[i]}`).join(", ")}` },
    s("rect", { class: "band", x: 0, width, y: short(y(most)), height: short(y(least) - y(most)) }),
    counts.map((count, i) => {
      const off = count < least || count > most;
      return s("rect", { class: off ? "bar off" : "bar", x: short(i * step + step * 0.16), width: short(step * 0.68), y: short(y(count)), height: short(height - y(count)), rx: 1.5 }, s("title", {}, `${faces[i].name}: ${count}`));
    }),
    s("path", { class: "mean", d: `M0 ${short(y(mean))}H${width}` }),
    faces.map((one, i) => s("text", { x: short((i + 0.5) * step), y: height + 12, class: "tick" }, one.name)),
  );
}

/**
 * The stake of the bet against a die over its throws, on a logarithmic scale.
 * @param {{path: number[], limit: number, n: number}} data - natural logarithms.
 * @param {string} name
 */
export function curve({ path, limit, n }, name) {
  const [width, height] = [320, 90];
  const high = Math.max(Math.log(limit) * 1.15, ...path);
  const low = Math.min(-Math.log(limit) * 0.6, ...path);
  const y = (value) => short(height - ((value - low) / (high - low)) * height);
  const x = (i) => short(30 + (i / Math.max(1, path.length)) * (width - 30));
  const line = [0, ...path].map((value, i) => `${i ? "L" : "M"}${x(i)} ${y(value)}`).join("");
  const mark = (value, text, kind) => [s("path", { class: kind, d: `M30 ${y(value)}H${width}` }), s("text", { class: "scale", x: 26, y: Number(y(value)) + 3.5 }, text)];
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height + 14}`, role: "img", "aria-label": name },
    mark(0, "1", "mean"),
    mark(Math.log(limit), String(limit), "limit"),
    s("path", { class: "line", d: line }),
    s("text", { class: "tick", x: 34, y: height + 11 }, "0"),
    s("text", { class: "tick last", x: width, y: height + 11 }, String(n)),
  );
}

/**
 * The winning chance of the first seat through a game: a step where choices changed it, a slope where dice did.
 * @param {{moments: {round: number, before: number, after: number, choices: {seat: number, lost: number, text: string}[]}[], end: number}} found
 * @param {{names: Object<string, string>, words: Object<string, string>, name: string, room: number}} how - room: the width that there is.
 */
export function course({ moments, end }, { names, words, name, room }) {
  const [left, width, height, foot] = [46, Math.max(420, Math.min(1180, room)), 230, 36];
  const step = (width - left - 26) / moments.length;
  const x = (i) => left + 6 + i * step;
  const y = (chance) => 8 + (1 - chance) * (height - 16);
  const points = [];
  moments.forEach((one, i) => points.push([x(i), one.before], [x(i) + 10, one.after]));
  points.push([x(moments.length), end]);
  const area = `M${short(points[0][0])} ${short(y(0.5))}${points.map(([at, chance]) => `L${short(at)} ${short(y(chance))}`).join("")}L${short(points.at(-1)[0])} ${short(y(0.5))}Z`;
  const part = ([a, from], [b, to], kind) => s("path", { class: kind, d: `M${short(a)} ${short(y(from))}L${short(b)} ${short(y(to))}` });
  const rounds = moments.map((one, i) => (i && moments[i - 1].round === one.round ? null : i));
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height + foot}`, role: "img", "aria-label": name, class: "course" },
    s("clipPath", { id: "upper" }, s("rect", { x: 0, y: 0, width, height: short(y(0.5)) })),
    s("clipPath", { id: "lower" }, s("rect", { x: 0, y: short(y(0.5)), width, height })),
    s("path", { class: "area seat-1", d: area, "clip-path": "url(#upper)" }),
    s("path", { class: "area seat-2", d: area, "clip-path": "url(#lower)" }),
    [0, 0.25, 0.5, 0.75, 1].map((level) => s("path", { class: level === 0.5 ? "mean" : "grid", d: `M${left - 4} ${short(y(level))}H${width}` })),
    [0, 0.25, 0.5, 0.75, 1].map((level) => s("text", { class: "scale", x: left - 8, y: short(y(level) + 3.5) }, `${100 * level} %`)),
    s("text", { class: "side", x: left + 2, y: y(1) + 12 }, `↑ ${say(words.side, { name: names[1] })}`),
    s("text", { class: "side", x: left + 2, y: y(0) - 5 }, `↓ ${say(words.side, { name: names[2] })}`),
    points.slice(1).map((point, i) => part(points[i], point, i % 2 === 0 ? "chose" : "threw")),
    moments.map((one, i) => one.choices.filter((choice) => choice.lost > 0.0005).map((choice, place) => s("circle", { class: `slip seat-${choice.seat}`, cx: short(x(i) + 5 + place * 9), cy: short(y((one.before + one.after) / 2)), r: short(3.2 + Math.min(5, choice.lost * 40)) }, s("title", {}, choice.text)))),
    s("circle", { class: "result", cx: short(points.at(-1)[0]), cy: short(y(end)), r: 5.5 }),
    rounds.map((i) => (i === null ? null : s("text", { class: "tick", x: short(x(i) + 5), y: height + 15 }, String(moments[i].round)))),
    s("text", { class: "tick", x: short(x(moments.length)), y: height + 15 }, words.end),
    s("text", { class: "axis", x: short((left + width) / 2), y: height + 31 }, words.one_round),
  );
}
