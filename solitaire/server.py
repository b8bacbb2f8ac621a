"""The process that serves everything: daphne, with what it leaves out.

- `send` waits while a browser does not read, and reading stops while the application is behind: daphne's own buffers
  grow without bound in both directions.
- A text frame can be handed to the transport at once, through the ASGI extension ``solitaire.push``, without a task and
  a trip through the event loop for each frame of a fan-out.
- SIGTERM drains: no new connections, the journal flushed and answered, sockets closed with 1012, then the end.

``python -m solitaire.server --port 8000`` serves `solitaire.asgi`; other options are daphne's own.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket as sockets
import struct
import sys
from functools import partial
from typing import Any

from daphne.server import Server  # isort:skip (before anything of twisted: it chooses the reactor)
from daphne.cli import CommandLineInterface
from daphne.http_protocol import WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import defer
from twisted.internet import reactor as _reactor
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

reactor: Any = _reactor
logger = logging.getLogger(__name__)

LARGEST_MESSAGE = 64 * 1024
"""Above the 4 KiB of the protocol, so that a frame a little too long gets a named error, and not a torn connection."""
LARGEST_BODY = 64 * 1024
SEND_BUFFER = 16 * 1024
"""Bytes that wait in the process for a browser that does not read, before the application is told."""
KERNEL_BUFFER = 64 * 1024
"""Bytes that the kernel may hold for such a browser. It would take megabytes of its own accord."""
MAX_UNREAD = 32
"""Frames that wait for the application before nothing more is read from their browser."""
CLOSE_WITHIN = 5
"""Seconds a browser has to take the close frame."""
YOUNG = 2_000
"""Objects more than were freed before the garbage collector looks for cycles among the new ones."""
ROUNDS = 5
DRAIN_WITHIN = 15.0
"""Seconds from SIGTERM to the end at most."""


@implementer(IPushProducer)
class Flow:
    """The transport's word on whether its buffer is full."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()

    def pauseProducing(self) -> None:  # noqa: N802 (twisted's name)
        """The buffer is full."""
        self.open.clear()

    def resumeProducing(self) -> None:  # noqa: N802
        """The buffer is empty."""
        self.open.set()

    def stopProducing(self) -> None:  # noqa: N802
        """The connection is gone: whoever waits finds that out by going on."""
        self.open.set()


class Inbox(asyncio.Queue[dict[str, Any]]):
    """What the application has yet to receive. Reading stops while it is full."""

    def __init__(self, protocol: TableProtocol) -> None:
        super().__init__()
        self._protocol = protocol
        self._stopped = False

    def put_nowait(self, item: dict[str, Any]) -> None:
        super().put_nowait(item)
        if self.qsize() >= MAX_UNREAD and not self._stopped:
            self._stopped = True
            self._protocol.transport.pauseProducing()

    async def get(self) -> dict[str, Any]:
        item = await super().get()
        if self._stopped and self.qsize() < MAX_UNREAD // 2:
            self._stopped = False
            if self._protocol.state == WebSocketProtocol.STATE_OPEN:
                self._protocol.transport.resumeProducing()
        return item


class TableProtocol(WebSocketProtocol):  # type: ignore[misc]
    """daphne's websocket, whose buffers have a bound."""

    flow: Flow | None = None

    def serverAccept(self, subprotocol: str | None = None) -> None:  # noqa: N802 (daphne's name)
        """Take the socket, and from now on hear when its buffer is full."""
        super().serverAccept(subprotocol)
        transport = self.transport
        transport.unregisterProducer()  # the HTTP channel that the upgrade left behind
        self.flow = Flow()
        transport.bufferSize = SEND_BUFFER
        transport.registerProducer(self.flow, True)
        raw = transport.getHandle()
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, KERNEL_BUFFER)

    def push(self, text: str) -> bool:
        """Write a text frame now, as `serverSend` would; False while the buffer is full."""
        if self.flow is None or not self.flow.open.is_set():
            return False
        if self.state == WebSocketProtocol.STATE_OPEN:
            _write(self.transport, _framed(text))
        return True


