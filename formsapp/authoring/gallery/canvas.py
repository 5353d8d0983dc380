"""Drawing with Pillow at three times the size, so that edges come out smooth.

Development only: nothing the app runs imports this.
"""

import base64
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

SCALE = 3
COLORS = 256
INK = "#1c2733"
QUIET = "#7b8794"
LINE = "#dbe1e8"
SOFT = "#f4f7f9"
PAPER = "#ffffff"
TEAL = "#1f7a6b"
BLUE = "#3b6fd4"
AMBER = "#d9932b"
CORAL = "#d9644f"
VIOLET = "#7a5cc7"

Point = tuple[float, float]
Box = tuple[float, float, float, float]


class Canvas:
    """A picture of `width` by `height` pixels; all places and sizes are in those pixels."""

    def __init__(self, width: int, height: int, ground: str | None = PAPER) -> None:
        self.width, self.height = width, height
        size = (width * SCALE, height * SCALE)
        self._image = Image.new("RGBA", size, ground or (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)

    def box(self, place: Box, fill: str, radius: float = 0, outline: str | None = None) -> None:
        """A rectangle from (left, top) up to, not including, (right, bottom)."""
        left, top, right, bottom = (v * SCALE for v in place)
        within = (left, top, right - 1, bottom - 1)
        self._draw.rounded_rectangle(within, radius * SCALE, fill, outline, SCALE)

    def lines(
        self, x: float, y: float, widths: list[float], color: str = LINE, gap: float = 11
    ) -> None:
        """Lines of text as bars, top to bottom."""
        for row, width in enumerate(widths):
            top = y + row * gap
            self.box((x, top, x + width, top + 5), color, 2.5)

    def text(  # noqa: PLR0913 - a place, words and how they look
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        color: str = INK,
        *,
        align: str = "left",
        bold: bool = False,
    ) -> None:
        """Real words; `x` is their left, center or right, `y` the top of their line."""
        font = ImageFont.load_default(size * SCALE)
        anchor = {"left": "la", "center": "ma", "right": "ra"}[align]
        weight = SCALE / 4 if bold else 0
        place = (x * SCALE, y * SCALE)
        self._draw.text(place, text, color, font, anchor, stroke_width=weight)

    def path(self, points: list[Point], color: str, width: float) -> None:
        """A line through points."""
        self._draw.line(_scaled(points), color, round(width * SCALE), "curve")

    def area(self, points: list[Point], color: str) -> None:
        """A filled polygon."""
        self._draw.polygon(_scaled(points), color)

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        """A filled circle around (x, y)."""
        place = (x - radius, y - radius, x + radius, y + radius)
        self._draw.ellipse(tuple(v * SCALE for v in place), fill)

    def finished(self) -> Image.Image:
        """The picture at its real size."""
        return self._image.resize((self.width, self.height), Image.Resampling.LANCZOS)


def data_uri(picture: Image.Image) -> str:
    """The picture as a lossless WebP data URI; an opaque one with at most `COLORS` colors."""
    if picture.getchannel("A").getextrema() == (255, 255):
        # The most common colors would lose small accents; the widest coverage keeps them.
        method, dither = Image.Quantize.MAXCOVERAGE, Image.Dither.NONE
        picture = picture.convert("RGB").quantize(COLORS, method, dither=dither).convert("RGB")
    buffer = BytesIO()
    picture.save(buffer, "WEBP", lossless=True, quality=100, method=4)
    return "data:image/webp;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")


def _scaled(points: list[Point]) -> list[Point]:
    return [(x * SCALE, y * SCALE) for x, y in points]
