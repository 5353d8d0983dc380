"""The icons of four formats (64 by 64), on no ground."""

from PIL.Image import Image

from formsapp.authoring.gallery.canvas import BLUE, CORAL, PAPER, TEAL, VIOLET, Canvas


def presentation_icon() -> Image:
    """A screen on a stand, with bars."""
    icon = Canvas(64, 64, None)
    icon.path([(32, 44), (20, 59)], CORAL, 4)
    icon.path([(32, 44), (44, 59)], CORAL, 4)
    icon.box((5, 6, 59, 47), CORAL, 6)
    for place, height in enumerate([10, 18, 14, 24]):
        left = 15 + place * 9
        icon.box((left, 39 - height, left + 6, 39), PAPER, 1.5)
    return icon.finished()


def document_icon() -> Image:
    """A page with lines and a folded corner."""
    icon = Canvas(64, 64, None)
    icon.box((11, 4, 40, 60), BLUE, 6)
    icon.box((11, 18, 53, 60), BLUE, 6)
    icon.area([(36, 4), (53, 21), (53, 32), (36, 32)], BLUE)
    icon.area([(37, 4), (53, 20), (40, 20), (37, 17)], "#a9c3f3")
    icon.lines(20, 29, [24, 24, 15], PAPER, 9)
    return icon.finished()


def site_icon() -> Image:
    """A window with a line chart."""
    icon = Canvas(64, 64, None)
    icon.box((4, 8, 60, 56), VIOLET, 7)
    icon.box((9, 20, 55, 51), PAPER, 4)
    for place in range(3):
        icon.disc(12.5 + place * 7, 14, 2.2, PAPER)
    icon.path([(15, 44), (26, 34), (35, 39), (49, 27)], VIOLET, 4)
    return icon.finished()


def spreadsheet_icon() -> Image:
    """A grid under a heading."""
    icon = Canvas(64, 64, None)
    icon.box((6, 5, 58, 59), TEAL, 7)
    icon.lines(13, 13, [24], PAPER)
    for row in range(3):
        for column in range(3):
            left, top = 13 + column * 13.2, 24 + row * 9.8
            icon.box((left, top, left + 11.4, top + 8), PAPER, 1.5)
    return icon.finished()
