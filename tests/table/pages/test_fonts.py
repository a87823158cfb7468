"""The typeface of the pages: served by us, with its licence, under addresses that change with it."""

from __future__ import annotations

import re

import pytest
from tests.table.pages.browser import Browser

from warband.table.pages.fonts import FACES, LICENCE, font_files, font_style

if not font_files():
    pytest.skip("font-caladea is not installed", allow_module_level=True)


def test_every_face_is_named_and_served_with_its_licence(client: Browser) -> None:
    addresses = re.findall(r'url\("([^"]+)"\)', font_style())
    assert len(addresses) == len(FACES)
    for address, name in zip(addresses, FACES.values(), strict=True):
        answer = client.get(address)
        assert address.endswith(name)
        assert answer.headers["content-type"] == "font/ttf"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-length"] == str(len(font_files()[name]))
    assert "Apache License" in client.get(f"/static/{LICENCE}").text
