"""Where the tests in a browser are."""

import pytest


def test_the_page_in_chromium() -> None:
    pytest.skip("needs node and Chromium: make test-web runs web/tests")
