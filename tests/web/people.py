"""People who play in browsers: they look at the panel, click what it offers, and know nothing of the rules."""

import random
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, Page

CHROMIUM = "/usr/bin/chromium"
PATIENCE = 600
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Person:
    """Somebody at a panel.

    Args:
        browser: where it is opened, in a context of its own, as on a phone of its own.
        address: of the panel.
        chance: what they choose by.
    """

    def __init__(self, browser: Browser, address: str, chance: random.Random, **context: Any) -> None:
        self.context = browser.new_context(viewport={"width": 390, "height": 844}, **context)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        watch(self.page, self.faults)
        self.chance = chance
        self.page.goto(address)
        self.page.wait_for_selector("html[data-link=live]")

    def act(self) -> bool:
        """Click one thing that the panel asks for; whether there was one."""
        clicked: bool = self.page.evaluate(_ACT, self.chance.random())
        return clicked

    def text(self) -> str:
        """What the question's box says."""
        return self.page.inner_text("#question")


# In the browser, so that a whole game takes seconds: pick an option by a click, lock it by a click.
_ACT = """
(chance) => {
  const box = document.getElementById("question");
  if (!box.classList.contains("asked")) return false;
  const yes = box.querySelector(".keys .primary:not(:disabled)");
  if (yes) { yes.click(); return true; }
  const options = [...box.querySelectorAll(".option:not(:disabled)")];
  const lock = () => box.querySelector(".lock:not(:disabled)");
  if (!lock() || box.querySelector(".option.drawn")) {
    if (!options.length) return false;
    if (!box.querySelector(".option.chosen")) options[Math.floor(chance * options.length)].click();
  }
  const ready = lock();
  if (ready) ready.click();
  return Boolean(ready);
}
"""
# The same again and again, by chance that is the same each time (a linear congruential generator).
_GO_ON = f"""
(seed) => {{
  const act = {_ACT.strip()};
  let chance = seed;
  window.goingOn = setInterval(() => {{
    chance = (chance * 1103515245 + 12345) % 2147483648;
    act(chance / 2147483648);
  }}, 15);
}}
"""


def watch(page: Page, faults: list[str]) -> None:
    """Note everything that the browser complains about."""
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)


def play(people: Sequence[Person], over: str = "html[data-phase=over]") -> None:
    """Let everybody play until the first one's page shows this."""
    for person in people:
        person.page.evaluate(_GO_ON, person.chance.randrange(2**31))
    people[0].page.wait_for_selector(over, state="attached", timeout=PATIENCE * 1000)
    for person in people:
        person.page.evaluate("clearInterval(window.goingOn)")
