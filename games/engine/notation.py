"""The one text form of a position, for tests, tools and logs. It holds hidden cards: never send it.

    TP1-E | 3S 5S 7c / ... | AC KC | TD 4H | 498 2 undos=1

Version and rule, tableau rows (a card that is gone in lower case), waste (top last), stock (next first), score and
moves, then whatever differs from its default: ``undos= streak= recycles= drawn paused ended``.
"""

from __future__ import annotations

from games.engine.board import Board
from games.engine.cards import parse_cards, print_card, print_cards
from games.engine.deal import PREFIX, VERSIONS
from games.engine.errors import Malformed
from games.engine.layout import PLACES
from games.engine.position import Position
from games.engine.variant import parse_rule


def print_position(position: Position) -> str:
    """The text of a position. Boards that undo could bring back are left out."""
    variant, board = position.variant, position.board
    cards = [print_card(card) for card in board.tableau]
    cards = [card if board.left >> place & 1 else card.lower() for place, card in enumerate(cards)]
    rows, at = [], 0
    for length in variant.layout.rows:
        rows.append(" ".join(cards[at : at + length]))
        at += length
    counters = [str(board.score), str(position.moves)]
    for name, value in (("undos", position.undos), ("streak", board.streak), ("recycles", board.recycles)):
        if value:
            counters.append(f"{name}={value}")
    counters += ["drawn"] * board.just_drawn + ["paused"] * position.paused + ["ended"] * position.ended
    head = f"{PREFIX[variant.game]}-{variant.rule}"
    return " | ".join([head, " / ".join(rows), print_cards(board.waste), print_cards(board.stock), " ".join(counters)])


def parse_position(text: str) -> Position:
    """Inverse of `print_position` for a position with nothing to undo. Raises `Malformed`."""
    try:
        head, tableau, waste, stock, counters = text.split("|")
        version, rule = head.strip().split("-")
        variant = parse_rule(VERSIONS[version], rule)
        cards = tableau.replace("/", " ").split()
        score, moves, *rest = counters.split()
        named = dict(item.split("=") for item in rest if "=" in item)
        board = Board(
            tableau=parse_cards(" ".join(cards)),
            stock=parse_cards(stock),
            waste=parse_cards(waste),
            score=int(score),
            left=sum(1 << place for place, card in enumerate(cards) if card == card.upper()),
            streak=int(named.get("streak", 0)),
            recycles=int(named.get("recycles", 0)),
            just_drawn="drawn" in rest,
        )
        undos = int(named.get("undos", 0))
        position = Position(variant, board, int(moves), undos, paused="paused" in rest, ended="ended" in rest)
    except (ValueError, KeyError) as error:
        raise error if isinstance(error, Malformed) else Malformed("position", f"not a position: {error}") from error
    if len(board.tableau) != PLACES:
        raise Malformed("position", f"a tableau has {PLACES} cards, not {len(board.tableau)}")
    return position
