"""Read goals in words: the object, what it looks like, and where it is."""

import meadow

for text in (
    "a small red mug on the desk",
    "the striped pillow on the bed, not the red one",
    "something to sit on in the living room",
):
    goal = meadow.parse_goal(text)
    print(f"{text!r}: {goal.target.head} (category: {goal.target.category or 'none'})")
    for relation in goal.relations:
        print(f"  {relation.kind} {', '.join(anchor.head for anchor in relation.anchors)}")
    if goal.room:
        print(f"  in the {goal.room}")
