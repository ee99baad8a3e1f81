// Builds elements; whatever people have typed goes in as text, never as markup.
const SVG = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, call] of Object.entries(value)) element.addEventListener(event, call);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);
export const byId = (id) => document.getElementById(id);

/** Puts new content into a place, unless it is there already: what has not changed keeps its focus and its motion. */
export function fill(place, ...children) {
  if (!place) return;
  const fresh = document.createElement(place.tagName);
  fresh.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  if (fresh.innerHTML === place.innerHTML) return;
  const key = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  place.replaceChildren(...fresh.childNodes);
  // Whoever works with keys alone goes on where they were.
  if (key !== undefined) place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}
