"""Serves the chat: Chainlit runs app.py in a child process, beside the files that ship with Wirelore."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import site
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from command_line.errors import CannotServeError, ChatEndedError, PortInUseError
from workspace.load_job import END_WITH_PARENT

if TYPE_CHECKING:
    from starlette.applications import Starlette

CLONE = Path(__file__).resolve().parent.parent
SHARE = Path("share") / "wirelore"
"""Where an installation keeps them, below its prefix (pyproject.toml, data-files)."""
PAGE = ("chainlit.md", "chainlit_en-US.md", "public", ".chainlit")
SAMPLE = Path("examples") / "sample-network"
LOOK_AGAIN_S = 0.2
STOP_WITHIN_S = 5.0
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


async def serve_http(app: Starlette, host: str, port: int, message: str) -> None:
    """Serve an app of ours until Ctrl-C."""
    import uvicorn

    sys.stderr.write(f"{message} (Ctrl-C stops it)\n")
    await uvicorn.Server(uvicorn.Config(app, host=host, port=port, log_level="warning")).serve()


def http_url(host: str, port: int) -> str:
    """Write a URL; an IPv6 address stands in brackets."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def chat_url(host: str, port: int) -> str:
    """Write the address that a browser on this machine opens."""
    here = EVERYWHERE.get(host, host)
    shown = "localhost" if here in ("127.0.0.1", "::1") else here
    return http_url(shown, port)


def serve_chat(
    host: str, port: int, environment: Mapping[str, str], root_path: str, on_ready: Callable[[], None]
) -> None:
    """Run the chat until it is interrupted; `on_ready` is called once it answers. What it says goes to stderr.

    `root_path` is the path below which a proxy serves it, blank for none. The session's cookie is named after the port:
    browsers do not tell two chats on one machine apart by port. Raises ChatEndedError when it ends by itself.
    """
    found = find_spec("app")
    if found is None or found.origin is None:
        raise FileNotFoundError(errno.ENOENT, "the chat is not installed", "app.py")
    chat = subprocess.Popen(  # noqa: S603 - our own interpreter and app
        [
            sys.executable,
            "-P",
            "-m",
            "chainlit",
            "run",
            found.origin,
            "--headless",
            "--host",
            host,
            "--port",
            str(port),
        ],
        env=chat_environment(port, environment, root_path),
        stdin=subprocess.DEVNULL,
        stdout=sys.__stderr__,
        umask=0o077,
        preexec_fn=END_WITH_PARENT,
    )
    threading.Thread(target=_tell_when_ready, args=(chat, host, port, on_ready), daemon=True).start()
    asked = list[int]()

    def pass_on(number: int, _frame: object) -> None:  # so that the chat ends its answers
        asked.append(number)
        chat.send_signal(signal.SIGTERM)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, pass_on)
    try:
        code = chat.wait()
    finally:
        _stop(chat)
    if code and not asked:
        raise ChatEndedError(code)


def chat_environment(port: int, environment: Mapping[str, str], root_path: str) -> dict[str, str]:
    """Return the child's environment: no file of the folder in which the chat is started sets or words anything."""
    return {
        "CHAINLIT_APP_ROOT": str(page_folder()),
        "CHAINLIT_ROOT_PATH": root_path,
        "CHAINLIT_AUTH_COOKIE_NAME": f"wirelore_session_{port}",
        **environment,
        "CHAINLIT_ENV_FILE": os.devnull,  # Chainlit would take `.env` of that folder for settings
    }


def _stop(chat: subprocess.Popen[bytes]) -> None:
    """Wait for a chat that was interrupted as well, then insist."""
    for insist in (chat.poll, chat.terminate, chat.kill):
        insist()
        with suppress(subprocess.TimeoutExpired):
            chat.wait(STOP_WITHIN_S)
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


def shipped_file(name: str | Path) -> Path:
    """Find a file or folder by its place in the repository. Raises FileNotFoundError."""
    for folder in (CLONE, Path(sys.prefix) / SHARE, Path(site.getuserbase()) / SHARE):
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(errno.ENOENT, "not part of this installation", str(name))


def page_folder() -> Path:
    """Return the folder of the chat's page, which Chainlit writes to: the clone, or a copy in the user's cache."""
    page = shipped_file(PAGE[0]).parent
    if page == CLONE:
        return page
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wirelore" / "page"
    for name in PAGE:
        if (page / name).is_dir():
            shutil.copytree(page / name, cache / name, dirs_exist_ok=True)
        else:
            cache.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(page / name, cache / name)
    return cache
