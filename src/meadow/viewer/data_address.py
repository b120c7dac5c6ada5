"""Pictures as addresses that hold them, for pages and messages that fetch nothing."""

from __future__ import annotations

import base64
import io
from typing import Any

from PIL import Image


def data_address(picture: Image.Image, format: str, **options: Any) -> str:
    """A picture as a ``data:`` address; ``options`` are those of Pillow for the format."""
    buffer = io.BytesIO()
    picture.save(buffer, format, **options)
    return f"data:image/{format};base64,{base64.b64encode(buffer.getvalue()).decode()}"
