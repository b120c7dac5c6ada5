"""Replays: what happened, small and exact, from which everything can be drawn again."""

from __future__ import annotations

from meadow.replay.format import decode_replay, encode_replay, read_replay

__all__ = ["decode_replay", "encode_replay", "read_replay"]