def _write(transport: Any, data: bytes) -> None:
    """Send at once what the kernel takes; the event loop is asked to watch the socket for the rest only."""
    sent = 0
    if transport.connected and not (transport.dataBuffer or transport._tempDataLen):  # noqa: SLF001
        try:
            sent = transport.socket.send(data)
        except OSError:  # full, or broken, which twisted finds out for itself
            sent = 0
    if sent < len(data):
        transport.write(data[sent:])


_last: tuple[str, bytes] = ("", b"\x81\x00")


def _framed(text: str) -> bytes:
    """The bytes of a text frame. The last one is remembered, since a fan-out sends one to everybody."""
    global _last  # noqa: PLW0603
    if _last[0] is not text:
        payload = text.encode()
        size = len(payload)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 1 << 16:
            head = struct.pack("!BBH", 0x81, 126, size)
        else:
            head = struct.pack("!BBQ", 0x81, 127, size)
        _last = (text, head + payload)
    return _last[1]


def _quieten_collector() -> None:
    """Have Python's garbage collector look at what lives long more rarely, and never at what was there from the start.

    It stops everything meanwhile: for 120 to 250 ms with 600 sockets, several times a minute under load.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])


class TableFactory(WebSocketFactory):  # type: ignore[misc]
    """Makes `TableProtocol`s."""

    protocol = TableProtocol


class BoundedRequest(WebRequest):  # type: ignore[misc]
    """A request whose body has a bound; no page takes more."""

    _body = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802 (twisted's name)
        """Refuse a body that says it is too long."""
        super().gotLength(length)
        if length is not None and length > LARGEST_BODY:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Refuse a body that turns out too long."""
        self._body += len(data)
        if self._body > LARGEST_BODY:
            self._refuse()
        else:
            super().handleContentChunk(data)

    def _refuse(self) -> None:
        if channel := self.channel:
            channel.transport.write(b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            channel.loseConnection()


def _bounded(build: Any, address: Any) -> Any:
    protocol = build(address)
    protocol.requestFactory = BoundedRequest
    return protocol


class TableServer(Server):  # type: ignore[misc]
    """One process of the service."""

    _rounds = _late_rounds = 0

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT, then drain."""
        reactor.callWhenRunning(self._running)
        super().run()

    def _running(self) -> None:
        _quieten_collector()
        # super().run() has made its own factory and started to listen: nobody has been answered yet.
        factory = TableFactory(self, server=self.server_name)
        factory.setProtocolOptions(
            autoPingTimeout=self.ping_timeout,
            allowNullOrigin=True,
            openHandshakeTimeout=self.websocket_handshake_timeout,
            closeHandshakeTimeout=CLOSE_WITHIN,
            failByDrop=False,
            maxMessagePayloadSize=self.websocket_max_message_size,
            maxFramePayloadSize=self.websocket_max_frame_size,
        )
        self.ws_factory = factory
        self.http_factory.buildProtocol = partial(_bounded, self.http_factory.buildProtocol)
        loop = asyncio.get_event_loop()
        self._ending: asyncio.Task[None] | None = None
        self._lifespan: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._life = loop.create_task(self._live())
        for signum in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(signum, self._end)

    # daphne looks at every connection each second for one that has ended, and every other second for one that is late.
    # With thousands of quiet ones that is most of what the process does.

    def application_checker(self) -> None:
        """Every fifth of daphne's rounds."""
        self._rounds = (self._rounds + 1) % ROUNDS
        if self._rounds:
            reactor.callLater(1, self.application_checker)
        else:
            super().application_checker()

    def timeout_checker(self) -> None:
        """Every fifth of daphne's rounds: within the ten seconds that a ping may be late."""
        self._late_rounds = (self._late_rounds + 1) % ROUNDS
        if self._late_rounds:
            reactor.callLater(2, self.timeout_checker)
        else:
            super().timeout_checker()

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> asyncio.Queue[dict[str, Any]] | None:
        """As daphne does, with a bounded inbox and the push extension for websockets."""
        if not isinstance(protocol, TableProtocol):
            return super().create_application(protocol, scope)  # type: ignore[no-any-return]
        inbox = Inbox(protocol)
        scope["asgi"] = {"version": "3.0"}
        scope["extensions"] = {"solitaire.push": protocol.push}
        instance = self.application(scope=scope, receive=inbox.get, send=partial(self.handle_reply, protocol))
        if protocol not in self.connections:
            instance.close()
            return None
        self.connections[protocol]["application_instance"] = asyncio.ensure_future(instance)
        return inbox

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """As daphne does, and wait first while the browser does not read."""
        if isinstance(protocol, TableProtocol):
            if message["type"] == "websocket.send":
                if protocol.flow is not None:
                    await protocol.flow.open.wait()
                if protocol.state == WebSocketProtocol.STATE_OPEN:
                    text = message.get("text")
                    _write(protocol.transport, _framed(text)) if text else protocol.handle_reply(message)
                return
            if message["type"] == "websocket.close" and protocol.state != WebSocketProtocol.STATE_CONNECTING:
                if protocol.state == WebSocketProtocol.STATE_OPEN:
                    # Not daphne's way, which refuses the registered codes below 3000, such as 1012.
                    protocol.sendCloseFrame(code=message.get("code") or 1000, isReply=False)
                return
        await super().handle_reply(protocol, message)

    # ---- the beginning and the end

    async def _live(self) -> None:
        """Speak the lifespan protocol with the application, which may not know it."""
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}}
        said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._lifespan.put_nowait({"type": "lifespan.startup"})
        try:
            await self.application(scope=scope, receive=self._lifespan.get, send=said.put)
        except Exception:  # this is how an application says that it has no lifespan
            logger.debug("The application has no lifespan", exc_info=True)

    def _end(self) -> None:
        if self._ending is None:
            self._ending = asyncio.get_event_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            async with asyncio.timeout(DRAIN_WITHIN):
                self._lifespan.put_nowait({"type": "lifespan.shutdown"})
                await self._life
                for listener in self.listeners:
                    listener.addCallback(lambda port: port.stopListening())
                while self._connected():  # noqa: ASYNC110 (daphne has no event for it)
                    await asyncio.sleep(0.02)
        except TimeoutError:
            logger.warning("Some connections did not end in %s s", DRAIN_WITHIN)
        finally:
            self.stop()

    def _connected(self) -> bool:
        return any("disconnected" not in details for details in self.connections.values())

    def kill_all_applications(self) -> Any:
        """As daphne does, where it takes every connection for one with an application."""
        instances = [details.get("application_instance") for details in self.connections.values()]
        running = [instance for instance in instances if instance and not instance.done()]
        for instance in running:
            instance.cancel()
        done = defer.Deferred.fromFuture(asyncio.gather(*running, return_exceptions=True))
        done.addErrback(lambda _failure: None)
        return done


class Serve(CommandLineInterface):  # type: ignore[misc]
    """daphne's command line, with our server behind it."""

    description = "The game's pages and tables"
    server_class = TableServer


DEFAULTS = [
    "--verbosity", "0", "--no-server-name", "--ping-interval", "45", "--ping-timeout", "30",
    "--websocket-max-message-size", str(LARGEST_MESSAGE), "--websocket-max-frame-size", str(LARGEST_MESSAGE),
]  # fmt: skip


def main(arguments: list[str]) -> None:
    """Serve the application until told to end."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")
    Serve().run([*DEFAULTS, *arguments, os.environ.get("ASGI_APPLICATION", "solitaire.asgi:application")])


if __name__ == "__main__":
    # Under its own name, so that what imports it does not get a second copy of it.
    from solitaire.server import main as serve

    serve(sys.argv[1:])
