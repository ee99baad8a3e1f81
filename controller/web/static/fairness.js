// The page about fair dice: its dice and its charts.
import { bars, curve } from "./charts.js";
import { drawDice } from "./drawn.js";

drawDice();
for (const figure of document.querySelectorAll(".bars")) {
  const data = JSON.parse(figure.dataset.chart);
  const title = figure.closest("section").querySelector("h2").textContent;
  figure.replaceChildren(bars(data, title));
}
for (const figure of document.querySelectorAll(".curve")) {
  const name = figure.closest("details").querySelector("summary").textContent;
  figure.replaceChildren(curve(JSON.parse(figure.dataset.curve), name));
}
