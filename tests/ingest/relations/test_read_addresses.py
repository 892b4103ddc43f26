"""Addresses and prefixes of both versions, as numbers."""

from __future__ import annotations

import pytest

from ingest.relations.collect_addresses import Address, Prefix, as_digits, is_of_a_host, read_address

TEN = 10 << 24

TEXTS = {
    "an address": ("10.0.0.1", Address(4, TEN + 1, None)),
    "an address with its network's length": ("10.0.0.1/24", Address(4, TEN + 1, 24)),
    "the sixth version": ("2001:db8::1/64", Address(6, (0x20010DB8 << 96) + 1, 64)),
    "a time is none": ("10:20:30", None),
    "a word is none": ("face", None),
    "a version is none": ("1.2.3", None),
    "an address that cannot be": ("10.0.0.256", None),
    "a MAC address is none": ("00:00:5e:00:53:01", None),
}

HOSTS = {
    "a private address": ("10.0.0.1", True),
    "a mask": ("255.255.255.0", False),
    "a wildcard": ("0.0.0.255", False),
    "multicast": ("224.0.0.5", False),
    "loopback": ("127.0.0.1", False),
    "a global address of version 6": ("2001:db8::1", True),
    "link-local": ("fe80::1", False),
}


@pytest.mark.parametrize(("text", "expected"), TEXTS.values(), ids=TEXTS)
def test_read_address(text: str, expected: Address | None) -> None:
    assert read_address(text) == expected


@pytest.mark.parametrize(("text", "expected"), HOSTS.values(), ids=HOSTS)
def test_is_of_a_host(text: str, expected: bool) -> None:
    address = read_address(text)
    assert address is not None
    assert is_of_a_host(address) is expected


def test_prefixes_are_written_as_people_write_them() -> None:
    assert str(Prefix(4, TEN, 8)) == "10.0.0.0/8"
    assert str(Prefix(6, 0x20010DB8 << 96, 32)) == "2001:db8::/32"
    assert str(Prefix(6, 0, 0)) == "::/0"


def test_digits_sort_as_addresses_do() -> None:
    numbers = [0, 9, 10, 2**31, 2**32 - 1]
    assert sorted(as_digits(4, number) for number in numbers) == [as_digits(4, number) for number in numbers]
