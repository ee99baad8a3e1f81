// Game, players, variants, house rules, language: a form that is made from what the games themselves say.
import { fill, h } from "./dom.js";
import { say } from "./words.js";
import { V, button, field, get, place, select, send, tell } from "./setup.js";

let now = await get("/setup/settings");
let station = structuredClone(now.station);
let table = structuredClone(now.table);

const game = () => now.games.find((one) => one.id === station.game);
const number = (value) => (value === "" ? null : Number(value));

function draw() {
  fill(
    place(),
    h(
      "form",
      { on: { submit: (event) => event.preventDefault() } },
      h("div", { class: "columns" }, h("div", {}, people(), stakes()), h("div", {}, played(), house())),
      rules(),
      h("p", { class: "actions saving" }, button(V.save, save, { class: "primary" }), h("small", {}, say(V.file, { file: now.file }))),
      Object.entries(now.elsewhere).map(([key, source]) => h("p", { class: "note" }, say(V.elsewhere, { key, source }))),
    ),
  );
}

function group(title, key, ...inside) {
  return h("fieldset", {}, h("legend", {}, title, key ? h("small", {}, V.when[now.when[key]]) : null), inside);
}

function people() {
  const seats = game()?.seats ?? [2, 3, 4, 5];
  return [
    group(
      V.language,
      "station.language",
      h("div", { class: "radios" }, now.languages.map((one) => radio("language", one, V.languages[one], station.language === one, () => (station.language = one)))),
    ),
    group(
      V.names,
      "station.names",
      field(
        game() ? V.players : V.most_players,
        select(seats.map((one) => [one, one]), station.players, {
          id: "players",
          on: { change: (event) => ((station.players = Number(event.target.value)), draw()) },
        }),
      ),
      Array.from({ length: station.players }, (_, at) =>
        field(
          say(V.name_of, { n: at + 1 }),
          h("input", {
            type: "text",
            maxlength: now.name_length,
            value: station.names[at] ?? "",
            autocomplete: "off",
            on: { input: (event) => (station.names = set(station.names, at, event.target.value)) },
          }),
        ),
      ),
      station.game === "overload" || station.game === "wizard"
        ? field(
            V.first,
            select(
              Array.from({ length: station.players }, (_, at) => [at + 1, station.names[at] || at + 1]),
              station.first,
              { on: { change: (event) => (station.first = Number(event.target.value)) } },
            ),
          )
        : null,
    ),
  ];
}

function stakes() {
  return group(
    V.stakes,
    "station.stakes",
    h("p", { class: "hint" }, V.stakes_help),
    Array.from({ length: station.players }, (_, at) =>
      field(
        say(V.stake_of, { n: at + 1 }),
        h("input", { type: "text", maxlength: 100, value: station.stakes[at] ?? "", on: { input: (event) => (station.stakes = set(station.stakes, at, event.target.value)) } }),
      ),
    ),
  );
}

function set(list, at, value) {
  const longer = [...list, ...Array(Math.max(0, at + 1 - list.length)).fill("")];
  longer[at] = value;
  while (longer.length && !longer.at(-1)) longer.pop();
  return longer;
}

function played() {
  const options = [...now.games.map((one) => [one.id, one.name]), [now.menu, V.menu]];
  const about = game()?.about ?? V.menu_about;
  const variants = game() ? game().variants : now.games.flatMap((one) => one.variants.map((each) => ({ ...each, name: `${each.name} (${one.name})` })));
  return [
    group(V.game, "station.game", select(options, station.game, { id: "game", "aria-label": V.game, on: { change: (event) => choose(event.target.value) } }), h("p", { class: "hint" }, about)),
    variants.length
      ? group(
          V.variants,
          "station.variants",
          variants.map((one) =>
            check(one.name, one.about, station.variants.includes(one.id), (on) => {
              station.variants = on ? [...station.variants, one.id] : station.variants.filter((each) => each !== one.id);
            }),
          ),
        )
      : null,
  ];
}

