"""The only place that asks whether an optional package is installed."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from meadow.errors import MissingDependencyError

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
    "onnxruntime": ("onnx", "models exported to ONNX"),
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
    """The command that installs ``module``, by the extra that is named or else its own."""
    extra = extra or OPTIONAL.get(module, ("", ""))[0]
    return f'pip install "meadow[{extra}]"' if extra else f"pip install {module}"


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
