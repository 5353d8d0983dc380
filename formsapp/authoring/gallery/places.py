"""Three places to meet, as landscapes (480 by 270)."""

from math import cos, pi, sin

from PIL.Image import Image

from formsapp.authoring.gallery.canvas import CORAL, Canvas, Point

WIDTH, HEIGHT = 480, 270
SUN = "#ffd36b"


def seaside() -> Image:
    """Sun, sea, a sail and a parasol on the sand."""
    page = Canvas(WIDTH, HEIGHT, "#cfe8f7")
    _cloud(page, 104, 62, "#f4fafe")
    page.disc(372, 70, 34, SUN)
    page.box((0, 128, WIDTH, HEIGHT), "#4d9fcf")
    page.area(_rolling(170, 5, 240), "#3f8fc2")
    for left, top, width in [(40, 142, 64), (150, 152, 44), (226, 140, 78), (330, 156, 96)]:
        page.box((left, top, left + width, top + 3), "#7fc0e3", 1.5)
    page.area([(272, 124), (272, 84), (300, 124)], "#ffffff")
    page.area([(267, 124), (267, 94), (247, 124)], "#f1f5f8")
    page.area([(240, 129), (306, 129), (296, 139), (250, 139)], CORAL)
    page.area(_rolling(206, 7, 420), "#e4f3fa")
    page.area(_rolling(212, 7, 420), "#f2d9a4")
    page.path([(112, 246), (124, 166)], "#8a5a3c", 4)
    _parasol(page, 124, 168)
    page.area([(178, 236), (250, 236), (262, 248), (186, 248)], "#5cb3a6")
    page.area([(196, 236), (208, 236), (217, 248), (205, 248)], "#ffffff")
    return page.finished()


def mountains() -> Image:
    """A cabin between firs, under mountains with snow."""
    page = Canvas(WIDTH, HEIGHT, "#dfe8f5")
    page.disc(78, 58, 22, "#fff3cf")
    _cloud(page, 420, 64, "#f3f7fc")
    for left, peak, right, top, color in [
        (210, 400, 590, 96, "#a3b4cf"),
        (-40, 132, 304, 84, "#7e93b5"),
        (124, 300, 476, 44, "#5d7599"),
    ]:
        page.area([(left, 226), (peak, top), (right, 226)], color)
        _snow(page, (left, 226), (peak, top), (right, 226))
    page.area(_rolling(206, 6, 480), "#79b08e")
    page.area(_rolling(226, 5, 300), "#5f9a78")
    for x, foot, height in [(46, 232, 68), (84, 240, 56), (404, 228, 72), (444, 238, 60)]:
        _fir(page, x, foot, height)
    page.box((264, 160, 276, 186), "#8a5538")
    page.box((196, 190, 284, 242), "#a9673f")
    page.area([(184, 194), (296, 194), (240, 154)], "#6d3f27")
    page.box((208, 204, 226, 222), SUN, 1)
    page.box((246, 206, 268, 242), "#6d3f27", 1)
    return page.finished()


def city() -> Image:
    """Towers with lit windows, under a moon."""
    page = Canvas(WIDTH, HEIGHT, "#34305e")
    page.disc(92, 62, 24, "#f6e7c1")
    for x, y in [(30, 40), (168, 34), (230, 58), (318, 30), (392, 54), (446, 28), (146, 84)]:
        page.disc(x, y, 1.4, "#b9b3e0")
    for left, top, width in [(0, 176, 70), (112, 138, 62), (248, 112, 56), (392, 132, 66)]:
        page.box((left, top, left + width, HEIGHT), "#433e78", 2)
    towers = [(16, 160), (80, 118), (146, 176), (208, 80), (276, 146), (344, 100), (412, 166)]
    for place, (left, top) in enumerate(towers):
        page.box((left, top, left + 58, HEIGHT + 9), "#1f1c3f" if place % 2 else "#28234f", 3)
        for row in range(int((HEIGHT - top - 14) // 20)):
            for column in range(3):
                lit = (row * 5 + column * 3 + place * (row + 2)) % 7 < 3
                x, y = left + 10 + column * 14, top + 12 + row * 20
                page.box((x, y, x + 9, y + 10), SUN if lit else "#3d3870", 1.5)
    page.path([(237, 80), (237, 52)], "#1f1c3f", 2.4)
    page.disc(237, 52, 2.6, CORAL)
    return page.finished()


def _rolling(level: float, swing: float, length: float) -> list[Point]:
    """The ground below a gentle wave."""
    edge = [(x, level + swing * cos(2 * pi * x / length)) for x in range(0, WIDTH + 1, 6)]
    return [*edge, (WIDTH, HEIGHT), (0, HEIGHT)]


def _cloud(page: Canvas, x: float, y: float, color: str) -> None:
    for dx, dy, radius in [(-22, 4, 12), (-4, -4, 17), (18, 3, 13)]:
        page.disc(x + dx, y + dy, radius, color)
    page.box((x - 34, y + 2, x + 31, y + 16), color, 7)


def _parasol(page: Canvas, x: float, y: float) -> None:
    """A dome of stripes, its rim centered on (x, y)."""
    for half, color in [(58, CORAL), (34, "#fff1e6"), (12, CORAL)]:
        arc = [(x - half * cos(pi * i / 36), y - 46 * sin(pi * i / 36)) for i in range(37)]
        page.area(arc, color)


def _snow(page: Canvas, left: Point, peak: Point, right: Point) -> None:
    """Snow down to three tenths of both slopes, with a ragged lower edge."""

    def along(foot: Point, share: float) -> Point:
        return peak[0] + (foot[0] - peak[0]) * share, peak[1] + (foot[1] - peak[1]) * share

    low_left, low_right = along(left, 0.3), along(right, 0.26)
    middle, y = peak[0], low_left[1]
    edge = [(middle + 20, y - 4), (middle + 8, y + 8), (middle - 8, y - 6), (middle - 22, y + 6)]
    page.area([peak, low_right, *edge, low_left], "#ffffff")


def _fir(page: Canvas, x: float, foot: float, height: float) -> None:
    page.box((x - 3, foot - 6, x + 3, foot + 6), "#6d4a33")
    for share, half in [(0.0, 20), (0.3, 16), (0.58, 11)]:
        base = foot - share * height
        page.area([(x - half, base), (x + half, base), (x, base - height * 0.46)], "#2f6b4f")
