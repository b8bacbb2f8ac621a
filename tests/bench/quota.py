"""Slower cores, of which more are free: processes held to a part of a core each, by the kernel's control groups.

Where load, database and servers share two cores, a second server process has no core to run on. Held to two fifths of a
core each, two servers leave more than a core to everything else, as two whole cores of a larger machine would.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.services import DaphneServer

ROOT = Path("/sys/fs/cgroup")
PERIOD = 10_000
"""Microseconds in which each process may run for its part."""


@contextmanager
def held(servers: Iterable[DaphneServer], part: float) -> Iterator[None]:
    """Give each server `part` of a core. Raises OSError where control groups cannot be made."""
    groups: list[Path] = []
    try:
        for server in servers:
            assert server.process is not None
            groups.append(_group(server.process.pid, part))
        yield
    finally:
        for group in groups:
            for process in (group / "cgroup.procs").read_text().split():
                (group.parent / "cgroup.procs").write_text(process)
            group.rmdir()


def _group(pid: int, part: float) -> Path:
    first = (ROOT / "cpu").is_dir()
    """Whether the kernel has the first version of control groups here, a tree for each kind of limit."""
    group = ROOT / ("cpu" if first else "") / f"solitaire-bench-{pid}"
    group.mkdir()
    if first:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(round(part * PERIOD)))
    else:
        (group / "cpu.max").write_text(f"{round(part * PERIOD)} {PERIOD}")
    (group / "cgroup.procs").write_text(str(pid))
    return group
