"""What must hold for the files of the repository themselves, wherever it is checked out."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.services import ROOT


def committed_files() -> list[Path]:
    """Tracked files, and those that the next commit may take."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock", "requirements-node.lock"])
def test_a_lock_file_names_no_address_and_hashes_every_package(name: str) -> None:
    text = (ROOT / name).read_text()
    assert "://" not in text
    packages = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert packages
    for package in packages:
        assert "==" in package, f"{package} is not pinned"
        assert package.endswith("\\"), f"{package} has no hash"


def test_the_lock_of_the_front_end_names_no_address_and_hashes_every_package() -> None:
    lock = json.loads((ROOT / "frontend/package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if "integrity" not in package] == []


def test_what_play_installs_is_what_the_tests_ran_with() -> None:
    def versions(name: str) -> set[str]:
        lines = (ROOT / name).read_text().splitlines()
        return {line.removesuffix("\\").strip() for line in lines if "==" in line and not line.startswith((" ", "#"))}

    assert versions("requirements.lock") - versions("requirements-dev.lock") == set()


def test_no_file_names_the_place_of_this_checkout() -> None:
    place = f"{ROOT}/".encode()
    assert [str(path.relative_to(ROOT)) for path in committed_files() if place in path.read_bytes()] == []
