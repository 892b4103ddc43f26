"""An address and the port behind it stay what they are."""

from __future__ import annotations

import pytest

from ingest.learn.builtin.logs.templates import mine_templates


@pytest.mark.parametrize("sign", ["#", "/", ":"])
def test_an_address_is_not_torn(sign: str) -> None:
    messages = [f"asked by 10.20.0.{place}{sign}{5000 + 7 * place} again" for place in range(30)]
    (template,) = mine_templates(messages)
    assert template.text == f"asked by <*>{sign}<*> again"
    address, port = (element for element in template.elements if element.is_slot)
    assert (address.values[0], port.values[0]) == ("10.20.0.0", "5000")
