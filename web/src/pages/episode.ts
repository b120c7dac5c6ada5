// One episode, or the same one of two agents in step: the world, the cameras and the time line.
import { readEpisode, readIndex, readTable, worldOfEpisode } from "../data";
import { h, number } from "../dom";
import type { EpisodeView } from "../messages";
import { link, remember, route } from "../route";
import { CUT, Stage, type Pose, type View } from "../scene/stage";
import { World } from "../scene/world";
import { Timeline } from "../timeline";

const VIEWS: [View, string, string][] = [["orbit", "Orbit", "o"], ["eyes", "Robot's eyes", "e"], ["plan", "From above", "p"]];
const SPEEDS = [1, 2, 4, 8, 16, 32];

interface Actor {
  episode: EpisodeView;
  stage: Stage;
  facts: HTMLElement;
}

export async function episodePage(host: HTMLElement, run: string, key: string): Promise<() => void> {
  const query = route().query, other = query.get("with") ?? "";
  const keys = [run, ...(other ? [other] : [])];
  const loaded = await Promise.all(keys.map((one) => Promise.all([readEpisode(one, key), worldOfEpisode(one, key)])));
  const stages = h("div", { class: "stages" }), panel = h("aside", { class: "panel" });
  const actors: Actor[] = loaded.map(([episode, packet]) => {
    const box = h("div", { class: "stage", "data-test": "stage" });
    stages.append(box);
    const stage = new Stage(box), facts = h("section", { class: "facts" });
    stage.setWorld(new World(packet), episode.lens);
    stage.setEpisode(episode);
    box.append(h("div", { class: "label" }, episode.agent || "not run"));
    panel.append(facts);
    return { episode, stage, facts };
  });
  let step = 0, playing = false, speed = Number(query.get("speed") ?? 8), view = (query.get("view") ?? "orbit") as View;
  let clock = 0, part = 0;

  const timeline = new Timeline(actors.map((actor) => actor.episode), (next) => go(next));
  const state = () => ({ step, view: view === "orbit" ? undefined : view, with: other || undefined, speed: speed === 8 ? undefined : speed });
  const go = (next: number): void => {
    step = Math.max(0, Math.min(timeline.last, next));
    part = 0;
    show();
    remember(state());
  };
  const show = (): void => {
    for (const { episode, stage, facts } of actors) {
      const at = Math.min(step, episode.actions.length);
      stage.show(at, between(episode, at, part));
      facts.replaceChildren(...describe(episode, at));
    }
    timeline.show(step);
    stepBox.textContent = `${step} / ${timeline.last}`;
  };
  const look = (next: View): void => {
    view = next;
    for (const { stage } of actors) stage.look(next);
    for (const button of buttons) button.classList.toggle("on", button.dataset.view === next);
    remember(state());
  };
  const buttons = VIEWS.map(([name, text, letter]) => h("button", {
    "data-view": name, "data-test": `view-${name}`, title: `${text} (${letter})`, onclick: () => look(name),
  }, text));
  const stepBox = h("output", { class: "step", "data-test": "step" });
  const playButton = h("button", { "data-test": "play", title: "Play or pause (space)", onclick: () => toggle() }, "Play");
  const toggle = (): void => {
    playing = !playing;
    if (playing && step >= timeline.last) go(0);
    playButton.textContent = playing ? "Pause" : "Play";
    clock = performance.now();
    if (playing) requestAnimationFrame(tick);
  };
  const tick = (now: number): void => {
    if (!playing) return;
    part += ((now - clock) / 1000) * speed;
    clock = now;
    while (part >= 1 && step < timeline.last) {
      part -= 1;
      step += 1;
    }
    if (step >= timeline.last) {
      part = 0;
      toggle();
      remember(state());
    }
    show();
    if (playing) requestAnimationFrame(tick);
  };
  const jump = (direction: 1 | -1): void => {
    const steps = timeline.marks.map((mark) => mark.step);
    const next = direction > 0 ? steps.find((at) => at > step) : steps.reverse().find((at) => at < step);
    if (next !== undefined) go(next);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement && event.target.type !== "range") return;
    const found = VIEWS.find(([, , letter]) => letter === event.key);
    if (found) look(found[0]);
    else if (event.key === " ") toggle();
    else if (event.key === "ArrowRight") go(step + (event.shiftKey ? 10 : 1));
    else if (event.key === "ArrowLeft") go(step - (event.shiftKey ? 10 : 1));
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(timeline.last);
    else if (event.key === "n") jump(1);
    else if (event.key === "b") jump(-1);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  for (const actor of actors) pointAt(actor.stage, panel);
  if (actors.length === 2) linkCameras(actors[0].stage, actors[1].stage);

  const compare = h("select", { "data-test": "compare", onchange: () => {
    location.hash = link(["runs", run, key], { ...state(), with: compare.value || undefined });
  } }, h("option", { value: "" }, "nobody"));
  void offer(compare, run, key, other);
  host.append(h("main", { class: "episode" },
    h("div", { class: "bar" },
      h("a", { href: link(["runs", run]), class: "back" }, "← episodes"),
      h("strong", { "data-test": "goal" }, actors[0].episode.goals.map((goal) => goal.text || "go to the point").join("; ") || "no goal"),
      h("span", { class: "quiet" }, key),
      h("span", { class: "grow" }),
      h("label", {}, "beside ", compare)),
    h("div", { class: "middle" }, stages, panel),
    h("div", { class: "bar" },
      playButton,
      h("button", { title: "Back by one (left)", onclick: () => go(step - 1) }, "‹"),
      h("button", { title: "On by one (right)", "data-test": "next", onclick: () => go(step + 1) }, "›"),
      h("button", { title: "Next mark (n)", "data-test": "next-mark", onclick: () => jump(1) }, "next mark"),
      stepBox,
      h("label", {}, "speed ", h("select", { onchange: (event: Event) => { speed = Number((event.target as HTMLSelectElement).value); remember(state()); } },
        SPEEDS.map((value) => h("option", { value, selected: value === speed }, `${value} steps/s`)))),
      h("span", { class: "grow" }),
      h("label", { class: "cut" }, "walls ", h("input", {
        type: "range", min: "0.2", max: "2.8", step: "0.1", value: String(CUT), "aria-label": "height of walls",
        oninput: (event: Event) => actors.forEach(({ stage }) => stage.setCut(Number((event.target as HTMLInputElement).value))),
      })),
      buttons),
    timeline.element));
  for (const { stage } of actors) stage.fit();
  look(view);
  go(Number(query.get("step") ?? 0) || 0);
  window.meadow = { stages: actors.map((actor) => actor.stage), go };
  return () => {
    playing = false;
    document.removeEventListener("keydown", onKey);
    for (const { stage } of actors) stage.dispose();
  };
}

