"""Serves the chat: Chainlit runs app.py in a child process."""

from __future__ import annotations

import ctypes
import errno
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from importlib.util import find_spec

from command_line.errors import CannotServeError, ChatEndedError, PortInUseError
from command_line.shipped_files import page_folder

LOOK_AGAIN_S = 0.2
STOP_WITHIN_S = 5.0
PARENT_DEATH_SIGNAL = 1
"""Linux's prctl option: which signal a process gets when its parent is gone."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - an address to serve on, and where to find it


def require_free_port(host: str, port: int) -> None:
    """Raise PortInUseError when the port is taken, CannotServeError when the host is none of this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PortInUseError(host, port) from error
            reason = f"cannot serve on {host}, port {port}: {error.strerror}"
            raise CannotServeError(host, port, reason) from error


def chat_url(host: str, port: int) -> str:
    """Write the address that a browser on this machine opens."""
    here = EVERYWHERE.get(host, host)
    shown = "localhost" if here in ("127.0.0.1", "::1") else here
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def serve_chat(
    host: str, port: int, environment: Mapping[str, str], root_path: str, on_ready: Callable[[], None]
) -> None:
    """Run the chat until it is interrupted; `on_ready` is called once it answers. What it says goes to stderr.

    `root_path` is the path below which a proxy serves it, blank for none. Two chats on one machine get cookies of their
    own, which browsers do not tell apart by port.

    Raises ChatEndedError when it ends by itself.
    """
    app = _app_file()
    root = {
        "CHAINLIT_APP_ROOT": str(page_folder()),
        "CHAINLIT_ROOT_PATH": root_path,
        "CHAINLIT_AUTH_COOKIE_NAME": f"wirelore_session_{port}",
    }
    chat = subprocess.Popen(  # noqa: S603 - our own interpreter and app
        [sys.executable, "-m", "chainlit", "run", app, "--headless", "--host", host, "--port", str(port)],
        env={**root, **environment},
        stdin=subprocess.DEVNULL,
        stdout=sys.__stderr__,
        preexec_fn=_end_with_parent if sys.platform == "linux" else None,
    )
    threading.Thread(target=_tell_when_ready, args=(chat, host, port, on_ready), daemon=True).start()
    was_asked = _pass_on_sigterm(chat)
    try:
        code = chat.wait()
    finally:
        _stop(chat)
    if code and not was_asked():
        raise ChatEndedError(code)


def _pass_on_sigterm(chat: subprocess.Popen[bytes]) -> Callable[[], bool]:
    """Let the chat end its answers when this process is told to stop; return what says whether it was."""
    asked: list[int] = []

    def pass_on(number: int, _frame: object) -> None:
        asked.append(number)
        chat.send_signal(signal.SIGTERM)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, pass_on)
    return lambda: bool(asked)


def _app_file() -> str:
    found = find_spec("app")
    if found is None or found.origin is None:
        raise FileNotFoundError(errno.ENOENT, "the chat is not installed", "app.py")
    return found.origin


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)


def _stop(chat: subprocess.Popen[bytes]) -> None:
    """Wait for a chat that was interrupted as well, then insist."""
    for insist in (None, chat.terminate, chat.kill):
        if insist:
            insist()
        try:
            chat.wait(STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            continue
        return


def _tell_when_ready(
    chat: subprocess.Popen[bytes], host: str, port: int, on_ready: Callable[[], None]
) -> None:
    while chat.poll() is None:
        try:
            socket.create_connection((EVERYWHERE.get(host, host), port), timeout=1).close()
        except OSError:
            time.sleep(LOOK_AGAIN_S)
        else:
            on_ready()
            return
