"""Compiles one message catalogue: `compile_catalogue.py LANGUAGE/LC_MESSAGES/DOMAIN.po TARGET.mo`.

Babel writes the same format as GNU msgfmt, which a machine with only Python does not have.
"""

import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def main(source: Path, target: Path) -> int:
    language = source.parts[-3]
    with source.open("rb") as file:
        catalogue = read_po(file, locale=language)
    # A placeholder that a translation lost breaks the page in that language alone, where we would not see it.
    mistakes = [f"{source}:{message.lineno}: {error}" for message, errors in catalogue.check() for error in errors]
    if mistakes:
        print("\n".join(mistakes), file=sys.stderr)
        return 1
    with target.open("wb") as file:
        write_mo(file, catalogue)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
