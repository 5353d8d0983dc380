"""Drawing with Pillow at three times the size, so that edges come out smooth.

Development only: nothing the app runs imports this.
"""

import base64
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

SCALE = 3
INK = "#1c2733"
QUIET = "#8793a1"
LINE = "#dbe1e8"
PAPER = "#ffffff"
TEAL = "#1f7a6b"
BLUE = "#3b6fd4"
AMBER = "#e0a03a"
CORAL = "#d9644f"
VIOLET = "#7a5cc7"

Box = tuple[float, float, float, float]


class Canvas:
    """A picture of `width` by `height` pixels; all places and sizes are in those pixels."""

    def __init__(self, width: int, height: int, ground: str | None = PAPER) -> None:
        self.width, self.height = width, height
        size = (width * SCALE, height * SCALE)
        self._image = Image.new("RGBA", size, ground or (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)

    def box(self, place: Box, fill: str, radius: float = 0, outline: str | None = None) -> None:
        """A rectangle from (left, top) to (right, bottom)."""
        scaled = tuple(v * SCALE for v in place)
        self._draw.rounded_rectangle(scaled, radius * SCALE, fill, outline, SCALE)

    def lines(
        self, x: float, y: float, widths: list[float], color: str = LINE, gap: float = 11
    ) -> None:
        """Lines of text as bars, top to bottom."""
        for row, width in enumerate(widths):
            top = y + row * gap
            self.box((x, top, x + width, top + 5), color, 2.5)

    def text(self, x: float, y: float, text: str, size: float, color: str = INK) -> None:
        """Real words, their top left corner at (x, y)."""
        font = ImageFont.load_default(size * SCALE)
        self._draw.text((x * SCALE, y * SCALE), text, color, font)

    def path(self, points: list[tuple[float, float]], color: str, width: float) -> None:
        """A line through points."""
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self._draw.line(scaled, color, round(width * SCALE), "curve")

    def area(self, points: list[tuple[float, float]], color: str) -> None:
        """A filled polygon."""
        self._draw.polygon([(x * SCALE, y * SCALE) for x, y in points], color)

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        """A filled circle around (x, y)."""
        place = (x - radius, y - radius, x + radius, y + radius)
        self._draw.ellipse(tuple(v * SCALE for v in place), fill)

    def slice(self, place: Box, start: float, end: float, fill: str) -> None:
        """A slice of a pie, in degrees clockwise from three o'clock."""
        self._draw.pieslice(tuple(v * SCALE for v in place), start, end, fill)

    def finished(self) -> Image.Image:
        """The picture at its real size."""
        return self._image.resize((self.width, self.height), Image.Resampling.LANCZOS)


def data_uri(picture: Image.Image) -> str:
    """The picture as a WebP data URI."""
    buffer = BytesIO()
    opaque = picture.getchannel("A").getextrema() == (255, 255)
    chosen = picture.convert("RGB") if opaque else picture
    chosen.save(buffer, "WEBP", quality=82, method=6)
    return "data:image/webp;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")
