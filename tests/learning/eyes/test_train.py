"""Training: it learns, stops and goes on as if it had never stopped, and exports what it is."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch")
torch.set_num_threads(1)  # pictures are tiny, and threads that wait for each other take minutes

from meadow.errors import FileFormatError, InvalidValueError, RunError  # noqa: E402
from meadow.learning.eyes import train as training  # noqa: E402
from meadow.learning.eyes.data.batches import DataConfig, group_batches  # noqa: E402
from meadow.learning.eyes.data.shots import Mix  # noqa: E402
from meadow.learning.eyes.exam import scaling  # noqa: E402
from meadow.learning.eyes.network.losses import edges, overlap  # noqa: E402
from meadow.learning.eyes.network.model import SHAPES, EyesNetwork  # noqa: E402
from meadow.learning.eyes.network.tower import IMAGENET_WEIGHTS, imagenet_weights  # noqa: E402
from meadow.learning.eyes.status import lines, read_status  # noqa: E402
from meadow.learning.eyes.train import (  # noqa: E402
    EyesTrainer,
    EyesTrainingConfig,
    batches,
    read_weights,
    train,
    write_weights,
)

CONFIG = EyesTrainingConfig(steps=20, batch_size=2, imagenet=False, first_size=64, warmup_steps=2)
MIX = Mix(wide=4, driving=1, close=1, glances=2)
DATA = DataConfig(homes=1, mix=MIX, reuse=5, batch_size=2, size=64)


@pytest.fixture(scope="module")
def steps() -> list:
    return group_batches(DATA, 0)


def test_a_resumed_training_equals_one_that_never_stopped(tmp_path: Path, steps: list) -> None:
    whole = EyesTrainer(CONFIG)
    rows = [whole.train_step(batch) for batch in steps]
    half = EyesTrainer(CONFIG)
    for batch in steps[:7]:
        half.train_step(batch)
    half.save(tmp_path)
    resumed = EyesTrainer.load(tmp_path)
    assert resumed.step == 7
    for batch in steps[7:]:
        resumed.train_step(batch)
    for name, value in whole.net.state_dict().items():
        assert torch.equal(value, resumed.net.state_dict()[name]), name
        assert torch.equal(whole.mean[name], resumed.mean[name]), name
    first, last = (np.mean([r["loss"] for r in part]) for part in (rows[:5], rows[-5:]))
    assert last < first


def test_batches_go_on_where_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    def numbered(data: DataConfig, group: int) -> list[tuple[int, int]]:
        return [(group, k) for k in range(data.steps)]

    monkeypatch.setattr(training, "group_batches", numbered)
    config = EyesTrainingConfig(steps=50)
    every = list(batches(config, 0, workers=0))
    assert list(batches(config, 31, workers=0)) == every[31:]


def test_a_run_writes_checkpoint_and_log(
    tmp_path: Path, steps: list, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "batches", lambda config, step, workers, rank: iter(steps[step:]))
    train(EyesTrainer(CONFIG), tmp_path, workers=0)
    assert EyesTrainer.load(tmp_path).step == 20
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 1


def test_a_lost_training_stops_with_its_last_good_weights(steps: list) -> None:
    trainer = EyesTrainer(CONFIG)
    trainer.train_step(steps[0])
    with torch.no_grad():
        trainer.net.scale.fill_(float("nan"))
    with pytest.raises(RunError, match="step 1"):
        trainer.train_step(steps[1])
    assert trainer.step == 1


def test_missing_and_damaged_checkpoints_are_explained(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="does not exist"):
        EyesTrainer.load(tmp_path)
    (tmp_path / "checkpoint.pt").write_bytes(b"half a checkpo")
    with pytest.raises(RunError, match="cannot be read"):
        EyesTrainer.load(tmp_path)


def test_learning_rates_rise_and_fall() -> None:
    config = EyesTrainingConfig(steps=40_000, warmup_steps=100)
    factors = [config.learning_rate_factor(step) for step in (0, 99, 8000, 32_000)]
    assert factors == [pytest.approx(0.01), 1.0, 1.0, pytest.approx(0.5)]
    ending = dataclasses.replace(config, cooldown_steps=8000)
    assert [ending.learning_rate_factor(s) for s in (32_000, 36_000, 40_000)] == pytest.approx(
        [0.5, 0.2357, 0], abs=1e-3
    )


def test_pictures_grow_after_the_first_steps() -> None:
    config = EyesTrainingConfig()
    assert {config.data(turn).size for turn in range(160)} == {128}
    sizes = [config.data(turn).size for turn in range(170, 470)]
    assert set(sizes) == {160, 224}
    assert 0.6 < np.mean(np.array(sizes) == 160) < 0.8


def test_exams_come_after_each_doubling() -> None:
    due = [step for step in range(1, 40_000) if scaling.due(step)]
    assert due == [2000, 4000, 8000, 16_000, 32_000]
    assert scaling.next_exam(2000) == 4000


def test_a_doubling_is_kept_and_examined_once(
    tmp_path: Path, steps: list, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scaling, "FIRST", 4)
    monkeypatch.setattr(training, "LOG_EVERY", 4)
    taken = []

    def examined(trainer: EyesTrainer, directory: Path) -> dict:
        taken.append(trainer.step)
        row = {"step": trainer.step, "hours": 0.0} | dict.fromkeys(scaling.KEPT, 0.5)
        with (directory / scaling.EXAMS).open("a") as file:
            file.write(json.dumps(row) + "\n")
        return row

    monkeypatch.setattr(scaling, "examine", examined)
    monkeypatch.setattr(training, "batches", lambda config, step, workers, rank: iter(steps[step:]))
    trainer = EyesTrainer(dataclasses.replace(CONFIG, steps=8))
    train(trainer, tmp_path, workers=0)
    assert taken == [4, 8]
    train(EyesTrainer.load(tmp_path, steps=20), tmp_path, workers=0)
    assert taken == [4, 8, 16]
    report = "\n".join(lines(read_status(tmp_path)))
    assert "16" in report
    assert "0.500" in report
    assert read_weights(tmp_path / "weights.npz")["step"] == 20


def test_a_training_can_begin_from_kept_weights(tmp_path: Path) -> None:
    before = EyesTrainer(dataclasses.replace(CONFIG, zero_shot=True))
    write_weights(before, tmp_path / "weights.npz")
    after = EyesTrainer.after(tmp_path / "weights.npz", steps=10)
    name = "image.embed.0.weight"
    assert torch.allclose(after.net.state_dict()[name], before.mean[name], atol=1e-3)
    (tmp_path / "other.npz").write_bytes(b"no weights")
    with pytest.raises(RunError, match="holds no weights"):
        EyesTrainer.after(tmp_path / "other.npz", steps=10)


def test_a_training_goes_on_from_its_weights_when_its_checkpoint_is_lost(
    tmp_path: Path, steps: list
) -> None:
    before = EyesTrainer(dataclasses.replace(CONFIG, zero_shot=True, warmup_steps=4))
    for batch in steps[:6]:
        before.train_step(batch)
    before.seconds = 90.0
    write_weights(before, tmp_path / "weights.npz")
    after = EyesTrainer.load(tmp_path / "new", weights=tmp_path / "weights.npz")
    assert after.from_weights
    assert (after.step, after.seconds) == (6, 90.0)
    assert after.config == dataclasses.replace(before.config, restart=6)
    for name, value in after.net.state_dict().items():
        assert torch.allclose(value.float(), before.mean[name].float(), atol=1e-2), name
    assert [after.config.learning_rate_factor(step) for step in (6, 9, 10)] == [0.25, 1.0, 1.0]
    after.train_step(steps[6])
    after.save(tmp_path / "new")
    assert EyesTrainer.load(tmp_path / "new").config.restart == 6


def test_the_state_with_most_steps_wins(tmp_path: Path, steps: list) -> None:
    trainer = EyesTrainer(CONFIG)
    trainer.train_step(steps[0])
    trainer.save(tmp_path / "early")
    trainer.train_step(steps[1])
    write_weights(trainer, tmp_path / "weights.npz")
    trainer.save(tmp_path / "late")
    late = EyesTrainer.load(tmp_path / "late", weights=tmp_path / "weights.npz")
    assert (late.step, late.from_weights, late.config.restart) == (2, False, 0)
    early = EyesTrainer.load(tmp_path / "early", weights=tmp_path / "weights.npz")
    assert (early.step, early.from_weights, early.config.restart) == (2, True, 2)
    EyesTrainer(dataclasses.replace(CONFIG, seed=5)).save(tmp_path / "other")
    with pytest.raises(RunError, match=r"seed is 5, not 0.*choose another --out"):
        EyesTrainer.load(tmp_path / "other", weights=tmp_path / "weights.npz")


def test_exams_kept_with_weights_come_back(tmp_path: Path) -> None:
    kept, new = tmp_path / "kept", tmp_path / "new"
    kept.mkdir()
    rows = [
        {"step": step, "hours": 1.0} | dict.fromkeys(scaling.KEPT, 0.5) for step in (2000, 4000)
    ]
    (kept / scaling.EXAMS).write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert "0.500" in "\n".join(lines(read_status(kept)))
    scaling.restore_exams(kept, new, 2000)
    assert scaling.read_exams(new) == rows[:1]
    scaling.restore_exams(kept, new, 4000)
    assert scaling.read_exams(new) == rows[:1]


OLD_PLAN = {
    "batch": 2, "constant": 70, "cooldown": 4, "first_size": 64, "first_steps": 4000, "frozen": 2,
    "imagenet": False, "learning_rate": 0.002, "mean": 0.99, "model": "eyes-s", "newcomers": True,
    "ranks": 1, "revision": 1, "seed": 3, "sizes": ((0.7, 160), (0.3, 224)), "steps": 20,
    "tower_learning_rate": 0.0005, "warmup": 5, "words_only": False, "zero_shot": False,
}  # fmt: skip


def test_checkpoints_and_weights_with_the_old_names_of_fields_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = dataclasses.replace(
        CONFIG,
        constant_steps=70,
        cooldown_steps=4,
        frozen_stages=2,
        ema_decay=0.99,
        oversample_held_out=True,
        revision=1,
        seed=3,
        warmup_steps=5,
    )
    trainer = EyesTrainer(config)
    trainer.step = 7
    monkeypatch.setattr(training, "asdict", lambda config: OLD_PLAN)
    trainer.save(tmp_path)
    write_weights(trainer, tmp_path / "weights.npz")
    monkeypatch.undo()
    resumed = EyesTrainer.load(tmp_path)
    assert (resumed.config, resumed.step) == (config, 7)
    restored = EyesTrainer.load(tmp_path / "new", weights=tmp_path / "weights.npz")
    assert restored.config == dataclasses.replace(config, restart=7)
    (tmp_path / "log.jsonl").write_text('{"step": 100, "minutes": 1.0}')
    assert "200 pictures" in "\n".join(lines(read_status(tmp_path)))


def test_finishing_lets_the_learning_rates_fall(tmp_path: Path) -> None:
    trainer = EyesTrainer(CONFIG)
    trainer.step = 1000
    trainer.save(tmp_path)
    ending = EyesTrainer.load(tmp_path, finish=True)
    assert (ending.config.steps, ending.config.cooldown_steps) == (1200, 200)
    assert ending.config.learning_rate_factor(1199) < 0.01
    ending.save(tmp_path)
    assert EyesTrainer.load(tmp_path, finish=True).config == ending.config


def test_ranks_share_a_batch_and_look_at_homes_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        training, "group_batches", lambda data, group: [(data.batch_size, group)] * data.steps
    )
    config = EyesTrainingConfig(steps=100, ranks=2)
    first, second = (list(batches(config, 0, workers=0, rank=rank)) for rank in (0, 1))
    assert {batch for batch, _ in first} == {config.batch_size // 2}
    assert not {group for _, group in first} & {group for _, group in second}
    assert len(first) == len(second) >= 100
    three = SimpleNamespace(size=3, rank=0)
    with pytest.raises(InvalidValueError, match="3 ranks"):
        EyesTrainer(CONFIG, three)


def test_a_training_can_start_from_one_that_saw_less(tmp_path: Path) -> None:
    before = EyesTrainer(dataclasses.replace(CONFIG, zero_shot=True))
    before.save(tmp_path)
    after = EyesTrainer.after(tmp_path, steps=10)
    assert not after.config.zero_shot
    assert after.config.oversample_held_out
    assert torch.equal(after.net.image.embed[0].weight, before.mean["image.embed.0.weight"])
    after.save(tmp_path)
    with pytest.raises(RunError, match="--resume"):
        EyesTrainer.after(tmp_path, steps=10)


def test_reading_is_learnt_without_seeing_otherwise(tmp_path: Path, steps: list) -> None:
    before = EyesTrainer(CONFIG)
    before.save(tmp_path)
    after = EyesTrainer.after(tmp_path, steps=10, words_only=True)
    assert not after.config.oversample_held_out
    after.train_step(steps[0])
    now = after.net.state_dict()
    changed = {name for name, value in now.items() if not torch.equal(value, before.mean[name])}
    assert not [name for name in changed if name.startswith("image.")]
    assert {"text.word.weight", "text.hush.weight"} <= changed


def test_imagenet_weights_are_taken_by_hash_only(tmp_path: Path) -> None:
    file = tmp_path / "weights.pth"
    file.write_bytes(b"not these")
    assert hashlib.sha256(b"not these").hexdigest() != IMAGENET_WEIGHTS["lite0"].sha256
    with pytest.raises(FileFormatError, match="sha256"):
        imagenet_weights("lite0", file)


def test_boxes_and_overlaps() -> None:
    y, x = torch.tensor([2]), torch.tensor([3])
    box = edges(torch.tensor([[1.0, 0.5, 2.0, 1.5]]), y, x)
    assert box.tolist() == [[20.0, 16.0, 44.0, 32.0]]
    iou, generalised = overlap(box, box + torch.tensor([[0.0, 0.0, 24.0, 0.0]]))
    assert iou.item() == pytest.approx(0.5)
    assert generalised.item() == pytest.approx(0.5)
    _, apart = overlap(box, box + 100.0)
    assert apart.item() < 0.0


def test_a_frame_alone_gives_what_it_gives_in_a_batch() -> None:
    torch.manual_seed(1)
    net = EyesNetwork(SHAPES["eyes-s"]).eval()
    images = torch.randint(0, 255, (3, 3, 96, 96)).float()
    with torch.no_grad():
        together, alone = net.image(images), net.image(images[1:2])
    for name in ("cells", "boxes", "pooled", "attention"):
        a, b = getattr(together, name)[1:2], getattr(alone, name)
        assert torch.allclose(a, b, atol=1e-4), name
