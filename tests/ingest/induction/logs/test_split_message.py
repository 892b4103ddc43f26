import pytest

from ingest.learn.builtin.logs.split_message import split_message

MESSAGES = {
    "words are constants": ("link came up", "link came up"),
    "numbers": ("took 19.84 s, 3 of 4 left", "took <number> s, <number> of <number> left"),
    "a number with its unit": ("timeout of 10000ms exceeded", "timeout of <number>ms exceeded"),
    "addresses": ("from 10.0.0.1 to 2001:db8::1", "from <ipv4> to <ipv6>"),
    "an address with a port": ("peer 10.0.0.1:179 lost", "peer <ipv4>:<number> lost"),
    "an address behind a slash is no path": ("src: /10.0.0.1:80", "src: /<ipv4>:<number>"),
    "a prefix": ("route 10.0.0.0/8 via eth0", "route <prefix> via <identifier>"),
    "an address at the end of a sentence": ("lost 10.0.0.1. Retrying", "lost <ipv4>. Retrying"),
    "a hardware address": ("learned 00:1b:2c:3d:4e:5f", "learned <mac>"),
    "an interface": ("Interface GigabitEthernet0/1, changed", "Interface <interface>, changed"),
    "an id": ("[instance: b9000564-fe1a-409b-b8cc-1e88b294cd1d] up", "[instance: <uuid>] up"),
    "a path": ("Deleting /var/lib/x.1", "Deleting <path>"),
    "a key with its value": ("uid=0 user= rhost=a.b", "uid=<assigned> user=<assigned> rhost=<assigned>"),
    "quotes": ("for 'eth0' and \"a b\"", "for '<quoted>' and \"<quoted>\""),
    "an apostrophe is no quote": ("can't read it's name", "can't read it's name"),
    "a request": ('"GET /a/b HTTP/1.1" 200', '"GET <path> <protocol>" <number>'),
    "a size that is said twice": ("1822 bytes (1.77 KB) sent", "<number> bytes <restated> sent"),
    "a list": ("via 10.0.0.1,10.0.0.2 now", "via <ipv4>,<rest> now"),
    "nothing in brackets": ("from 10.0.0.1 () at", "from <ipv4> (<empty>) at"),
    "a call is a word": ("init() done", "init() done"),
    "a time inside": ("since Sat Jun 11 03:28:22 2005 x", "since <time> x"),
    "the name that a network device gives its message": ("%LINK-3-UPDOWN: x", "%LINK-3-UPDOWN: x"),
    "a host with its port": ("www.example.com:443 open", "<host>:<number> open"),
    "nothing": ("", ""),
}


@pytest.mark.parametrize(("message", "expected"), MESSAGES.values(), ids=MESSAGES)
def test_split_message(message: str, expected: str) -> None:
    pieces = split_message(message)
    shown = "".join(
        (" " if piece.space else "")
        + ("," if piece.kind == "rest" else "")
        + (f"<{piece.kind}>" if piece.kind else piece.text)
        for piece in pieces
    )
    assert shown == expected
    assert all(message[piece.start : piece.end] == piece.text for piece in pieces)
