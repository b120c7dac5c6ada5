"""The built page has what its tests in a browser need.

Those are in ``web/tests`` and run with ``make test-web``, which takes node and Chromium.
"""

from __future__ import annotations

import re
from pathlib import Path

import meadow.viewer.web

ROOT = Path(__file__).resolve().parents[3]
BUNDLE = Path(meadow.viewer.web.__file__).parent / "bundle"
#: The name that an element is found by; it ends where a part follows that is put in at run time.
NAMED = re.compile(r"""data-test":\s*[`"']([\w-]+)(\$\{)?""")


def test_the_built_page_has_every_element_that_tests_in_a_browser_look_for() -> None:
    texts = [path.read_text() for path in sorted((ROOT / "web/tests").glob("*.ts"))]
    wanted = {name for text in texts for name in re.findall(r'getByTestId\("([\w-]+)"\)', text)}
    assert len(wanted) > 20
    found = NAMED.findall((BUNDLE / "window.js").read_text())
    whole = {name for name, more in found if not more}
    begun = tuple(name for name, more in found if more)
    lost = {name for name in wanted - whole if not name.startswith(begun)}
    assert not lost, f"the page has no {sorted(lost)}: run make web, or correct web/tests"


def test_the_page_loads_only_files_beside_it() -> None:
    page = (BUNDLE / "index.html").read_text()
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert sorted(loaded) == ["./window.css", "./window.js", "data:,"]
    assert all((BUNDLE / name).is_file() for name in loaded if name.startswith("./"))
    assert "default-src 'self'" in page
