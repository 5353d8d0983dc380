"""Previews of what a template or source looks like (480 by 270)."""

from PIL.Image import Image

from formsapp.authoring.gallery.canvas import (
    AMBER,
    BLUE,
    CORAL,
    INK,
    LINE,
    PAPER,
    QUIET,
    SOFT,
    TEAL,
    VIOLET,
    Canvas,
    Point,
)

WIDTH, HEIGHT = 480, 270
DESK = "#e9edf2"
ON_TRACK, AT_RISK, DONE = ("On track", TEAL), ("At risk", AMBER), ("Done", BLUE)

Tile = tuple[str, str, str]


def business_review() -> Image:
    """A slide: three key figures above a bar chart and what to say about it."""
    page = Canvas(WIDTH, HEIGHT)
    page.box((0, 0, WIDTH, 52), TEAL)
    page.text(24, 14, "Quarterly business review", 20, PAPER, bold=True)
    page.text(456, 18, "Q4", 14, "#bfe0d8", align="right")
    figures = [
        ("$4.2M", "Revenue", "+12%"),
        ("1,860", "Customers", "+8%"),
        ("38%", "Margin", "+3 pt"),
    ]
    for place, (figure, label, change) in enumerate(figures):
        left = 24 + place * 148
        page.box((left, 66, left + 136, 122), SOFT, 6)
        page.box((left, 66, left + 4, 122), [TEAL, BLUE, AMBER][place], 2)
        page.text(left + 16, 72, figure, 22, bold=True)
        page.text(left + 16, 100, label, 12, QUIET)
        page.text(left + 126, 100, change, 12, TEAL, align="right", bold=True)
    page.text(24, 134, "Revenue by quarter", 12, bold=True)
    for place, height in enumerate([30, 38, 34, 47, 54, 50, 66, 84]):
        left = 28 + place * 32
        page.box((left, 244 - height, left + 21, 244), TEAL if place == 7 else "#a9d3ca", 3)
        page.text(left + 10.5, 248, f"Q{place % 4 + 1}", 10, QUIET, align="center")
    page.box((24, 243, 284, 245), LINE)
    page.text(316, 134, "What changed", 12, bold=True)
    for row, widths in enumerate([[120, 92], [112, 68], [124, 84]]):
        page.disc(320, 164 + row * 30, 3, TEAL)
        page.lines(332, 161 + row * 30, [float(width) for width in widths])
    return page.finished()


def weekly_update() -> Image:
    """A document page: highlights and a table of what stands where."""
    return _status_page("Week 48", [ON_TRACK, AT_RISK, DONE])


def last_week() -> Image:
    """The same page a week before."""
    return _status_page("Week 47", [AT_RISK, ON_TRACK, ON_TRACK])


def agenda() -> Image:
    """A document page: two days, hour by hour."""
    page = _page("Two-day agenda", "Team offsite")
    for column, (day, color) in enumerate([("Day 1", BLUE), ("Day 2", TEAL)]):
        left = 102 + column * 144
        page.box((left, 76, left + 132, 98), color, 4)
        page.text(left + 10, 79, day, 13, PAPER, bold=True)
        for row, height in enumerate([30, 44, 24, 40] if column else [42, 24, 46, 26]):
            top = 104 + [0, 36, 86, 116][row] if column else 104 + [0, 48, 78, 130][row]
            page.text(left, top + 1, ["9:00", "10:30", "13:00", "14:30"][row], 10, QUIET)
            page.box((left + 36, top, left + 132, top + height), SOFT, 4)
            page.box((left + 36, top, left + 39, top + height), color, 1.5)
            page.lines(left + 47, top + 8, [70.0, 52.0] if height > 30 else [62.0])
    return page.finished()


def growth_dashboard() -> Image:
    """A site with how a product grows."""
    tiles = [
        ("+24%", "Signups", TEAL),
        ("8.1k", "Active users", VIOLET),
        ("92%", "Retention", AMBER),
    ]
    return _dashboard("Growth", [24, 30, 26, 42, 38, 54, 50, 66, 74, 70, 84], tiles)


def team_dashboard() -> Image:
    """A site with how a team gets on."""
    tiles = [("37", "Tasks done", TEAL), ("2.4 d", "Cycle time", BLUE), ("3", "Blocked", CORAL)]
    return _dashboard("Team", [58, 50, 62, 44, 52, 40, 48, 60, 56, 68, 64], tiles)


def release_tests() -> Image:
    """A site with how the tests of a release went."""
    tiles = [("1,204", "Passed", TEAL), ("0", "Failed", CORAL), ("91%", "Covered", BLUE)]
    return _dashboard("Test report", [52, 58, 55, 64, 62, 70, 68, 74, 80, 79, 86], tiles)


def budget_forecast() -> Image:
    """A spreadsheet of what is spent and expected, in thousands."""
    months = {"People": [410, 412, 418], "Cloud": [62, 58, 64], "Tools": [18, 18, 21]}
    rows = {label: [*figures, sum(figures)] for label, figures in months.items()}
    return _sheet("Budget forecast", ["Jan", "Feb", "Mar", "Q1"], rows)


