"""What an attack is let loose on: a secret, a file to destroy, listeners; and whether it reached them."""

from __future__ import annotations

import contextlib
import shutil
import socket
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.ingest.sandbox.attacks.attack import PRELUDE, Attack

_SECRET = "CANARY-7f3a"


class Scene:
    """A folder that everybody may read and write, so that a refusal is never one of ordinary permissions."""

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix="wirelore-attack-"))
        self.folder.chmod(0o755)
        self._drop = self.folder / "drop"
        self._victim = self._drop / "victim"
        (self.folder / "secret.txt").write_text(_SECRET)
        self._abstract = f"{self.folder.name}-abstract"
        self._sockets = self._listen()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for each in self._sockets:
            each.close()
        shutil.rmtree(self.folder)

    def source(self, attack: Attack) -> str:
        """Prepare the scene, and write the attack's source for it."""
        shutil.rmtree(self._drop, ignore_errors=True)
        self._drop.mkdir()
        self._drop.chmod(0o777)
        self._victim.write_text("victim")
        self._victim.chmod(0o666)
        self._anyone_came()
        port = str(self._sockets[0].getsockname()[1])
        text = PRELUDE + attack.source
        return (
            text.replace("@CANARY@", str(self.folder))
            .replace("@PORT@", port)
            .replace("@ABSTRACT@", self._abstract)
        )

    def effect(self, attack: Attack, came_back: str) -> str:
        """Say what the attack brought about; nothing when it failed."""
        if attack.made and (self._drop / attack.made).exists():
            return "made a file"
        if attack.victim_lost and (not self._victim.exists() or not self._victim.stat().st_size):
            return "destroyed a file"
        if attack.reaches_listener and self._anyone_came():
            return "reached a listener"
        if _SECRET in came_back or "PATH=" in came_back:
            return "brought out a secret"
        return "found something" if "'found'" in came_back and not attack.secret else ""

    def _listen(self) -> list[socket.socket]:
        tcp, udp = socket.socket(), socket.socket(type=socket.SOCK_DGRAM)
        abstract, named = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
        tcp.bind(("127.0.0.1", 0))
        udp.bind(tcp.getsockname())
        abstract.bind("\0" + self._abstract)
        named.bind(str(self.folder / "sock"))
        (self.folder / "sock").chmod(0o777)
        for each in (tcp, abstract, named):
            each.listen(8)
        for each in (tcp, udp, abstract, named):
            each.setblocking(False)
        return [tcp, udp, abstract, named]

    def _anyone_came(self) -> bool:
        """Take what is waiting in the queues of the listeners."""
        tcp, udp, abstract, named = self._sockets
        came = False
        for each in (tcp, abstract, named):
            with contextlib.suppress(BlockingIOError):
                each.accept()[0].close()
                came = True
        with contextlib.suppress(BlockingIOError):
            came = bool(udp.recv(10)) or came
        return came
