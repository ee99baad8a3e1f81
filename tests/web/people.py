"""People who play in browsers: they look at the panel, click what it offers, and know nothing of the rules."""

import random
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, Error, Page

CHROMIUM = "/usr/bin/chromium"
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
  const optional = lock();
  if (!optional || box.querySelector(".option.drawn")) {
    if (!options.length) return false;
    if (!box.querySelector(".option.chosen")) options[Math.floor(chance * options.length)].click();
  }
  const ready = lock();
  if (ready) ready.click();
  return Boolean(ready);
}
"""


def watch(page: Page, faults: list[str]) -> None:
    """Note everything that the browser complains about."""
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)


def play(people: Sequence[Person], over: str = "html[data-phase=over]", most: int = 4000) -> None:
    """Play until the game is over.

    Raises:
        AssertionError: nobody can do anything any more.
    """
    idle = 0
    for _turn in range(most):
        acted = False
        for person in people:
            try:
                acted |= person.act()
            except Error:
                # The panel was drawn anew just now.
                continue
        if people[0].page.query_selector(over):
            return
        idle = 0 if acted else idle + 1
        people[0].page.wait_for_timeout(15 if acted else 40)
        assert idle < 300, [person.text() for person in people]
    raise AssertionError("the game does not end")
