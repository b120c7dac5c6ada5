"""CLIP on Wheels: the 22 CoWs of the paper as rows over one :class:`ModularAgent`.

    meadow agents list --tag cow
    meadow eval pasture --agent cow-owl-s --option post=full --option threshold=0.3

Nine localizers (``-s`` sees with eyes-s where the paper has B/32, ``-b`` with eyes-b for B/16), each with
centre pixels, as the paper's tables, and with full masks (``-full``); then one row each for the simple
prompt, for the object prior and for two learned explorers. Everything is an option, so with
``--option model=hf:google/owlvit-base-patch32`` a row is the paper's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meadow.agents.rows import AgentRow

#: localizer, size, prompts, what it does, its name in the paper. Detectors get bare phrases: eyes were
#: taught those, and OWL-ViT puts its own "a photo of a" before them.
_LOCALIZERS = (
    ("clip-ref", "s", "openai80", "nine referring expressions", "CLIP-Ref. B/32"),
    ("clip-ref", "b", "openai80", "nine referring expressions", "CLIP-Ref. B/16"),
    ("clip-patch", "s", "openai80", "nine patches", "CLIP-Patch B/32"),
    ("clip-patch", "b", "openai80", "nine patches", "CLIP-Patch B/16"),
    ("clip-grad", "s", "openai80", "gradient relevance", "CLIP-Grad. B/32"),
    ("clip-grad", "b", "openai80", "gradient relevance", "CLIP-Grad. B/16"),
    ("mdetr", "s", "plain", "the mask of the best detection", "MDETR B3"),
    ("owl", "s", "plain", "open-vocabulary boxes", "OWL B/32"),
    ("owl", "b", "plain", "open-vocabulary boxes", "OWL B/16"),
)


def _rows() -> tuple[AgentRow, ...]:
    rows = []
    for post, ending, how in (("center", "", "centre pixel"), ("full", "-full", "full mask")):
        for localizer, size, prompts, what, paper in _LOCALIZERS:
            options = {
                "localizer": localizer,
                "model": f"eyes-{size}",
                "prompts": prompts,
                "post": post,
            }
            summary = f"CoW with {what}, {how} ({paper})."
            name = f"cow-{localizer}-{size}{ending}"
            rows.append(AgentRow(name, summary, paper if post == "center" else "", options))
    base = {row.name: row.options for row in rows}
    owl, grad = base["cow-owl-s"], base["cow-clip-grad-s"]
    return (
        *rows,
        AgentRow(
            "cow-clip-grad-s-photo",
            "CoW with gradient relevance and one simple prompt instead of 80.",
            "",
            {**grad, "prompts": "photo"},
        ),
        AgentRow(
            "cow-owl-s-prior",
            "CoW with boxes that first looks where a language model expects the thing.",
            "OWL B/32, GPT-3.5",
            {**owl, "prior": "prior"},
        ),
        AgentRow(
            "cow-owl-s-learned",
            "CoW with boxes and an explorer learned in homes like those it is used in.",
            "OWL B/32, RoboTHOR learn.",
            {**owl, "explorer": "learned"},
        ),
        AgentRow(
            "cow-owl-s-learned-flats",
            "CoW with boxes and an explorer learned in smaller homes.",
            "OWL B/32, Habitat learn.",
            {**owl, "explorer": "learned-flats"},
        ),
    )


#: The 22, in the order of the paper's tables.
ROWS = _rows()


def cow(
    localizer: str,
    model: str,
    *,
    prompts: str = "openai80",
    post: str = "center",
    threshold: float | None = None,
    model_options: Mapping[str, Any] | None = None,
    explorer: str = "frontier",
    explorer_options: Mapping[str, Any] | None = None,
    prior: str = "",
    prior_over: str = "receptacles",
    prior_share: float = 0.4,
    bump_sensor: bool = False,
    **options: Any,
) -> Any:
    """An agent of the table, or one of your own.

    Args:
        localizer: clip-ref, clip-patch, clip-grad, owl or mdetr.
        model: What it sees with, by any name of ``meadow models list`` or e.g. ``hf:org/name``.
        prompts: openai80, photo or plain.
        post: center or full.
        threshold: Confidence that is enough; tuned (``meadow tune``) or the authors' by default.
        model_options: For loading it, e.g. ``{"device": "cuda"}``, or the hash of a trusted MDETR
            checkpoint, ``{"pickle_sha256": "..."}``.
        explorer: One of ``meadow.exploration.EXPLORERS``.
        explorer_options: For it; "value" compares views with the goal by the same model unless told.
        prior: A language model by name that says where to look first; none by default.
        prior_over: What it chooses from, rooms or receptacles.
        prior_share: Share of the steps after which the search for that place is given up.
        bump_sensor: Whether the robot feels a refused step; the paper's see it in their depth.
        options: Passed on to :class:`meadow.agents.modular.ModularAgent`.
    """
    from meadow.agents.modular import ModularAgent
    from meadow.grounding import OpenVocabularyLocalizer, vision_model
    from meadow.grounding.thresholds import threshold_for

    enough = threshold_for(localizer, model, prompts, post) if threshold is None else threshold
    vision = vision_model(model, **model_options or {})
    eyes = OpenVocabularyLocalizer(localizer, vision, threshold=enough, prompts=prompts, post=post)
    own = {"encoder": model} if explorer == "value" else {}
    options |= {"explorer": explorer, "explorer_options": {**own, **(explorer_options or {})}}
    options |= {"bump_sensor": bump_sensor}
    agent = ModularAgent(eyes, threshold=enough, **options)
    if not prior:
        return agent
    from meadow.agents.prior import PriorFirst

    return PriorFirst(agent, prior, over=prior_over, share=prior_share)