/** The pose between two steps, for a smooth film. */
function between(episode: EpisodeView, step: number, part: number): Pose {
  const a = episode.poses[step], b = episode.poses[step + 1];
  if (!b || part <= 0) return a;
  const turn = ((b[2] - a[2] + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), a[2] + part * turn, a[3] + part * (b[3] - a[3])];
}

function describe(episode: EpisodeView, step: number): HTMLElement[] {
  const leg = [...episode.legs].reverse().find((one) => one.first <= step);
  const line = (name: string, value: string, kind = "") => h("div", { class: `fact ${kind}` }, h("dt", {}, name), h("dd", {}, value));
  const refused = step > 0 && !episode.moved[step - 1];
  const action = step ? episode.actions[step - 1] : "start";
  const goal = leg?.goal === null || leg?.goal === undefined ? undefined : episode.goals[leg.goal]?.text;
  const facts = [
    line("action", refused ? `${action} (refused)` : action, refused ? "bad" : ""),
    line("distance", episode.reached[step] ? "in range" : `${number(episode.distances[step])} m`, episode.reached[step] ? "good" : ""),
    goal ? line("goal now", goal) : null,
    leg && !goal ? line("leg", leg.kind) : null,
    ...Object.entries(episode.trace).map(([name, column]) => {
      const value = step ? column[step - 1] : null;
      return line(name, value === null || value === undefined ? "–" : typeof value === "number" ? number(value, 3) : String(value));
    }),
    ...Object.entries(episode.probes).filter(([, column]) => column.length).map(([name, column]) => {
      const value = column[step];
      return line(name.replaceAll("_", " "), value === null || value === undefined ? "–" : typeof value === "number" ? number(value, 3) : String(value));
    }),
  ].filter((item): item is HTMLDivElement => item !== null);
  const here = episode.marks.filter((mark) => mark.step === step).map((mark) => h("li", { class: mark.kind }, mark.text));
  const exams = episode.legs.filter((one) => one.questions.length && one.first <= step).flatMap((one) => one.questions.map((question, k) =>
    h("li", {}, question, " ", h("b", {}, one.answers[k] || "–"), one.truths[k] ? h("span", { class: "quiet" }, ` (true: ${one.truths[k]})`) : null)));
  const ended = step >= episode.actions.length && episode.agent;
  return [
    h("h2", {}, episode.agent || "not run"),
    h("dl", {}, facts),
    h("ul", { class: "marks", "data-test": "marks" }, here),
    h("ul", { class: "answers" }, exams),
    h("p", { class: ended ? (episode.success ? "verdict good" : "verdict bad") : "verdict", "data-test": "verdict" }, ended ? episode.verdict : ""),
  ];
}

/** Say what is under the pointer. */
export function pointAt(stage: Stage, panel: HTMLElement): void {
  const named = h("p", { class: "named", "data-test": "named" });
  panel.append(named);
  stage.renderer.domElement.addEventListener("click", (event) => {
    const found = stage.at(event.clientX, event.clientY);
    named.textContent = found ? `${found.what}: ${found.name}, ${found.room}` : "";
  });
}

/** Two overviews that move together. */
function linkCameras(one: Stage, other: Stage): void {
  let following = false; // moving the other tells of a move too
  const follow = (from: Stage, to: Stage) => () => {
    if (following) return;
    following = true;
    to.camera.position.copy(from.camera.position);
    to.controls.target.copy(from.controls.target);
    to.controls.update();
    to.touch();
    following = false;
  };
  one.onMove = follow(one, other);
  other.onMove = follow(other, one);
}

/** Offer other runs that have the same episode. */
async function offer(select: HTMLSelectElement, run: string, key: string, chosen: string): Promise<void> {
  const { runs } = await readIndex();
  const mine = runs.find((one) => one.key === run);
  for (const candidate of runs.filter((one) => one.key !== run && one.agent && one.suite === mine?.suite)) {
    const table = await readTable(candidate.key);
    if (table.rows.some((row) => row.key === key && row.shown)) {
      select.append(h("option", { value: candidate.key, selected: candidate.key === chosen }, candidate.title));
    }
  }
}
