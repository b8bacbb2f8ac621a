"""Writes the environment file of a machine that plays at home, with secrets of its own."""

import secrets
import sys
from pathlib import Path


def main(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(
        f"SECRET_KEY={secrets.token_urlsafe(48)}\nDAILY_SECRET={secrets.token_urlsafe(48)}\nHTTPS=False\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
