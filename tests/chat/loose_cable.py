"""A way between a browser and the chat that can be cut, and mended."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from dataclasses import replace

from tests.chat.serving import Served

BLOCK = 1 << 16


class LooseCable:
    """Passes bytes on between a port of its own and a served chat."""

    def __init__(self, served: Served) -> None:
        self._port = int(served.url.rsplit(":", 1)[1])
        self._door = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._whole = True
        self.joined = threading.Event()
        """Set when somebody came after a cut."""
        self.served = replace(served, url=f"http://127.0.0.1:{self._door.getsockname()[1]}")
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End all connections, and take no new one."""
        self._whole = False
        self.joined.clear()
        while self._open:
            _close(self._open.pop())

    def mend(self) -> None:
        """Take connections again."""
        self._whole = True

    def end(self) -> None:
        """End for good."""
        _close(self._door)
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                if self._whole:
                    self._join(near)
                else:
                    near.close()

    def _join(self, near: socket.socket) -> None:
        far = socket.create_connection(("127.0.0.1", self._port))
        self._open += [near, far]
        self.joined.set()
        for ends in ((near, far), (far, near)):
            threading.Thread(target=_pass_on, args=ends, daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while block := source.recv(BLOCK):
            target.sendall(block)
    _close(source)
    _close(target)


def _close(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
