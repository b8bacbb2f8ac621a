"""A small drawing: milliseconds over the number of results, both logarithmic, for the documentation."""

from __future__ import annotations

from math import log10
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, GAP = 300, 190, 48, 34, 62
LOWEST, HIGHEST = 0.1, 100.0
COLOURS = ("#0b6e6a", "#b5550a", "#5b4a9a", "#a8325e")


def plot(found: dict[str, list[dict[str, float]]], lines: list[str], path: Path) -> None:
    """One panel for each database, one line for each of `lines`."""
    panels = [_panel(name, rows, lines, at * (WIDTH + GAP) + LEFT) for at, (name, rows) in enumerate(found.items())]
    legend = [
        f'<g transform="translate({LEFT + at % 2 * 230} {TOP + HEIGHT + 46 + at // 2 * 20})">'
        f'<line x2="18" stroke="{COLOURS[at]}" stroke-width="2.5"/>'
        f'<text x="24" y="4">{line}</text></g>'
        for at, line in enumerate(lines)
    ]
    size = LEFT + len(found) * (WIDTH + GAP), TOP + HEIGHT + 88
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" '
        f'height="{size[1]}" font-family="sans-serif" font-size="12" fill="#23302e" role="img" '
        'aria-label="Milliseconds over the number of results in a day"><rect width="100%" height="100%" fill="#fff"/>'
        + "".join([*panels, *legend])
        + "</svg>\n"
    )


def _panel(name: str, rows: list[dict[str, float]], lines: list[str], left: int) -> str:
    drawn = [f'<text x="{left}" y="{TOP - 14}" font-weight="bold">{name}: median milliseconds</text>']
    for power in range(round(log10(LOWEST)), round(log10(HIGHEST)) + 1):
        y = _y(10.0**power)
        drawn.append(f'<path d="M{left} {y:.1f} H{left + WIDTH}" stroke="#d4dad2"/>')
        drawn.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    for row in rows:
        x = _x(row["results"], left)
        drawn.append(f'<text x="{x:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{round(row["results"]):,}</text>')
    for at, line in enumerate(lines):
        points = [(_x(row["results"], left), _y(row[line])) for row in rows]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[at]}" stroke-width="2.5"/>')
        drawn += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{COLOURS[at]}"/>' for x, y in points]
    return "".join(drawn)


def _x(results: float, left: int) -> float:
    return left + 30 + (WIDTH - 70) * (log10(results) - 4) / 2


def _y(ms: float) -> float:
    share = (log10(max(LOWEST, min(HIGHEST, ms))) - log10(LOWEST)) / (log10(HIGHEST) - log10(LOWEST))
    return TOP + HEIGHT * (1 - share)
