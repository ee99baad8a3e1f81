"""The lengths of every part for a table, and where it stands, mm. Pure; ``mechanics/`` draws, the tests measure."""

from dataclasses import dataclass
from math import atan, ceil, degrees

from controller.hardware import Hardware, Point
from hardware.generate.given import PROFILE
from hardware.generate.lengths import CameraHead, DisplayFrame, Foot, Hub, LampBar, PanelBox, TrayCorner


@dataclass(frozen=True)
class Layout:
    """The board, and where things stand on it: (0, 0) is the middle of the tray, y points to the mast."""

    width: float
    front: float
    back: float
    thickness: float
    mast: Point
    posts: tuple[Point, ...]
    hub: Point
    strips: Point
    mast_length: float
    post_length: float
    arm_length: float


@dataclass(frozen=True)
class Dimensions:
    """Those of every part."""

    panel: PanelBox
    foot: Foot
    head: CameraHead
    lamp: LampBar
    frame: DisplayFrame
    corner: TrayCorner
    hub: Hub
    layout: Layout


def dimensions(table: Hardware) -> Dimensions:
    """The lengths of every part, for this table."""
    tray, light, display = table.tray, table.light, table.display
    corner = TrayCorner(tray.corner, (tray.wall_thickness, tray.wall_height), tray.mark_paper, tray.mark_inside)
    foot, head = Foot(), CameraHead()
    return Dimensions(
        panel=PanelBox(table.panel.face),
        foot=foot,
        head=head,
        lamp=LampBar(light.length, light.strip_width, degrees(atan(light.height / light.distance))),
        frame=DisplayFrame(
            (display.columns / 8 * display.module, display.rows / 8 * display.module), display.board_thickness
        ),
        corner=corner,
        hub=Hub(),
        layout=_layout(table, corner, foot, head),
    )


def _layout(table: Hardware, corner: TrayCorner, foot: Foot, head: CameraHead) -> Layout:
    tray, light = table.tray, table.light
    half_depth = tray.floor[1] / 2 + corner.edge
    # A hand's breadth between tray and foot, for the strips' ends.
    mast = half_depth + 12 + foot.plate[1] / 2
    posts = light.distance
    arm_end = head.lens_x - head.overlap
    hub, hub_at = Hub(), (foot.plate[0] / 2 + 20, half_depth + 15)
    return Layout(
        width=_up(2 * (posts + foot.plate[0] / 2 + 10), 20),
        front=_up(half_depth + 25, 10),
        back=_up(hub_at[1] + hub.plate[1] + 10, 10),
        thickness=15.0,
        mast=(0.0, mast),
        posts=((-posts, 0.0), (posts, 0.0)),
        hub=hub_at,
        # A strip that is cut a little too long would push the corners off their holes.
        strips=(tray.floor[0] - 2 * corner.strip_ends - 1, tray.floor[1] - 2 * corner.strip_ends - 1),
        # The arm lies on top of what hangs below it; some more, so that it can be moved.
        mast_length=_up(tray.felt + table.camera.height + head.lens_below_arm + PROFILE - foot.thickness, 50),
        post_length=_up(tray.felt + light.height + 20 - foot.thickness, 50),
        arm_length=mast - PROFILE / 2 - arm_end,
    )


def _up(length: float, step: float) -> float:
    """Rounded up, so that it is easily cut."""
    return ceil(length / step) * step
