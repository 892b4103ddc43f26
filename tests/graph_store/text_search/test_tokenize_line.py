"""The analyzer finds what a person types: the same words come out of a line and of a query."""

import pytest

from graph_store.text_search.tokenize_line import search_text, search_tokens

CASES = {
    "upper and lower case are alike": ("Interface DOWN", ["interface", "down"]),
    "an address and its port are two words": ("to 10.1.2.3:80 failed:", ["to", "10.1.2.3", "80", "failed"]),
    "a port behind a number sign, too": ("client 10.1.2.3#53123:", ["client", "10.1.2.3", "53123"]),
    "a slash before an address goes": ("dest: /10.1.2.3:50010", ["dest", "10.1.2.3", "50010"]),
    "a name before an address is a word": ("node-7/10.1.2.3:80", ["node-7", "10.1.2.3", "80"]),
    "a port behind a slash is no prefix length": (
        "inside:10.1.2.3/443",
        ["inside", "10.1.2.3", "443"],
    ),
    "a prefix stays whole": ("deny ip 10.0.0.0/8 any", ["deny", "ip", "10.0.0.0/8", "any"]),
    "an address and its mask are two words": ("10.0.0.0/255.0.0.0", ["10.0.0.0", "255.0.0.0"]),
    "a range of addresses is its ends": (
        "10.0.0.1-10.0.0.9 10.0.1.1..10.0.1.9",
        ["10.0.0.1", "10.0.0.9", "10.0.1.1", "10.0.1.9"],
    ),
    "an address in brackets is freed from its port": ("[2001:DB8::1]:443", ["2001:db8::1", "443"]),
    "IPv6 stays whole, with its prefix length": (
        "2001:db8::/32, ::1 ::/0",
        ["2001:db8::/32", "::1", "::/0"],
    ),
    "a zone is a word of its own": ("fe80::1%eth0 10.1.2.3%2", ["fe80::1", "eth0", "10.1.2.3", "2"]),
    "a key before IPv6 is a word": ("peer:2001:db8::1", ["peer", "2001:db8::1"]),
    "a colon behind IPv6 goes": ("2001:db8::1: up", ["2001:db8::1", "up"]),
    "MACs stay whole": ("00:1A:2b:3c:4d:5E 001A.2b3c.4d5e", ["00:1a:2b:3c:4d:5e", "001a.2b3c.4d5e"]),
    "a key before a MAC is a word": ("mac:00:1a:2b:3c:4d:5e", ["mac", "00:1a:2b:3c:4d:5e"]),
    "communities stay whole": ("community 2:1 65000:100", ["community", "2:1", "65000:100"]),
    "the kind of a community is a word": ("target:65000:100", ["target", "65000:100"]),
    "times stay whole": (
        "12:30 12:30:59.123 2016-09-28T04:30:30.123Z",
        ["12:30", "12:30:59.123", "2016-09-28t04:30:30.123z"],
    ),
    "UUIDs stay whole": (
        "[req-38101a0b-2096-447d-96ea-a692162415ae - -]",
        ["req-38101a0b-2096-447d-96ea-a692162415ae"],
    ),
    "paths stay whole, without the slash at their end": ("(/var/lib/nova/):", ["/var/lib/nova"]),
    "an URL is its scheme, host, port, path and settings": (
        "http://h1:8080/v2/x?limit=5&a=b",
        ["http", "h1", "8080", "/v2/x", "limit", "5", "a", "b"],
    ),
    "interface names stay whole": (
        "GigabitEthernet0/0, ge-0/0/0.0",
        ["gigabitethernet0/0", "ge-0/0/0.0"],
    ),
    "names stay whole": (
        "as2_to_as1 l2-agent nova.compute.manager",
        ["as2_to_as1", "l2-agent", "nova.compute.manager"],
    ),
    "a mnemonic loses what stands around it": ("%LINK-3-UPDOWN: x", ["link-3-updown", "x"]),
    "keys and values are words": ("status:200 len=5 k='v'", ["status", "200", "len", "5", "k", "v"]),
    "lists are their members": ("vlan 10,20,30-35", ["vlan", "10", "20", "30-35"]),
    "dots between words part them": ("wait...done", ["wait", "done"]),
    "quotes and arrows go": ('"a" -> <13>b', ["a", "13", "b"]),
    "letters of every script are letters": ("Größe “ünï”", ["größe", "ünï"]),
    "half a surrogate pair goes": ("x\udc80y", ["xy"]),
    "a very long word is cut as Lucene cuts it": ("z" * 300, ["z" * 255, "z" * 45]),
    "punctuation alone is nothing": (" --- :: // ... [] ", ["::"]),
    "an empty line has no words": ("", []),
}


@pytest.mark.parametrize(("text", "tokens"), CASES.values(), ids=CASES)
def test_search_tokens(text: str, tokens: list[str]) -> None:
    assert search_tokens(text) == tokens


@pytest.mark.parametrize(("text", "tokens"), CASES.values(), ids=CASES)
def test_a_word_typed_as_it_is_indexed_stays_that_word(text: str, tokens: list[str]) -> None:
    assert [search_tokens(token) for token in tokens] == [[token] for token in tokens]
    assert search_text(text) == " ".join(tokens)
