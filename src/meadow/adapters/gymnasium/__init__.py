"""Gymnasium environments on the embedded simulator, single and batched."""
