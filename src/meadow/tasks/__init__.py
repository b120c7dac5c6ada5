"""Tasks: what an agent is told and what counts as success. One recipe file each."""

from __future__ import annotations

from meadow.protocols import Task
from meadow.registry import Registry

TASKS: Registry[type[Task]] = Registry("task")

TASKS.lazy(
    "pointnav",
    "meadow.tasks.pointnav:PointNav",
    summary="Drive to a point given in polar coordinates.",
)
TASKS.lazy(
    "objectnav",
    "meadow.tasks.objectnav:ObjectNav",
    summary="Find any instance of a named category.",
)
TASKS.lazy(
    "lzson",
    "meadow.tasks.objectnav:ObjectNav",
    summary="Find the object that words describe, without knowing where one is.",
    kwargs={"name": "lzson", "gps": False, "look": False, "categories": []},
)
TASKS.lazy(
    "lift",
    "meadow.tasks.lift:Lift",
    summary="Take the named thing into the hand and raise it.",
)
TASKS.lazy(
    "errands",
    "meadow.tasks.errands:Errands",
    summary="Find several things one after another, then answer questions about the home.",
)
