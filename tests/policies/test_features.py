"""What the frozen embedded model says of a picture, as a policy's input."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.policies.features import BOXES, FEATURES, VECTOR, policy_features


@pytest.mark.parametrize("kind", FEATURES)
def test_features_have_their_size_and_differ_from_picture_to_picture(kind) -> None:
    pictures = [np.full((60, 80, 3), shade, np.uint8) for shade in (0, 200)]
    found = policy_features().features(kind, pictures)
    assert found.shape == (2, FEATURES[kind])
    assert np.isfinite(found).all()
    assert not np.array_equal(*found)


def test_detections_are_sorted_by_quality() -> None:
    picture = np.random.default_rng(0).integers(0, 256, (60, 80, 3), np.uint8)
    (found,) = policy_features().features("detections", [picture])
    quality = found.reshape(BOXES, 5 + VECTOR)[:, 4]
    assert (np.diff(quality) <= 0.0).all()


def test_a_network_over_features_decides() -> None:
    torch = pytest.importorskip("torch")
    from meadow.errors import InvalidValueError
    from meadow.learning.policy.encoders import FeatureEncoder
    from meadow.learning.policy.network import NetworkConfig, Policy, blank

    network = NetworkConfig(senses=("pooled",), encoder="features", goal="none", hidden=8)
    inputs = {name: value.unsqueeze(0) for name, value in blank(network).items()}
    inputs |= {"goal": torch.zeros(1, 1, 1), "last_action": torch.zeros(1, 1, dtype=torch.int64)}
    logits, _, _ = Policy(network)(inputs, torch.zeros(1, 1), torch.zeros(1, 8))
    assert logits.shape == (1, 1, 4)
    with pytest.raises(InvalidValueError, match="takes one of pooled, detections"):
        FeatureEncoder(("rgb",))
