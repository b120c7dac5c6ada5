"""The table of seeds: which homes belong to training, tuning, validation, evaluation and suites.

A generated home follows from its house seed. A result in unseen homes is worth something only if no
training and no tuning used their seeds, so every range that such a claim rests on stands here alone.
The ranges are ``range`` objects: ``VAL.start``, ``seed in VAL`` and ``VAL[:15]`` mean what they say.
"""

from __future__ import annotations

# Splits: house seeds.

#: Everything that learns or is tuned uses homes of this split, so suites of the other two are unseen.
TRAIN = range(0, 10_000_000)
#: The suites whose results are published have their homes here; no training may use one of them.
VAL = range(10_000_000, 20_000_000)
#: Reserved for suites that are run once, when all choices are made; nothing may be chosen by them.
TEST = range(20_000_000, 30_000_000)
#: Name of a split -> its house seeds.
SPLITS = {"train": TRAIN, "val": VAL, "test": TEST}

# Suites: blocks of house seeds in a split.

#: House seeds that one suite may use, counted from the first one of its block.
HOMES_PER_SUITE = 10_000
#: Seeds that a suite may have; each has a block in every split, so two of them never share a home.
SUITE_SEEDS = range(len(TRAIN) // HOMES_PER_SUITE)
#: Suite seed of the suites under corruption. Policies adapt to a corruption, without rewards, in these val
#: homes; nothing else learns in homes of that split.
CORRUPTED_SUITE = 6
#: Suite seed of the shipped train suite: agents are developed and tuned with its episodes instead of those
#: of val. Its homes are among those that the eyes learn in.
TRAIN_SUITE = 399
#: Suite seed of the suites whose goals are sentences. Thresholds are set in its val homes; its test homes
#: are those of what is reported. The next seed is for small suites of the same kind.
DESCRIBED_SUITE = 11
#: Suite seed of the homes in which thresholds are tuned. No training uses them, so a threshold fits what a
#: model does in unseen homes.
TUNING_SUITE = 990
#: Suite seed of the homes that agents explore and are asked about. The questions were chosen by answers
#: in homes of its train split, so nothing was chosen by the homes of the other two.
ASKED_SUITE = 60

#: Suite seed of the homes in which skills of the hand are measured: in those of its test split, while they
#: were written with those of its train split in view.
HAND_SUITE = 70


def suite_homes(split: str, suite_seed: int) -> range:
    """The house seeds of a suite in a split."""
    first = suite_seed * HOMES_PER_SUITE
    return SPLITS[split][first : first + HOMES_PER_SUITE]


# Training: house seeds of the train split.

#: The embedded eyes learn in homes drawn from these alone.
EYES_TRAINING = range(0, 4_000_000)
#: The eyes are examined in homes drawn from these, so their published figures are about unseen homes.
EYES_HELD_OUT = range(5_000_000, 9_000_000)
#: Policies and their encoders may learn in these, so homes of exams, of tuning and of suites are unseen.
POLICY_TRAINING = range(0, 9_000_000)
#: First home of such a training unless told otherwise, beyond the low seeds of examples and tests.
FIRST_POLICY_HOME = 100_000
#: Encoders are examined in the first of these, so their errors are measured in unseen homes.
ENCODER_EXAM = range(9_000_000, 9_900_000)
#: See TUNING_SUITE.
TUNING = suite_homes("train", TUNING_SUITE)

# Exams of the eyes: numbers of held-out homes, each of which draws its house seed from EYES_HELD_OUT.

#: Published figures come from these homes, which chose neither a threshold nor a checkpoint.
EYES_REPORTED = range(0, 1_000_000)
#: Calibration and threshold are fitted in these, never in homes that are reported.
EYES_CALIBRATION = range(1_000_000, 2_000_000)
#: Furniture by other makers is shown in these, so its figures do not come from homes of calibration either.
EYES_FOREIGN = range(2_000_000, 3_000_000)
#: Exams during a training use these: stopping it by their figures does not favour the published ones.
EYES_VALIDATION = range(3_000_000, 4_000_000)
