"""Attacks on the network: two loopback listeners, an abstract and a named local socket."""

from __future__ import annotations

from tests.ingest.sandbox.attacks.attack import Attack

ATTACKS: dict[str, Attack] = {
    "tcp connect": Attack(
        """
import socket
def parse(lines):
    s=socket.socket()
    s.settimeout(1)
    s.connect(('127.0.0.1',@PORT@))
    s.send(b'x')
    return []
""",
        reaches_listener=True,
    ),
    "tcp raw socket": Attack(
        """
import _socket
def parse(lines):
    s=_socket.socket(2,1)
    s.connect(('127.0.0.1',@PORT@))
    s.send(b'x')
    return []
""",
        reaches_listener=True,
    ),
    "udp send": Attack(
        """
import socket
def parse(lines):
    s=socket.socket(2,2)
    s.sendto(b'x',('127.0.0.1',@PORT@))
    return []
""",
        reaches_listener=True,
    ),
    "udp raw socket": Attack(
        """
import _socket
def parse(lines):
    s=_socket.socket(2,2)
    s.sendto(b'x',('127.0.0.1',@PORT@))
    return []
""",
        reaches_listener=True,
    ),
    "unix abstract": Attack(
        r"""
import socket
def parse(lines):
    s=socket.socket(1,1)
    s.connect('\0@ABSTRACT@')
    s.send(b'x')
    return []
""",
        reaches_listener=True,
    ),
    "unix path": Attack(
        """
import socket
def parse(lines):
    s=socket.socket(1,1)
    s.connect('@CANARY@/sock')
    s.send(b'x')
    return []
""",
        reaches_listener=True,
    ),
    "unix raw path": Attack(
        """
import _socket
def parse(lines):
    s=_socket.socket(1,1)
    s.connect('@CANARY@/sock')
    s.send(b'x')
    return []
""",
        reaches_listener=True,
    ),
}
