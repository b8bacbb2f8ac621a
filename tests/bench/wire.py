"""A websocket client that costs the load generator little: no masking work, no JSON, no task per connection."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable

Heard = Callable[[bytes], None]


class Wire(asyncio.Protocol):
    """One socket. `heard` gets the payload of every text frame."""

    def __init__(self, path: str, host: str, cookie: str, heard: Heard) -> None:
        self._path, self._host, self._cookie = path, host, cookie
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(cls, port: int, path: str, *, cookie: str = "", heard: Heard) -> Wire:
        """Connect to a server on this machine; comes back when the socket is open."""
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: cls(path, f"127.0.0.1:{port}", cookie, heard), "127.0.0.1", port)
        await wire.opened
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nOrigin: http://{self._host}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Cookie: {self._cookie}\r\n\r\n".encode()
        )

    def send(self, text: bytes) -> None:
        """Send a text frame, masked with zeros."""
        assert self._transport is not None
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size)
        self._transport.write(head + b"\0\0\0\0" + text)

    def close(self) -> None:
        """Hang up."""
        if self._transport:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        for future in (self.opened, self.closed):
            if not future.done():
                future.set_result(None)

    def data_received(self, data: bytes) -> None:  # noqa: C901 (a parser, and a fast one)
        data = self._buffer + data
        at = 0
        if not self.opened.done():
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(data[:end].decode()))
                return
            self.opened.set_result(None)
            at = end + 4
        total = len(data)
        while total - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                if total - at < 4:
                    break
                size, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif size == 127:
                if total - at < 10:
                    break
                size, start = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if total - start < size:
                break
            opcode = data[at] & 15
            if opcode == 1:
                self.heard(data[start : start + size])
            elif opcode == 9 and self._transport:
                self._transport.write(bytes((0x8A, 0x80 | size)) + b"\0\0\0\0" + data[start : start + size])
            at = start + size
        self._buffer = data[at:]
