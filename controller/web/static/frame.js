// What every page has: its appearance, as the device wants it or as somebody has chosen.
const KEY = "dicetable-theme";
const root = document.documentElement;
const select = document.getElementById("theme");

function wear(theme) {
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
}

let stored = "auto";
try {
  stored = localStorage.getItem(KEY) ?? "auto";
} catch {
  // A browser that keeps nothing shows the page as its device wants it.
}
const asked = new URLSearchParams(location.search).get("theme");
// An overlay lies over somebody else's picture: always light letters on dark plates.
const overlay = root.classList.contains("overlay");
wear(overlay && asked !== "contrast" ? "dark" : asked ?? stored);
// The menu of pages closes as people expect of a menu.
const pages = document.getElementById("pages");
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !pages?.open) return;
  pages.open = false;
  pages.querySelector("summary").focus();
});
addEventListener("pointerdown", (event) => {
  if (pages?.open && !pages.contains(event.target)) pages.open = false;
});
for (const link of pages?.querySelectorAll("nav a") ?? []) {
  if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
}
if (select) {
  select.value = asked ?? stored;
  select.addEventListener("change", () => {
    wear(select.value);
    try {
      localStorage.setItem(KEY, select.value);
    } catch {
      // As above.
    }
  });
}
