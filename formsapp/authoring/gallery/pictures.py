"""The gallery's pictures: thumbnails (480 by 270) and format icons (64 by 64)."""

from PIL.Image import Image

from formsapp.authoring.gallery.canvas import (
    AMBER,
    BLUE,
    CORAL,
    LINE,
    PAPER,
    QUIET,
    TEAL,
    VIOLET,
    Canvas,
)

WIDTH, HEIGHT = 480, 270


def business_review() -> Image:
    """A slide: three key figures above a bar chart and its notes."""
    page = Canvas(WIDTH, HEIGHT)
    page.box((0, 0, 10, HEIGHT), TEAL)
    page.text(32, 20, "Quarterly business review", 20)
    page.text(32, 46, "Revenue, customers and margin", 12, QUIET)
    figures = [("$4.2M", "Revenue", TEAL), ("1,860", "Customers", BLUE), ("38%", "Margin", AMBER)]
    for place, (figure, label, color) in enumerate(figures):
        left = 32 + place * 142
        page.box((left, 74, left + 130, 128), "#f4f7f9", 7)
        page.box((left, 74, left + 4, 128), color, 2)
        page.text(left + 16, 80, figure, 20)
        page.text(left + 16, 106, label, 11, QUIET)
    for place, height in enumerate([34, 46, 41, 58, 66, 62, 80, 92]):
        left = 36 + place * 31
        page.box((left, 246 - height, left + 20, 246), TEAL if place == 7 else "#a9d3ca", 3)
    page.box((32, 246, 284, 247.5), LINE)
    page.lines(312, 156, [132, 118, 126, 94], gap=16)
    page.lines(312, 230, [70], TEAL)
    return page.finished()


def weekly_update() -> Image:
    """A document page: heading, paragraphs and a table of progress."""
    page = Canvas(WIDTH, HEIGHT, "#eef1f5")
    page.box((92, 16, 388, 300), PAPER, 4, LINE)
    page.text(118, 32, "Weekly update", 20)
    page.text(118, 58, "Week 48 · Platform team", 11, QUIET)
    page.box((118, 80, 362, 81.5), LINE)
    page.text(118, 92, "Done", 13, BLUE)
    page.lines(118, 112, [236, 220, 150])
    page.text(118, 152, "Next", 13, BLUE)
    page.lines(118, 172, [228, 186])
    for row, (share, color) in enumerate([(0.9, TEAL), (0.6, BLUE), (0.3, AMBER)]):
        top = 204 + row * 20
        page.lines(118, top + 3, [84], "#c9d1da")
        page.box((220, top + 2, 362, top + 10), "#eef1f5", 4)
        page.box((220, top + 2, 220 + 142 * share, top + 10), color, 4)
    return page.finished()


def growth_dashboard() -> Image:
    """A site: navigation, a line chart and three tiles."""
    page = Canvas(WIDTH, HEIGHT, "#f6f7fb")
    page.box((0, 0, WIDTH, 34), PAPER)
    for place, color in enumerate([CORAL, AMBER, TEAL]):
        page.disc(18 + place * 14, 17, 4, color)
    page.box((72, 10, 330, 24), "#eef0f5", 7)
    page.box((0, 34, 84, HEIGHT), "#2b2350")
    page.lines(16, 56, [52, 40, 46, 36], "#6c60a8", 24)
    page.text(104, 48, "Growth", 20)
    page.box((104, 80, 456, 180), PAPER, 8, LINE)
    heights = [150, 144, 148, 132, 136, 120, 124, 108, 100, 104, 94]
    points = [(118 + place * 32.4, float(y)) for place, y in enumerate(heights)]
    page.area([*points, (442, 168), (118, 168)], "#e9e3fa")
    page.path(points, VIOLET, 3)
    page.disc(*points[-1], 5, VIOLET)
    for place, (figure, color) in enumerate([("+24%", TEAL), ("8.1k", VIOLET), ("92", AMBER)]):
        left = 104 + place * 120
        page.box((left, 194, left + 112, 252), PAPER, 8, LINE)
        page.text(left + 12, 202, figure, 19, color)
        page.lines(left + 12, 232, [62], "#d9dce6")
    return page.finished()


def budget_sheet() -> Image:
    """A spreadsheet: a grid with figures and one highlighted total."""
    page = Canvas(WIDTH, HEIGHT)
    page.box((0, 0, WIDTH, 38), "#e6f1ee")
    page.text(20, 9, "Budget and forecast", 16, TEAL)
    columns = [20, 148, 222, 296, 370]
    for place, month in enumerate(["Jan", "Feb", "Mar", "Total"]):
        page.text(columns[place + 1] + 18, 50, month, 12, QUIET)
    rows = ["People", "Cloud", "Tools", "Travel", "Total"]
    for row, label in enumerate(rows):
        top = 74 + row * 36
        if label == "Total":
            page.box((12, top - 4, 468, top + 26), "#fdf3df", 5)
        page.box((12, top + 30, 468, top + 31), LINE)
        page.text(columns[0], top + 3, label, 13)
        for place, x in enumerate(columns[1:]):
            strong = label == "Total" or place == 3
            width = 44 - (row * 7 + place * 5) % 16
            page.lines(x + 18, top + 9, [width], TEAL if strong else "#ccd4dc")
    return page.finished()


