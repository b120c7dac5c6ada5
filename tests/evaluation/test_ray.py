"""Ray actors give the same rows as this process, also when a node of the cluster dies."""

from __future__ import annotations

import subprocess
import sys

import pytest

from meadow.episodes.schema import read_episodes
from meadow.errors import RunError
from meadow.evaluation.run.executors import ExecutorOptions
from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import make_spec

pytestmark = pytest.mark.ray
ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")


@pytest.fixture
def cluster(faulty_agents):
    """A head that takes no work and two nodes with one CPU each."""
    quiet = {"include_dashboard": False, "object_store_memory": 80_000_000}
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **quiet})
    nodes = [cluster.add_node(num_cpus=1, object_store_memory=80_000_000) for _ in range(2)]
    ray.init(address=cluster.address, log_to_driver=False, configure_logging=False)
    yield cluster, nodes
    ray.shutdown()
    cluster.shutdown()


def test_rows_survive_the_loss_of_a_node(cluster, suite, run, alike, tmp_path):
    cluster, nodes = cluster
    episodes = read_episodes(suite)[0]
    spec = make_spec("tiny", episodes, "test-slow", houses=str(suite.parent))
    inline = run("test-slow", out="inline")

    def kill_a_node(done, total, note):
        if done == 3:
            cluster.remove_node(nodes[0], allow_graceful=False)

    rows = evaluate(
        spec,
        episodes,
        tmp_path / "ray",
        executor="ray",
        options=ExecutorOptions(workers=2, time_limit=60.0),
        progress=kill_a_node,
    )
    assert not nodes[0].any_processes_alive()
    alike({row["episode"]: row for row in rows}, inline)


def test_faults_cost_what_they_cost_elsewhere(cluster, suite, run, alike):
    seeds = [read_episodes(suite)[0][4].seed]
    on_ray = run("test-exit", "ray", out="ray", options={"seeds": seeds})
    alike(on_ray, run("test-exit", "processes", options={"seeds": seeds}))
    with pytest.raises(RunError, match="ValueError: size 7 does not fit"):
        run("test-misconfigured", "ray", out="bad", options={"size": 7})


#: Evaluates on a Ray of its own and prints where its processes listen.
LISTENERS = """
import sys
import psutil
from meadow.episodes.schema import read_episodes
from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import make_spec

def listening(done, total, note):
    me = psutil.Process()
    for process in [me, *me.children(recursive=True)]:
        try:
            connections = process.net_connections(kind="inet")
        except psutil.NoSuchProcess:  # Ray's helpers come and go
            continue
        for connection in connections:
            if connection.status == "LISTEN":
                print("listens", connection.laddr.ip)

if __name__ == "__main__":
    suite, houses, out = sys.argv[1:]
    episodes = read_episodes(suite)[0][:1]
    spec = make_spec("tiny", episodes, "random", houses=houses)
    evaluate(spec, episodes, out, executor="ray", progress=listening)
"""


def test_a_ray_of_its_own_listens_on_this_machine_alone(suite, tmp_path):
    pytest.importorskip("psutil")
    script = tmp_path / "script.py"
    script.write_text(LISTENERS)
    command = [sys.executable, str(script), str(suite), str(suite.parent), str(tmp_path / "run")]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    heard = {line.split()[1] for line in ran.stdout.splitlines() if line.startswith("listens")}
    assert heard
    assert all(address.endswith("127.0.0.1") for address in heard)
