"""RobustNav: how agents break under visual and dynamics corruptions, and how they resist."""
