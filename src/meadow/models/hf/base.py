"""What all Hugging Face back-ends share: loading, device, dtype, tokens, card."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import torch
import transformers

from meadow.errors import FileFormatError, InvalidValueError
from meadow.models.hf.images import Preprocessing
from meadow.models.hf.weights import Source
from meadow.models.protocols import Card
from meadow.models.threads import model_threads

log = logging.getLogger(__name__)

# Bars and advice on the terminal belong to the command line, not to a library.
transformers.utils.logging.disable_progress_bar()

DTYPES = {
    "float32": torch.float32,
    "float16": torch.float16,
    "bfloat16": torch.bfloat16,
}


class HFModel:
    """A loaded model; subclasses name their architecture and kind and add the methods of a protocol.

    Args:
        source: Where the weights are.
        device: E.g. ``cpu``, ``cuda``, ``cuda:1``, ``mps``.
        dtype: ``float32``, ``float16`` or ``bfloat16``.
    """

    architecture = ""
    kind = ""

    def __init__(self, source: Source, *, device: str = "cpu", dtype: str = "float32") -> None:
        torch.set_num_threads(model_threads())
        self.source = source
        self.device, self.dtype = pick_device(device), pick_dtype(dtype)
        self._dtype_name = dtype
        self.preprocessing = Preprocessing.of(source.directory)
        self.model = self._load()
        self.tokenizer = transformers.AutoTokenizer.from_pretrained(
            source.directory, local_files_only=True
        )

    def card(self) -> Card:
        """Name, revision, hash of the weights, device and dtype."""
        notes = {"device": str(self.device), "dtype": self._dtype_name}
        name = f"hf:{self.source.name}"
        return Card(name, self.kind, self.source.revision, self.source.sha256(), notes)

    def _load(self) -> Any:
        cls = getattr(transformers, self.architecture)
        try:
            model, report = cls.from_pretrained(
                self.source.directory,
                local_files_only=True,
                use_safetensors=not self.source.pickled,
                dtype=self.dtype,
                attn_implementation="eager",
                output_loading_info=True,
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise FileFormatError(
                f"{self.source.directory}: cannot be loaded as {self.architecture} ({error})"
            ) from error
        # Absent weights would be filled with random numbers, and nobody would notice.
        missing = sorted(report["missing_keys"])
        if missing:
            raise FileFormatError(
                f"{self.source.directory}: lacks {len(missing)} weights of {self.architecture}, "
                f"e.g. {missing[0]}. Is it the right model?"
            )
        unused = sorted(k for k in report["unexpected_keys"] if not k.endswith("position_ids"))
        if unused:
            log.warning(
                "%s: %d weights are not used by %s, e.g. %s",
                self.source.directory,
                len(unused),
                self.architecture,
                unused[0],
            )
        return model.to(self.device).eval()

    def tensor(self, pixels: Any) -> torch.Tensor:
        """Pixels on the model's device, in its dtype."""
        return torch.from_numpy(pixels).to(self.device, self.dtype)

    def tokens(self, texts: Sequence[str], **options: Any) -> dict[str, torch.Tensor]:
        """Token ids and mask of texts, padded to the longest and cut to what the model takes."""
        settings = {"padding": True, "truncation": True, "return_tensors": "pt", **options}
        batch = self.tokenizer(list(texts), **settings)
        return {
            key: batch[key].to(self.device)
            for key in ("input_ids", "attention_mask")
            if key in batch
        }


def pick_dtype(name: str) -> torch.dtype:
    """The type of numbers of that name."""
    if name not in DTYPES:
        raise InvalidValueError(f"dtype {name!r}: expected one of {', '.join(DTYPES)}")
    return DTYPES[name]


def pick_device(name: str) -> torch.device:
    """The device of that name, or an error that it cannot be used."""
    try:
        device = torch.device(name)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        raise InvalidValueError(f"device {name!r} cannot be used here ({error})") from error
    return device


def numbers(tensor: torch.Tensor) -> Any:
    """A tensor as a float32 array."""
    return tensor.detach().to("cpu", torch.float32).numpy()


def unit(tensor: torch.Tensor) -> torch.Tensor:
    """Vectors of length 1 along the last axis."""
    return torch.nn.functional.normalize(tensor, dim=-1)
