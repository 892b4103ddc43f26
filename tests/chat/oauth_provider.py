"""An OAuth provider on the loopback: whoever it asks says who they are by a click."""

from __future__ import annotations

import html
import json
import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

CLIENT = "wirelore"
SECRET = "of the client"


@dataclass
class Provider:
    """Whom it knows, and what it gave out: codes and tokens, each for one of them."""

    names: Sequence[str]
    url: str = ""
    codes: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Code → who it is for, and where it must be used."""
    tokens: dict[str, str] = field(default_factory=dict)

    def settings(self) -> dict[str, str]:
        """Return what a chat must be told of it."""
        return {
            "OAUTH_GENERIC_CLIENT_ID": CLIENT,
            "OAUTH_GENERIC_CLIENT_SECRET": SECRET,
            "OAUTH_GENERIC_AUTH_URL": f"{self.url}/authorize",
            "OAUTH_GENERIC_TOKEN_URL": f"{self.url}/token",
            "OAUTH_GENERIC_USER_INFO_URL": f"{self.url}/who",
            "OAUTH_GENERIC_SCOPES": "openid email",
            "OAUTH_GENERIC_NAME": "company",
        }

    def ask_who(self, asked: dict[str, str]) -> str:
        """Write the page that asks, with one link for each name."""
        if asked.get("client_id") != CLIENT or asked.get("response_type") != "code":
            return "<p>no such client</p>"
        links = []
        for name in self.names:
            code = secrets.token_hex(8)
            self.codes[code] = (name, asked["redirect_uri"])
            back = f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked.get('state', '')})}"
            links.append(f'<p><a href="{html.escape(back)}">{html.escape(name)}</a></p>')
        return "\n".join(links)

    def give_token(self, asked: dict[str, str]) -> dict[str, str] | None:
        """Give a token for a code, once, to the client that it is for; else None."""
        name, back = self.codes.pop(asked.get("code", ""), ("", ""))
        known = (asked.get("client_id"), asked.get("client_secret"), asked.get("redirect_uri"))
        if not name or known != (CLIENT, SECRET, back):
            return None
        token = secrets.token_hex(8)
        self.tokens[token] = name
        return {"access_token": token, "token_type": "Bearer"}

    def say_who(self, authorization: str) -> dict[str, str] | None:
        """Say whose a token is; None for another one. A user without an address has none here either."""
        name = self.tokens.get(authorization.removeprefix("Bearer "))
        if name is None:
            return None
        return {"sub": name, "email": name} if "@" in name else {"sub": name}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    provider: Provider


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        path = urlsplit(self.path)
        if path.path == "/authorize":
            self._send(self.server.provider.ask_who(_first(path.query)), "text/html")
        else:
            self._send_json(self.server.provider.say_who(self.headers.get("authorization", "")))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        self._send_json(self.server.provider.give_token(_first(body)))

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _send_json(self, said: dict[str, str] | None) -> None:
        self._send(json.dumps(said or {"error": "refused"}), "application/json", 200 if said else 401)

    def _send(self, text: str, kind: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(text.encode())


def _first(query: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(query).items()}


@contextmanager
def serve_provider(*names: str) -> Iterator[Provider]:
    """Serve a provider that knows these names."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.provider = Provider(names, f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
