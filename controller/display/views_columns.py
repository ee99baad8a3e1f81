"""Pictures for a game that has none of its own: a column a seat."""

from controller.display.font import SMALL, TEXT
from controller.display.picture import HEIGHT, Canvas
from controller.display.views_parts import View, centred, columns, crowned, fit, number, scores_below, staggered
from controller.display.views_words import of_reason


def draw(canvas: Canvas, view: View, phase: str, lang: str) -> None:
    """A column a seat: name and score; a line below who has locked, dots below who is asked. At the end the crowns."""
    seats = view["game"]["seats"]
    if phase == "over":
        _over(canvas, view, lang)
        return
    scores, places = [seat["score"] for seat in seats], columns(len(seats))
    if not fit(scores, places):
        staggered(canvas, scores, view["asked"])
        return
    for seat, (left, width) in zip(seats, places, strict=True):
        # Narrower than the column, so that two names that run do not touch.
        centred(canvas, left + 1, width - 2, 0, str(seat.get("name") or seat["seat"]), SMALL)
        centred(canvas, left, width, 6, number(seat["score"]), TEXT, SMALL)
        if seat.get("locked"):
            canvas.blit(left, HEIGHT - 1, ("#" * width,))
        elif seat["seat"] in view["asked"]:
            canvas.blit(left, HEIGHT - 1, ("#." * (width // 2),))


def _over(canvas: Canvas, view: View, lang: str) -> None:
    """The final scores, with crowns or with the reason why nobody has won."""
    outcome = view["outcome"]
    seats = view["game"]["seats"]
    scores = [outcome["scores"].get(str(seat["seat"]), seat["score"]) for seat in seats]
    if outcome["winner"]:
        crowned(canvas, scores, outcome["winner"])
    else:
        scores_below(canvas, of_reason(outcome["reason"], lang), scores, ())
