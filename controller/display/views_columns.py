"""Pictures for a game that has none of its own: a column a seat."""

from controller.display.picture import HEIGHT, WIDTH, Canvas
from controller.display.views_parts import View, number, row


def draw(canvas: Canvas, view: View, phase: str, lang: str) -> None:
    """A column a seat: name and score; a line below who has locked, dots below who is asked, winners inverted."""
    seats = view["game"]["seats"]
    outcome = view.get("outcome") or {"winner": [], "scores": {}}
    final = outcome["scores"]
    width = WIDTH // len(seats)
    places = [(index * width, width - 1) for index in range(len(seats))]
    row(canvas, places, 0, [str(seat.get("name") or seat["seat"]) for seat in seats])
    row(canvas, places, 8, [number(final.get(str(seat["seat"]), seat["score"])) for seat in seats])
    for seat, (left, _width) in zip(seats, places, strict=True):
        if seat.get("locked"):
            canvas.blit(left, HEIGHT - 1, ("#" * (width - 1),))
        elif seat["seat"] in view["asked"]:
            canvas.blit(left, HEIGHT - 1, ("#." * (width // 2),))
        if seat["seat"] in outcome["winner"]:
            canvas.invert(left, 0, width - 1, HEIGHT)
