"""The only place that asks whether an optional package is installed."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from types import ModuleType

from meadow.errors import MissingDependencyError

#: What pip calls Meadow; the package that is imported is ``meadow``.
DISTRIBUTION = "meadow-nav"
#: import name -> (extra that provides it, what it is for)
OPTIONAL = {
    "matplotlib": ("report", "plots in reports and statistics"),
    "imageio": ("video", "writing videos"),
    "imageio_ffmpeg": ("video", "the ffmpeg binary behind videos"),
    "ray": ("ray", "evaluation on a cluster"),
    "torch": ("models", "Hugging Face models"),
    "transformers": ("models", "Hugging Face models"),
    "tokenizers": ("models", "Hugging Face models"),
    "safetensors": ("models", "weights of Hugging Face models"),
    "huggingface_hub": ("models", "finding and downloading Hugging Face models"),
    "tensorboard": ("train", "curves of trainings in TensorBoard"),
    "onnx": ("train", "exporting trained models"),
    "starlette": ("view", "the server behind `meadow view` and `meadow play`"),
    "uvicorn": ("view", "the server behind `meadow view` and `meadow play`"),
    "rapidocr": ("ocr", "reading text in images"),
    "cv2": ("robust", "corruptions of pictures such as blur, spatter and cracks"),
    "moderngl": ("peers", "Mesa llvmpipe in `meadow bench render`"),
    "mujoco": ("peers", "MuJoCo in `meadow bench render`"),
    "vizdoom": ("peers", "ViZDoom in `meadow bench render`"),
    "miniworld": ("peers", "MiniWorld in `meadow bench render`"),
    "pyglet": ("peers", "MiniWorld's window in `meadow bench render`"),
    "psutil": ("peers", "CPU time of ViZDoom's own process in `meadow bench render`"),
}
#: Where a package of several extras is asked for by one of them: extra -> what it is for.
PURPOSES = {"train": "training"}


def installed(module: str) -> bool:
    """Whether ``module`` can be imported, without importing it."""
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def install_line(module: str, *, extra: str = "") -> str:
    """The command that installs ``module``, by the extra that is named or else its own.

    In a clone the extra is that of the clone, whose path is given unless it is the working directory.
    """
    extra = extra or OPTIONAL.get(module, ("", ""))[0]
    if not extra:
        return f"pip install {module}"
    folder = clone()
    if folder is None:
        return f'pip install "{DISTRIBUTION}[{extra}]"'
    return f'pip install -e "{"." if folder == Path.cwd() else folder}[{extra}]"'


def clone() -> Path | None:
    """The directory of the clone that Meadow runs from; None when it was installed as a package."""
    folder = Path(__file__).resolve().parents[2]
    project = folder / "pyproject.toml"
    # A copy within another project is no clone.
    own = project.is_file() and f'name = "{DISTRIBUTION}"' in project.read_text(errors="replace")
    return folder if own else None


def require(module: str, *, extra: str = "") -> ModuleType:
    """Import an optional module or say how to install it: with which extra, where several have it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        purpose = PURPOSES[extra] if extra else OPTIONAL.get(module, ("", "this feature"))[1]
        raise MissingDependencyError(
            f"{module} is needed for {purpose} and could not be imported ({error}). "
            f"Install it with: {install_line(module, extra=extra)}"
        ) from error
