"""Contract of every registered model that needs nothing but this package."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from meadow.errors import InvalidValueError, MeadowError, MissingDependencyError, UnknownIdError
from meadow.models import KINDS, MODELS, load_model
from meadow.models.eyes.files import NAMES, available

#: Models that look through another one.
NEEDS_EYES = {"sentence": "eyes-s"}


@pytest.mark.parametrize("name", MODELS.names())
def test_each_is_what_its_tag_says(name: str) -> None:
    kinds = [tag for tag in MODELS.entry(name).tags if tag in KINDS]
    if NEEDS_EYES.get(name, name) in NAMES and NEEDS_EYES.get(name, name) not in available():
        pytest.skip("the weights of this model are not installed")
    try:
        model = load_model(name)
    except MissingDependencyError as error:
        pytest.skip(str(error))
    assert model.card().kind in kinds
    assert all(isinstance(model, KINDS[kind]) for kind in kinds)


def test_there_is_a_fake_of_every_kind() -> None:
    fakes = {tag for name in MODELS.names("fake") for tag in MODELS.entry(name).tags}
    assert set(KINDS) <= fakes


@pytest.mark.parametrize(
    ("name", "error", "says"),
    [
        ("wrods", UnknownIdError, "words"),
        ("ftp:x", UnknownIdError, "prefix"),
        ("hf:", InvalidValueError, "incomplete"),
        ("openai:gpt", InvalidValueError, "OPENAI_BASE_URL"),
        ("openai:gpt@localhost:80", InvalidValueError, "http://"),
        ("yolo-world:/no/such/file.onnx", MeadowError, "file.onnx"),
    ],
)
def test_bad_names_are_explained(name: str, error: type[Exception], says: str, monkeypatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(error, match=says):
        load_model(name)


def test_the_wrong_kind_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="a detector is needed"):
        load_model("words", kind="detector")
    with pytest.raises(UnknownIdError):
        load_model("words", kind="oracle")


def test_importing_and_listing_models_is_light() -> None:
    listing = "import sys, meadow.models as m; m.MODELS.names()"
    code = f"{listing}; print({{'torch', 'onnxruntime'}} & set(sys.modules))"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "set()"


def test_fakes_find_what_was_painted() -> None:
    image = np.full((16, 16, 3), 90, np.uint8)
    image[4:8, 2:10] = (255, 0, 0)
    found = load_model("fake-detector").detect([image], ["a red box", "a blue box"])[0]
    assert found.boxes.tolist() == [[2, 4, 10, 8]]
    assert found.labels == ("a red box",)
    encoder = load_model("fake-image-text-encoder")
    red, blue = encoder.encode_texts(["red", "blue"])
    patches = encoder.encode_images([image]).patches[0]
    assert patches[1, 1] @ red == pytest.approx(1.0)
    assert patches[1, 1] @ blue == 0.0
    assert load_model("fake-captioner").caption([image]) == ["an image of red"]