def seaside() -> Image:
    """A place to meet: sun, sea and sand."""
    page = Canvas(WIDTH, HEIGHT, "#cfe8f7")
    page.disc(372, 74, 36, "#ffd36b")
    page.box((0, 140, WIDTH, 214), "#4d9fcf")
    for row, offset in enumerate([0, 40, 14]):
        page.lines(30 + offset, 156 + row * 18, [80], "#7fc0e3")
        page.lines(260 + offset, 150 + row * 18, [110], "#7fc0e3")
    page.area([(0, 214), (180, 198), (WIDTH, 222), (WIDTH, HEIGHT), (0, HEIGHT)], "#f2d9a4")
    page.path([(110, 236), (110, 160)], "#8a5a3c", 4)
    page.area([(58, 172), (162, 172), (110, 128)], CORAL)
    page.area([(93, 172), (127, 172), (110, 128)], "#fff1e6")
    return page.finished()


def mountains() -> Image:
    """A place to meet: a cabin under mountains."""
    page = Canvas(WIDTH, HEIGHT, "#dfe8f5")
    page.area([(0, 220), (120, 76), (240, 220)], "#7e93b5")
    page.area([(96, 105), (120, 76), (146, 107), (128, 118), (112, 108)], "#ffffff")
    page.area([(150, 230), (310, 48), (470, 230)], "#5d7599")
    page.area([(278, 84), (310, 48), (344, 87), (322, 100), (300, 88)], "#ffffff")
    page.box((0, 208, WIDTH, HEIGHT), "#5f9a78")
    for x in (40, 78, 404, 440):
        page.area([(x - 18, 222), (x + 18, 222), (x, 164)], "#2f6b4f")
    page.box((196, 190, 268, 236), "#a9673f")
    page.area([(186, 192), (278, 192), (232, 158)], "#6d3f27")
    page.box((222, 208, 242, 236), "#ffd36b")
    return page.finished()


def city() -> Image:
    """A place to meet: towers at dusk."""
    page = Canvas(WIDTH, HEIGHT, "#34305e")
    page.disc(92, 66, 24, "#f6e7c1")
    towers = [(20, 150), (84, 118), (150, 176), (206, 84), (276, 136), (344, 100), (410, 160)]
    for place, (left, top) in enumerate(towers):
        page.box((left, top, left + 54, HEIGHT), "#1f1c3f" if place % 2 else "#272350", 3)
        for row in range(int((HEIGHT - top) // 22)):
            for column in range(3):
                lit = (row * 5 + column * 3 + place) % 4
                color = "#ffd36b" if lit < 2 else "#3d3870"
                x, y = left + 9 + column * 14, top + 12 + row * 22
                page.box((x, y, x + 8, y + 10), color, 1.5)
    return page.finished()


def presentation_icon() -> Image:
    """A slide with bars."""
    icon = Canvas(64, 64, None)
    icon.box((6, 10, 58, 46), CORAL, 6)
    for place, height in enumerate([10, 18, 14, 24]):
        left = 16 + place * 9
        icon.box((left, 40 - height, left + 6, 40), PAPER, 1.5)
    icon.path([(32, 46), (22, 58)], CORAL, 3.5)
    icon.path([(32, 46), (42, 58)], CORAL, 3.5)
    return icon.finished()


def document_icon() -> Image:
    """A page with lines."""
    icon = Canvas(64, 64, None)
    icon.box((12, 4, 52, 60), BLUE, 6)
    icon.lines(20, 18, [24, 24, 24, 15], PAPER, 10)
    return icon.finished()


def site_icon() -> Image:
    """A window with a bar on top."""
    icon = Canvas(64, 64, None)
    icon.box((4, 10, 60, 54), VIOLET, 7)
    icon.box((9, 22, 55, 49), PAPER, 4)
    for place in range(3):
        icon.disc(12 + place * 7, 16, 2.2, PAPER)
    icon.path([(14, 43), (24, 36), (34, 40), (50, 28)], VIOLET, 3.5)
    return icon.finished()


def spreadsheet_icon() -> Image:
    """A grid."""
    icon = Canvas(64, 64, None)
    icon.box((6, 6, 58, 58), TEAL, 7)
    icon.box((13, 24, 51, 51), PAPER, 3)
    for x in (25.5, 38.5):
        icon.path([(x, 24), (x, 51)], TEAL, 2.2)
    for y in (33, 42):
        icon.path([(13, y), (51, y)], TEAL, 2.2)
    icon.lines(13, 13, [26], PAPER)
    return icon.finished()