def team_budget() -> Image:
    """A spreadsheet of what a team may still spend, in thousands."""
    plans = {"Travel": [120, 64, 22], "Training": [80, 35, 12], "Events": [60, 18, 30]}
    rows = {label: [plan, *used, plan - sum(used)] for label, (plan, *used) in plans.items()}
    return _sheet("Team budget", ["Plan", "Spent", "Booked", "Left"], rows)


def _page(title: str, subtitle: str) -> Canvas:
    """A sheet of paper that goes on below the picture."""
    page = Canvas(WIDTH, HEIGHT, DESK)
    page.box((72, 14, 408, HEIGHT + 9), PAPER, 4, LINE)
    page.text(102, 26, title, 22, bold=True)
    page.text(378, 34, subtitle, 12, QUIET, align="right")
    page.box((102, 60, 378, 61.5), LINE)
    return page


def _status_page(week: str, states: list[tuple[str, str]]) -> Image:
    page = _page("Weekly update", week)
    page.text(102, 72, "Highlights", 14, BLUE, bold=True)
    page.lines(102, 96, [270, 254, 176])
    page.text(102, 138, "Status", 14, BLUE, bold=True)
    page.box((102, 162, 378, 180), SOFT, 3)
    for x, heading in [(112, "Project"), (222, "Owner"), (300, "State")]:
        page.text(x, 164, heading, 11, QUIET)
    projects = [("Checkout", "Mina"), ("Search", "Jon"), ("Exports", "Ada")]
    for row, ((project, owner), (state, color)) in enumerate(zip(projects, states, strict=True)):
        top = 186 + row * 26
        page.text(112, top + 1, project, 12)
        page.text(222, top + 1, owner, 12)
        page.box((300, top, 368, top + 18), color, 9)
        page.text(334, top + 2, state, 11, PAPER, align="center", bold=True)
        page.box((102, top + 22, 378, top + 23), LINE)
    return page.finished()


def _dashboard(title: str, heights: list[int], tiles: list[Tile]) -> Image:
    page = Canvas(WIDTH, HEIGHT, "#f6f7fb")
    page.box((0, 0, WIDTH, 30), "#e6e9f0")
    for place, color in enumerate([CORAL, AMBER, TEAL]):
        page.disc(18 + place * 14, 15, 4, color)
    page.box((72, 7, 330, 23), PAPER, 8)
    page.box((0, 30, 84, HEIGHT), "#2b2350")
    page.disc(24, 54, 8, VIOLET)
    page.box((10, 78, 74, 98), "#40356f", 5)
    page.lines(18, 86, [46, 38, 44, 32], "#8d80c9", 22)
    page.text(102, 40, title, 20, bold=True)
    page.box((376, 42, 460, 62), PAPER, 10, LINE)
    page.text(418, 46, "Last 90 days", 11, QUIET, align="center")
    page.box((102, 72, 460, 182), PAPER, 8, LINE)
    for y in (94, 120, 146):
        page.box((116, y, 446, y + 1), "#edf0f4")
    points: list[Point] = [(116 + place * 33, 172 - high) for place, high in enumerate(heights)]
    page.area([*points, (446, 172), (116, 172)], "#e9e3fa")
    page.path(points, VIOLET, 3)
    page.disc(*points[-1], 5.5, PAPER)
    page.disc(*points[-1], 4, VIOLET)
    for place, (figure, label, color) in enumerate(tiles):
        left = 102 + place * 122
        page.box((left, 194, left + 114, 256), PAPER, 8, LINE)
        page.text(left + 14, 201, figure, 21, color, bold=True)
        page.text(left + 14, 230, label, 12, QUIET)
    return page.finished()


def _sheet(title: str, columns: list[str], rows: dict[str, list[int]]) -> Image:
    """A grid of three rows, closed by the sums of its columns."""
    page = Canvas(WIDTH, HEIGHT)
    page.box((0, 0, WIDTH, 42), TEAL)
    page.text(20, 10, title, 18, PAPER, bold=True)
    page.box((0, 42, WIDTH, 62), SOFT)
    page.box((0, 42, 28, HEIGHT), SOFT)
    edges = [28, 140, 225, 310, 395]
    for letter, middle in zip("ABCDE", [84, 182, 267, 352, 437], strict=True):
        page.text(middle, 45, letter, 11, QUIET, align="center")
    sums = [sum(column) for column in zip(*rows.values(), strict=True)]
    table = [("", columns)]
    for label, figures in [*rows.items(), ("Total", sums)]:
        table.append((label, [f"{figure:,}" for figure in figures]))
    for row, (label, cells) in enumerate(table):
        top, last = 62 + row * 41.6, label == "Total"
        if last:
            page.box((28, top, WIDTH, HEIGHT), "#e6f1ee")
        page.text(14, top + 14, f"{row + 1}", 11, QUIET, align="center")
        page.text(40, top + 12, label, 14, bold=last)
        for place, cell in enumerate(cells):
            strong = row == 0 or last or place == 3
            color, right = TEAL if strong and row else INK, edges[place + 1] + 73
            page.text(right, top + 12, cell, 14, color, align="right", bold=strong)
        page.box((0, top, WIDTH, top + 1), LINE)
    for edge in edges:
        page.box((edge, 42, edge + 1, HEIGHT), LINE)
    return page.finished()
