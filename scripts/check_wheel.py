"""Build the wheel, install it into a clean environment, and use it from there: version, demo, the chat's page.

    python scripts/check_wheel.py

Needs uv, and a package registry for what the wheel depends on (constraints.txt says which versions).
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UP_WITHIN_S = 300.0
DOWN_WITHIN_S = 30.0


def main() -> None:
    """Exit with the reason where something fails."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        command = install(folder)
        told = subprocess.run([command, "--version"], capture_output=True, text=True, check=True, cwd=folder)
        print(told.stdout.strip())
        try_demo(command, folder)
    print("the wheel works")


def install(folder: Path) -> Path:
    """Build and install the wheel; return its command."""
    source, dist, environment = folder / "source", folder / "dist", folder / "environment"
    ignored = shutil.ignore_patterns(
        ".git", ".venv", ".wirelore*", "build", "*.egg-info", "__pycache__", ".*_cache", ".ci", ".files"
    )
    shutil.copytree(ROOT, source, ignore=ignored)
    run("build", "--wheel", "--out-dir", dist, source)
    run("venv", "--python", sys.executable, environment)
    (wheel,) = dist.glob("*.whl")
    python = environment / "bin" / "python"
    run("pip", "install", "--python", python, "--constraint", ROOT / "constraints.txt", wheel)
    return environment / "bin" / "wirelore"


def run(*arguments: str | Path) -> None:
    """Run uv quietly. Raises CalledProcessError."""
    subprocess.run(["uv", arguments[0], "--quiet", *map(str, arguments[1:])], check=True)


def try_demo(command: Path, folder: Path) -> None:
    """Serve the sample network, and read the page with its style."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {
        "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "WIRELORE_IDLE_S": "1",
    }
    demo = subprocess.Popen(
        [command, "demo", "--port", str(port)],
        cwd=folder,
        env=environment,
        start_new_session=True,
        stdout=subprocess.PIPE,
    )
    try:
        page = wait_for(demo, f"http://127.0.0.1:{port}/")
        style = read(f"http://127.0.0.1:{port}/public/wirelore.css")
    finally:
        os.killpg(demo.pid, signal.SIGINT)
        told = demo.communicate(timeout=DOWN_WITHIN_S)[0].decode()
    if "Wirelore" not in page or not style.strip():
        sys.exit("the chat's page or its style is not part of the wheel")
    if "core1" not in told and "documents" not in told.lower():
        sys.exit(f"the demo did not tell what it loaded:\n{told}")


def wait_for(demo: subprocess.Popen[bytes], url: str) -> str:
    """Return the page once it is there."""
    end = time.monotonic() + UP_WITHIN_S
    while time.monotonic() < end and demo.poll() is None:
        try:
            return read(url)
        except OSError:
            time.sleep(0.5)
    sys.exit(f"the demo did not come up (exit code {demo.poll()})")


def read(url: str) -> str:
    """Read a page. Raises OSError."""
    with urllib.request.urlopen(url, timeout=10) as answered:  # noqa: S310 - loopback
        return str(answered.read().decode())


if __name__ == "__main__":
    main()
