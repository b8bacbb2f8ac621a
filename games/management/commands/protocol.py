"""Write the TypeScript types and the reference of the table's websocket from `games.protocol`."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import protocol
from games.engine import view

TYPES = Path(settings.BASE_DIR, "frontend", "src", "protocol.gen.ts")
REFERENCE = Path(settings.BASE_DIR, "docs", "protocol.md")
MARK = "<!-- What follows is written by `manage.py protocol`. -->\n"

FRAMES: dict[str, tuple[type, ...]] = {
    "FromBrowser": get_args(protocol.FromBrowser),
    "FromServer": get_args(protocol.FromServer),
    "FromPage": get_args(protocol.FromPage),
    "ToPage": get_args(protocol.ToPage),
}
PARTS: tuple[type, ...] = (view.View, view.Progress, protocol.You, protocol.Turned, protocol.Friend, protocol.On)
NAMES = {"int": "number", "str": "string", "bool": "boolean", "NoneType": "null"}


class Command(BaseCommand):
    """``manage.py protocol [--check]``."""

    help = "Write frontend/src/protocol.gen.ts and docs/protocol.md from games/protocol.py."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail when a file differs")

    def handle(self, *args: object, **options: Any) -> None:
        intro = REFERENCE.read_text().partition(MARK)[0]
        for path, text in ((TYPES, typescript()), (REFERENCE, intro + MARK + reference())):
            if not options["check"]:
                path.write_text(text)
            elif not path.exists() or path.read_text() != text:
                raise CommandError(f"{path.name} is out of date: run manage.py protocol")


def typescript() -> str:
    """The frames as TypeScript types."""
    lines = ["// Written by `manage.py protocol` from games/protocol.py."]
    for cls in dict.fromkeys([*PARTS, *(cls for frames in FRAMES.values() for cls in frames)]):
        lines += ["", f"/** {_paragraph(cls.__doc__)} */", f"export interface {cls.__name__} {{"]
        if tag := _tag(cls):
            lines.append(f"  type: '{tag}';")
        for name, hint, optional, doc in _fields(cls):
            lines += [f"  /** {doc} */"] if doc else []
            lines.append(f"  {name}{'?' if optional else ''}: {_type(hint, optional=optional)};")
        lines.append("}")
    for union, frames in FRAMES.items():
        lines += ["", f"export type {union} = {' | '.join(cls.__name__ for cls in frames)};"]
    return "\n".join([*lines, ""])


def reference() -> str:
    """The frames as Markdown."""
    sections = {
        "Frames from the browser": FRAMES["FromBrowser"],
        "Frames from the server": FRAMES["FromServer"],
        "The page's socket: from the browser": FRAMES["FromPage"],
        "The page's socket: from the server": FRAMES["ToPage"],
        "Parts of frames": PARTS,
    }
    lines = []
    for title, classes in sections.items():
        lines += ["", f"## {title}"]
        for cls in classes:
            tag = _tag(cls)
            lines += ["", f"### `{tag}`" if tag else f"### {cls.__name__}", "", _paragraph(cls.__doc__)]
            rows = [_row(*field) for field in _fields(cls)]
            lines += ["", "| field | type | meaning |", "|---|---|---|", *rows] if rows else []
    return "\n".join([*lines, ""])


def _row(name: str, hint: Any, optional: bool, doc: str) -> str:
    kind = _type(hint, optional=optional).replace("|", r"\|")
    return f"| `{name}`{' (optional)' if optional else ''} | {kind} | {doc} |"


def _tag(cls: type) -> str | None:
    return str(cls.__struct_config__.tag) if issubclass(cls, protocol.Frame) else None


def _fields(cls: type) -> list[tuple[str, Any, bool, str]]:
    """Name, type, whether it may be left out, and its docstring, for each field of a frame or a part."""
    docs = _field_docs(cls)
    hints = get_type_hints(cls)
    if dataclasses.is_dataclass(cls):
        return [(field.name, hints[field.name], False, docs.get(field.name, "")) for field in dataclasses.fields(cls)]
    optional_at_all = issubclass(cls, protocol.Frame)
    return [
        (field.name, hints[field.name], optional_at_all and not field.required, docs.get(field.name, ""))
        for field in msgspec.structs.fields(cls)
    ]


def _field_docs(cls: type) -> dict[str, str]:
    body = ast.parse(inspect.getsource(cls)).body[0]
    assert isinstance(body, ast.ClassDef)
    docs = {}
    for field, after in zip(body.body, body.body[1:], strict=False):
        match field, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(doc))):
                docs[name] = _paragraph(doc)
    return docs


def _type(hint: Any, *, optional: bool = False) -> str:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in args)
    if origin in (Union, UnionType):
        return " | ".join(_type(arg) for arg in args if not (optional and arg is NoneType))
    if origin is tuple:
        item = _type(args[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    name: str = hint.__name__
    return NAMES.get(name, name)


def _paragraph(text: str | None) -> str:
    return " ".join((text or "").split())