/** What another game does not know is left out. */
function choose(id) {
  station.game = id;
  const info = game();
  if (info) {
    if (!info.seats.includes(station.players)) station.players = info.seats[0];
    station.variants = station.variants.filter((one) => info.variants.some((each) => each.id === one));
    station.house = Object.fromEntries(Object.entries(station.house).filter(([key]) => info.house.some((each) => each.key === key)));
  }
  station.first = Math.min(station.first, station.players);
  draw();
}

function house() {
  if (game()) return group(say(V.house, { game: game().name }), "station.house", game().house.map(option));
  return now.games.map((info) => h("details", {}, h("summary", {}, say(V.house, { game: info.name })), h("div", { class: "inside" }, info.house.map(option))));
}

function option(rule) {
  const one = { ...rule, about: rule.about.charAt(0).toUpperCase() + rule.about.slice(1) };
  const given = station.house[one.key];
  const change = (value) => {
    if (value === null || value === "") delete station.house[one.key];
    else station.house[one.key] = value;
  };
  const usual = say(V.default, { value: one.labels[one.default] ?? shown(one.default) });
  if (one.kind === "flag") {
    const pick = select([["", usual], ["true", V.yes], ["false", V.no]], given === undefined ? "" : String(given), { on: { change: (event) => change(event.target.value === "" ? null : event.target.value === "true") } });
    return field(one.about, pick);
  }
  if (one.kind === "choice") {
    return field(one.about, select([["", usual], ...one.allowed.map((each) => [each, one.labels[each] ?? each])], given ?? "", { on: { change: (event) => change(event.target.value) } }));
  }
  if (one.kind === "number") {
    const input = h("input", {
      type: one.words.length ? "text" : "number",
      min: one.allowed[0],
      max: one.allowed.at(-1),
      value: given ?? "",
      placeholder: usual,
      on: { input: (event) => change(/^-?\d+$/.test(event.target.value) ? number(event.target.value) : event.target.value) },
    });
    return field(one.about, input, [`${one.allowed[0]} … ${one.allowed.at(-1)}`, ...one.words].join(", "));
  }
  return field(one.about, h("input", { type: "text", maxlength: 200, value: given ?? "", placeholder: one.default ? usual : "", on: { input: (event) => change(event.target.value) } }));
}

function shown(value) {
  if (value === true) return V.yes;
  if (value === false) return V.no;
  return String(value);
}

function rules() {
  return group(
    V.table,
    null,
    h(
      "div",
      { class: "many" },
      now.fields.map((one) => {
        const key = one.key;
        const when = V.when[now.when[`table.${key}`]];
        const control = one.options
          ? select(one.options.map((each) => [each.value, each.label]), table[key], { on: { change: (event) => (table[key] = event.target.value) } })
          : h("input", { type: "number", min: one.low, max: one.high, step: one.step, value: table[key], on: { input: (event) => (table[key] = number(event.target.value)) } });
        return field(one.label, control, when);
      }),
    ),
  );
}

function radio(name, value, label, on, pick) {
  return h("label", {}, h("input", { type: "radio", name, value, checked: on, on: { change: pick } }), h("span", {}, label));
}

function check(name, about, on, pick) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", checked: on, on: { change: (event) => pick(event.target.checked) } }), h("span", {}, h("b", {}, name), h("small", {}, about)));
}

async function save() {
  const changes = {};
  for (const [section, values, before] of [["station", station, now.station], ["table", table, now.table]]) {
    for (const [key, value] of Object.entries(values)) {
      if (JSON.stringify(value) !== JSON.stringify(before[key]) && now.when[`${section}.${key}`]) changes[`${section}.${key}`] = value ?? "";
    }
  }
  const language = changes["station.language"];
  const done = await send("/setup/settings", { changes });
  if (!done) return;
  if (language !== undefined) {
    location.reload();
    return;
  }
  now = await get("/setup/settings");
  station = structuredClone(now.station);
  table = structuredClone(now.table);
  draw();
  tell([...done.said, say(V.saved, { file: done.file })]);
}

draw();
