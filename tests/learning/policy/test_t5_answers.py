"""Answers by a frozen T5 after prefixes, at toy size: the prefix alone learns, and exports alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers", reason="answers by T5 need transformers")

from meadow.errors import InvalidValueError, MeadowError  # noqa: E402
from meadow.learning.policy.answers import AnswerHead  # noqa: E402
from meadow.learning.policy.exams import PREFIX, together  # noqa: E402
from meadow.learning.policy.export import answers_bytes  # noqa: E402
from meadow.learning.policy.network import NetworkConfig, Policy  # noqa: E402
from meadow.policies.questions import PrefixAnswerer  # noqa: E402

SPECIAL = ("<pad>", "<unk>", "<bos>", "<eos>")
WORDS = ("yes", "no", "red", "wood", "is", "there", "a", "mug", "what", "colour", "the", "sofa")
QUESTIONS = ("is there a mug", "what colour is the sofa")


def _tokenizer(directory: Path) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    numbers = {word: i for i, word in enumerate([*SPECIAL, *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(numbers, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A <eos>", special_tokens=[("<eos>", numbers["<eos>"])]
    )
    tokenizer.save(str(directory / "tokenizer.json"))
    settings = {"tokenizer_class": "PreTrainedTokenizerFast"}
    settings |= {f"{mark[1:-1]}_token": mark for mark in SPECIAL}
    (directory / "tokenizer_config.json").write_text(json.dumps(settings))


@pytest.fixture(scope="module")
def language_model(tmp_path_factory) -> str:
    """A tiny T5 with random weights on disk."""
    config = transformers.T5Config(
        vocab_size=len(SPECIAL) + len(WORDS),
        d_model=16,
        d_kv=8,
        d_ff=32,
        num_layers=2,
        num_heads=2,
        pad_token_id=0,
        eos_token_id=3,
        decoder_start_token_id=0,
    )
    torch.manual_seed(7)
    directory = tmp_path_factory.mktemp("t5")
    transformers.T5ForConditionalGeneration(config).save_pretrained(directory)
    _tokenizer(directory)
    return f"hf:{directory}"


def head_of(language_model: str) -> AnswerHead:
    torch.manual_seed(3)
    network = NetworkConfig(hidden=8, answers=("no", "yes"), language_model=language_model)
    return AnswerHead(Policy(network))


def test_only_the_prefix_learns_and_beliefs_decide_the_answers(language_model) -> None:
    head = head_of(language_model)
    decoder = head.decoder
    (t5,) = decoder._t5
    frozen = {name: value.clone() for name, value in t5.model.state_dict().items()}
    # A checkpoint holds the prefix and not the language model.
    assert {name.split(".")[1] for name in head.state_dict()} == {"prefix"}
    truth = (("yes", "red"), ("no", "wood"))
    exams = [decoder.exam(QUESTIONS, said) for said in truth]
    beliefs, exam = together(torch.eye(8)[:2], exams)
    optimizer = torch.optim.Adam(head.parameters(), 0.01)
    first = float(decoder.loss(beliefs, exam).detach())
    for _ in range(150):
        loss = decoder.loss(beliefs, exam)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert float(loss.detach()) < 0.7 * first
    with torch.no_grad():  # with the belief of the other room the same answers are less likely
        assert decoder.loss(beliefs.flip(0), exam) > loss + 0.3
    assert all(torch.equal(frozen[n], v) for n, v in t5.model.state_dict().items())


def test_the_loss_is_that_of_t5_with_the_prefix_before_the_question(language_model) -> None:
    decoder = head_of(language_model).decoder
    (t5,) = decoder._t5
    beliefs = torch.randn(1, 8, generator=torch.Generator().manual_seed(1))
    exam = decoder.exam(QUESTIONS[:1], ("yes",))
    tokens, labels = t5.tokens(QUESTIONS[:1])["input_ids"], t5.tokens(["yes"])["input_ids"]
    with torch.no_grad():
        read = torch.cat([decoder.prefixes(beliefs), t5.model.shared(tokens)], 1)
        expected = t5.model(inputs_embeds=read, labels=labels).loss * labels.shape[1]
        found = decoder.loss(beliefs, exam)
    assert read.shape[1] == PREFIX + tokens.shape[1]
    assert float(found) == pytest.approx(float(expected), rel=1e-5)


def test_the_exported_prefix_gives_the_same_answers(language_model) -> None:
    decoder = head_of(language_model).decoder
    answerer = PrefixAnswerer(answers_bytes(decoder, 8), language_model)
    for seed in range(3):
        belief = torch.randn(1, 8, generator=torch.Generator().manual_seed(seed))
        asked = decoder.exam(QUESTIONS, ("", ""))
        assert answerer.answer(belief.numpy(), QUESTIONS) == decoder.answer(
            belief.expand(2, -1), asked
        )
    assert answerer.answer(belief.numpy(), ()) == []


def test_what_is_no_t5_or_not_there_is_told(tmp_path, monkeypatch) -> None:
    with pytest.raises(InvalidValueError, match="only a T5 reads prefixes"):
        head_of("fake-language-model")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(MeadowError, match="hf download google-t5/t5-nowhere"):
        head_of("hf:google-t5/t5-nowhere")
