"""The solver in a process of its own, so that nobody's move waits while it thinks.

There is one for each process of the service. It starts with the first question and takes one at a time, at a low
priority. The caps below bound what a question costs: a position of TriPeaks takes some 10 ms, as does one of Pyramid
with unlimited recycles; where only a search decides, `VERDICT_CAP` states take one second on a core that is free and
three on one that is not.

Where no answer comes, because too many wait, the process died, or the time is up, nothing is known, and what is asked
for here says so as the solver does: None.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import ParamSpec, TypeVar

import structlog

from games.engine.action import Action
from games.engine.deal import DEALS, Code
from games.engine.position import Position
from games.engine.variant import Variant
from games.solver import Analysis, analyse, first_winnable, is_winnable

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger()

VERDICT_CAP = 20_000
"""States a search visits for one verdict."""
ANALYSIS_CAP = 10_000
"""The same for each of the six or seven positions of a game that are looked at to find where it was lost."""
DEAL_CAP = 5_000
"""The same for each deal that is tried: there are others."""
DEALS_AT_ONCE = 8
WITHIN = 15.0
"""Seconds somebody waits for an answer."""
DEAL_WITHIN = 6.0
"""Seconds after which no further deals are tried."""
MOST_WAITING = 32
PRIORITY = 10
"""How nice the process is to the others."""


class NoAnswer(Exception):
    """The process has given none."""


class Worker:
    """A process that answers questions, and another one when that has died."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._processes: list[BaseProcess] = []
        self._lock = threading.Lock()
        self._waiting = 0
        self._closed = False

    async def think(self, question: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """What a pure function of `games.solver` answers. Raises `NoAnswer`."""
        future = self._ask(question, *arguments, **named)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), WITHIN)
        except (BrokenProcessPool, TimeoutError) as error:
            raise NoAnswer from error

    def wait(self, question: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """As `think`, from a thread. Blocks."""
        future = self._ask(question, *arguments, **named)
        try:
            return future.result(WITHIN)
        except (BrokenProcessPool, TimeoutError, CancelledError) as error:
            future.cancel()
            raise NoAnswer from error

    def close(self) -> None:
        """End the process, whatever it thinks about."""
        with self._lock:
            self._closed = True
            if self._pool:
                self._pool.shutdown(wait=False, cancel_futures=True)
                for process in self._processes:
                    process.kill()

    def _ask(self, question: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
        with self._lock:
            if self._closed or self._waiting >= MOST_WAITING:
                raise NoAnswer
            try:
                future = self._running().submit(question, *arguments, **named)
            except BrokenProcessPool:
                self._pool = None
                future = self._running().submit(question, *arguments, **named)
            self._waiting += 1
        future.add_done_callback(self._done)
        return future

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Not forked: a copy of threads that hold locks, and of open connections, is no use to anybody.
            others = active_children()
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin)
            self._pool.submit(int)  # it starts its process with the first task
            self._processes = [process for process in active_children() if process not in others]
        return self._pool

    def _done(self, _future: Future[T]) -> None:
        with self._lock:
            self._waiting -= 1


def _begin() -> None:
    """In the new process: give way to the others, and end with the one that asks, however that ends."""
    os.nice(PRIORITY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


worker = Worker()
"""The one of this process."""


async def verdict(position: Position) -> bool | None:
    """Whether a position can still be won, by all its cards; None where that is not known."""
    try:
        return await worker.think(is_winnable, replace(position, past=()), cap=VERDICT_CAP)
    except NoAnswer:
        log.warning("solver_gave_no_verdict")
        return None


def analysis(first: Position, actions: Sequence[Action]) -> Analysis:
    """What could have come of a game, and where it was lost. Blocks."""
    try:
        return worker.wait(analyse, first, actions, cap=ANALYSIS_CAP)
    except NoAnswer:
        log.warning("solver_gave_no_analysis")
        return Analysis(None, None)


def winnable_code(variant: Variant) -> Code | None:
    """The first of many random deals that is proven to be winnable; None where none was in time. Blocks."""
    until = time.monotonic() + DEAL_WITHIN
    while time.monotonic() < until:
        codes = [Code(variant, secrets.randbelow(DEALS)) for _ in range(DEALS_AT_ONCE)]
        try:
            found = worker.wait(first_winnable, codes, cap=DEAL_CAP)
        except NoAnswer:
            log.warning("solver_gave_no_deal", rule=variant.rule)
            return None
        if found:
            return found
    return None
