"""Whether a request is for this chat, and from a page of its own: a name that leads here by DNS is not enough. Pure."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - addresses to serve on, by which nobody is asked
NETLOC = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?")
ORIGIN = re.compile(r"https?://(\S+)", re.IGNORECASE)
ONCE = ("host", "origin", "cookie", "authorization")
"""Headers that a request has once: of two, one would be checked and the other one used."""


@dataclass(frozen=True, slots=True)
class OwnSite:
    """The names by which the chat is asked, and where a proxy serves it (blank for nowhere)."""

    names: frozenset[str]
    public: str = ""

    def refusal(
        self, headers: Collection[tuple[str, str]], address: str = "", once: Iterable[str] = ()
    ) -> str:
        """Say which words refuse a request; blank for one of our own page.

        `headers` have names in lower case; `address` is the one of this machine that was connected to. `once` are
        further headers that count only where they are there once.
        """
        names = [name for name, _ in headers]
        if any(names.count(name) > 1 for name in (*ONCE, *once)):
            return "header_twice"
        said = dict(headers)
        host = said.get("host", "").lower()
        if host_name(host) not in self.names | {host_name(address)} - {""}:
            return "unknown_host"
        if "origin" in said and not self._is_own(said["origin"], host):
            return "own_page_only"
        return ""

    def _is_own(self, origin: str, host: str) -> bool:
        found = ORIGIN.fullmatch(origin)
        return found is not None and found[1].lower() in {host, self.public}


def own_site(host: str, public_url: str, more: Iterable[str] = ()) -> OwnSite:
    """Name the chat's site: this machine, the host that it serves on, its public URL's, and `more`."""
    public = urlsplit(public_url).netloc.lower()
    named = {host_name(_bracketed(name.lower())) for name in (host, *more) if name not in EVERYWHERE}
    return OwnSite(frozenset({*THIS_MACHINE, host_name(public), *named} - {""}), public)


def host_name(netloc: str) -> str:
    """Return the host of HOST[:PORT], an address in its one short form; blank for what is written otherwise."""
    found = NETLOC.fullmatch(netloc)
    if not found:
        return ""
    if not netloc.startswith("["):
        return found[1]
    try:
        return ipaddress.IPv6Address(found[1].strip("[]")).compressed
    except ValueError:
        return ""


def _bracketed(name: str) -> str:
    return f"[{name}]" if name.count(":") > 1 and not name.startswith("[") else name
