"""The catalogue as trainings see it is frozen, revision by revision."""

from __future__ import annotations

import pytest

from meadow.language.held_out import CATALOGUE_REVISION, GOALS, UNSEEN
from meadow.learning.eyes.data import facts
from meadow.learning.eyes.data.phrases import categories
from meadow.serialize import digest

#: Revision -> categories, what a ``-zs`` training may see, hash of the names, hash of all labels. A
#: change of a frozen revision makes its weights' figures wrong: raise the revision instead.
FROZEN = {
    1: (302, 269, "2b1e653ee7c82b49", "892148661ee17e71"),
    2: (345, 264, "f9d002e4d176b14e", "60a0bfae66886201"),
}


@pytest.mark.parametrize("revision", UNSEEN)
def test_a_revision_never_changes(revision: int) -> None:
    names = facts.catalogue_names(revision)
    taught = categories(True, revision)
    found = (len(names), len(taught), digest(list(names)), facts.labels_digest(revision))
    assert found == FROZEN[revision]


def test_zero_shot_trainings_never_see_what_is_held_out() -> None:
    assert facts.unseen_categories(1) >= {"hint board", "floor lamp", "tricycle", "snowman"}
    newest = facts.unseen_categories(CATALOGUE_REVISION)
    assert {"television", "candle", "snowman", "whiteboard"} <= newest
    assert "hint board" not in newest  # agents must find boards to read them
    for revision in UNSEEN:
        assert not facts.unseen_categories(revision) & set(categories(True, revision))
        assert facts.unseen_categories(revision) <= set(categories(False, revision))
    assert set(GOALS["described-validation"]) <= set(categories(True, CATALOGUE_REVISION))


def test_general_words_name_something_that_is_taught() -> None:
    newest = CATALOGUE_REVISION
    assert set(facts.general_words(categories(False, newest))) == set(facts.GENERAL)
    left_out = set(facts.GENERAL) - set(facts.general_words(categories(True, newest)))
    assert left_out == {"pillow", "plant"}


def test_a_revision_that_never_was_is_refused() -> None:
    with pytest.raises(ValueError, match="revisions 1 to"):
        facts.unseen_categories(CATALOGUE_REVISION + 1)
    with pytest.raises(ValueError, match="revisions 1 to"):
        facts.catalogue_names(0)
