"""Where camera and lamps have to be. Lengths in mm, angles in degrees; (0, 0) is the middle of the tray's floor."""

from math import atan, degrees, hypot, radians, sqrt, tan

from controller.hardware import Camera, Hardware, Light, Point, Tray


def farthest_die(tray: Tray, camera: Camera) -> float:
    """How far from the lens's axis the middle of a die can lie.

    The middle keeps half a die away from every wall, so it lies in the floor's octagon made smaller by that; the
    farthest places are the octagon's corners.
    """
    half_width, half_depth = (side / 2 - camera.die_half_width for side in tray.floor)
    # The wall across a corner, x + y = …, moved inwards.
    across = sum(tray.floor) / 2 - tray.corner - sqrt(2) * camera.die_half_width
    return max(hypot(half_width, across - half_width), hypot(across - half_depth, half_depth))


def least_height(tray: Tray, camera: Camera) -> float:
    """How high over the felt the lens has to be, so that every die's upper face is seen at 15° or less.

    The angle is that between the axis and the ray to the middle of the upper face, tan α = r / (height − die).
    """
    return farthest_die(tray, camera) / tan(radians(camera.largest_angle_deg)) + camera.die_height


def largest_angle(tray: Tray, camera: Camera) -> float:
    """The angle at which the farthest die is seen from the configured height, degrees."""
    return degrees(atan(farthest_die(tray, camera) / (camera.height - camera.die_height)))


def seen(camera: Camera, over_felt: float = 0.0) -> Point:
    """Width and height of what the picture shows in a plane so high over the felt (thin lens, no distortion)."""
    width, height = (side * (camera.height - over_felt) / camera.focal_length for side in camera.sensor)
    return width, height


def pixels_a_mm(camera: Camera) -> float:
    """Resolution on the felt."""
    return camera.picture[0] / seen(camera)[0]


def marks_outside(tray: Tray) -> Point:
    """Width and depth of the rectangle around the white paper of all four marks."""
    add = tray.mark_paper - 2 * tray.mark_inside
    return tray.floor[0] + add, tray.floor[1] + add


def least_light_distance(tray: Tray, camera: Camera, light: Light) -> float:
    """How far from the middle a lamp has to be, so that no upper face mirrors it into the lens.

    A level face at r from the axis mirrors a lamp that is d away where both rays have the same angle:
    r / camera = (d − r) / lamp, so d = r · (camera + lamp) / camera. Lamps stand left and right: r is half of the
    floor's width.
    """
    return tray.floor[0] / 2 * (camera.height + light.height) / camera.height


def faults(table: Hardware) -> list[str]:
    """What of camera and lamps is not as it has to be; empty where all is."""
    tray, camera, light = table.tray, table.camera, table.light
    found = []
    if camera.height < (least := least_height(tray, camera)):
        found.append(f"camera.height is {camera.height:.0f}, and has to be at least {least:.0f} for this tray")
    for what, needed, shown in (
        ("the floor", tray.floor, seen(camera)),
        ("the marks", marks_outside(tray), seen(camera, tray.mark_height)),
    ):
        if needed[0] > shown[0] or needed[1] > shown[1]:
            size, most = (f"{width:.0f} × {depth:.0f}" for width, depth in (needed, shown))
            found.append(f"{what} of {size} are not in the picture, which shows {most}: raise camera.height")
    if light.distance < (least := least_light_distance(tray, camera, light)):
        found.append(f"light.distance is {light.distance:.0f}: at less than {least:.0f} upper faces mirror the lamps")
    return found
