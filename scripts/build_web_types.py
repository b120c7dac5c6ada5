"""Write the window's messages as TypeScript: ``web/src/messages.ts`` from the Python types.

python scripts/build_web_types.py          # write it
python scripts/build_web_types.py --check  # fail when it is not in step
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from meadow.viewer.web.messages import MESSAGES
from meadow.viewer.web.world import WorldHeader

OUT = Path(__file__).resolve().parents[1] / "web" / "src" / "messages.ts"
PLAIN = {
    "string": "string",
    "number": "number",
    "integer": "number",
    "boolean": "boolean",
    "null": "null",
}


def typescript() -> str:
    """The text of the file."""
    _, components = msgspec.json.schema_components([*MESSAGES, WorldHeader], ref_template="{name}")
    head = (
        "// Made by scripts/build_web_types.py from the Python types: change those, then run it.\n"
    )
    return head + "".join(_interface(name, components[name]) for name in sorted(components))


def _interface(name: str, schema: dict[str, Any]) -> str:
    fields = [f"  {key}: {_type(value)};" for key, value in schema.get("properties", {}).items()]
    about = schema.get("description", "").splitlines()[:1]
    comment = f"/** {about[0]} */\n" if about else ""
    return f"\n{comment}export interface {name} {{\n" + "\n".join(fields) + "\n}\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(_type(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        if schema.get("prefixItems"):
            return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
        inner = _type(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties', {}))}>"
    return PLAIN.get(str(kind), "unknown")


def main() -> int:
    """Write the file, or compare it."""
    text = typescript()
    if "--check" in sys.argv[1:]:
        same = OUT.is_file() and OUT.read_text() == text
        print("in step" if same else f"{OUT} differs: run scripts/build_web_types.py")
        return 0 if same else 1
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
