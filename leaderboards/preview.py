"""The picture that a shared link shows elsewhere: mountains, a result in figures, never a card. It has no language."""

from __future__ import annotations

from functools import cache, lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

SIZE = WIDTH, HEIGHT = 1200, 630
_SCALE = 2
"""Drawn larger and shrunk, so that slopes are smooth."""
FELT_TOP, FELT_BOTTOM = (26, 96, 100), (7, 49, 56)
PAPER, QUIET, GOLD = (240, 247, 244), (191, 218, 213), (255, 209, 102)
NEAR_LIT, NEAR_SHADE, FAR_LIT, FAR_SHADE = (255, 231, 174), (232, 173, 51), (255, 217, 133), (217, 154, 28)
COLD_LIT, COLD_SHADE = (44, 138, 134), (15, 79, 83)
MARGIN = 88


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size * _SCALE)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


@lru_cache(maxsize=256)
def preview(kind: str, *, title: str, name: str, figure: str, facts: str, won: bool) -> bytes:
    """A PNG of 1200 by 630: the game and its day, whose result it is, one large figure, and a line of facts.

    All is in Latin letters and figures; an empty text leaves its place free.
    """
    image = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE))
    draw = ImageDraw.Draw(image)
    for y in range(HEIGHT * _SCALE):
        share = y / (HEIGHT * _SCALE)
        shade = tuple(round(a + (b - a) * share) for a, b in zip(FELT_TOP, FELT_BOTTOM, strict=True))
        draw.line([(0, y), (WIDTH * _SCALE, y)], fill=shade)
    near = (NEAR_LIT, NEAR_SHADE) if won else (COLD_LIT, COLD_SHADE)
    far = (FAR_LIT, FAR_SHADE) if won else (COLD_LIT, COLD_SHADE)
    if kind == "pyramid":
        _summit(draw, 850, 150, 300, far)
    else:
        _summit(draw, 690, 330, 150, far)
        _summit(draw, 1010, 345, 150, far)
        _summit(draw, 850, 200, 230, near)
    _text(draw, (MARGIN, 92), title, 50, PAPER)
    _text(draw, (MARGIN, 162), name, 40, QUIET)
    if figure:
        _text(draw, (MARGIN - 6, 250), figure, 170, GOLD if won else PAPER)
    _text(draw, (MARGIN, 470), facts, 44, PAPER)
    file = BytesIO()
    image.resize(SIZE, Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return file.getvalue()


def _summit(
    draw: ImageDraw.ImageDraw, x: int, top: int, half: int, faces: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    """One lit face and one shaded face, on the ground at 540."""
    ground = 540
    points = [(x - half, ground), (x, top), (x, ground), (x + half, ground)]
    left, apex, foot, right = [(px * _SCALE, py * _SCALE) for px, py in points]
    draw.polygon([left, apex, foot], fill=faces[0])
    draw.polygon([apex, right, foot], fill=faces[1])


def _text(draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, colour: tuple[int, int, int]) -> None:
    draw.text((at[0] * _SCALE, at[1] * _SCALE), text, font=_font(size), fill=colour)
