"""Write an agent, evaluate it on a suite, and compare it with a reference."""

import sys
from pathlib import Path

import meadow


@meadow.register("agent", "bouncer")
class Bouncer:
    """Drives until it bumps, then turns."""

    def reset(self, brief: meadow.Brief) -> None:
        """Forget the last episode; the brief says what to find."""
        self.goal = brief.goal

    def act(self, observation: meadow.Observation) -> meadow.Action:
        """Choose an action from what the robot sees, feels and is told."""
        if observation.moved:
            return meadow.Action.MOVE_AHEAD
        return meadow.Action.ROTATE_LEFT


def main(folder: Path) -> None:
    """Run both agents on the same episodes; a second call finds them finished."""
    for agent in ("bouncer", "oracle"):
        run = meadow.evaluate("pointnav-mini", agent, folder / agent, episodes=3, max_steps=60)
        success = run.summary()["success"]
        print(f"{agent}: success {success.mean:.0%} in {success.n} episodes")
    print(f"for more: meadow compare {folder / 'bouncer'} {folder / 'oracle'}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "runs"))
