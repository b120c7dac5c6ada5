// One episode, or the same one of two agents in step: the world, the cameras and the time line.
import { chrome, copyLink, keysHelp } from "../chrome";
import { readEpisode, readIndex, readTable, worldOfEpisode } from "../data";
import { h, number } from "../dom";
import { GlimpseReader, GlimpseView, decoded, startOf } from "../glimpse";
import type { EpisodeView, LegInfo } from "../messages";
import { link, remember, route } from "../route";
import { CUT, Stage, type Pose, type View } from "../scene/stage";
import { World } from "../scene/world";
import { Timeline } from "../timeline";

const VIEWS: [View, string, string][] = [["orbit", "Orbit", "o"], ["eyes", "Robot's eyes", "e"], ["plan", "From above", "p"]];
/** Names of columns that are places: the map shows them. */
const PLACE = /_[xy]$/;
const SPEEDS = [1, 2, 4, 8, 16, 32];
const HELP = [
  ["space", "play or pause"], ["← →", "one step back or on; with shift ten"], ["Home End", "first and last step"], ["b n", "last and next mark"],
  ["o e p", "orbit, the robot's eyes, from above"], ["?", "this list"],
] as const;

interface Actor {
  episode: EpisodeView;
  stage: Stage;
  facts: HTMLElement;
  reader: GlimpseReader;
  glimpse: GlimpseView;
}

export async function episodePage(host: HTMLElement, run: string, key: string): Promise<() => void> {
  const query = route().query, other = query.get("with") ?? "";
  const keys = [run, ...(other ? [other] : [])];
  const loaded = await Promise.all(keys.map((one) => Promise.all([readEpisode(one, key), worldOfEpisode(one, key)])));
  const stages = h("div", { class: "stages" }), panel = h("aside", { class: keys.length > 1 ? "panel slim" : "panel" });
  const actors: Actor[] = loaded.map(([episode, packet], k) => {
    const box = h("div", { class: "stage", "data-test": "stage" }), half = h("div", { class: "half" }, box);
    stages.append(half);
    const stage = new Stage(box), facts = h("section", { class: "facts" });
    stage.setWorld(new World(packet), episode.lens);
    stage.setEpisode(episode);
    box.append(h("div", { class: "label" }, episode.agent || "not run"));
    const reader = new GlimpseReader(keys[k], key, episode.glimpses);
    const glimpse = new GlimpseView(episode, packet.header.rooms.map(([, points]) => points), reader);
    let laid = 0;
    glimpse.onLayer = async (layer) => {
      const turn = ++laid, image = layer && (await decoded(layer.picture));
      if (turn === laid) stage.overlay(layer, image, startOf(episode));
    };
    // Two agents have their pictures in their own half.
    (keys.length > 1 ? half : panel).append(glimpse.element);
    panel.append(facts);
    return { episode, stage, facts, reader, glimpse };
  });
  let step = 0, playing = false, speed = Number(query.get("speed") ?? 8), view = (query.get("view") ?? "orbit") as View;
  let clock = 0, part = 0;

  const timeline = new Timeline(actors.map((actor) => actor.episode), (next) => go(next));
  const help = keysHelp(HELP);
  timeline.frameAt = (at) => actors[0].reader.peek(at);
  actors[0].reader.onFrame = () => timeline.hoverAgain();
  const state = () => ({ step, view: view === "orbit" ? undefined : view, with: other || undefined, speed: speed === 8 ? undefined : speed });
  const go = (next: number): void => {
    step = Math.max(0, Math.min(timeline.last, next));
    part = 0;
    show();
    remember(state());
  };
  const show = (): void => {
    for (const { episode, stage, facts, glimpse } of actors) {
      const at = Math.min(step, episode.actions.length);
      stage.show(at, between(episode, at, part));
      stage.showGoal(legAt(episode, at)?.goal ?? null);
      facts.replaceChildren(...describe(episode, at));
      glimpse.show(at);
    }
    timeline.show(step);
    stepBox.replaceChildren(h("b", {}, step), ` / ${timeline.last}`);
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
  const playButton = h("button", { class: "primary play", "data-test": "play", title: "Play or pause (space)", onclick: () => toggle() }, "Play");
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
    else if (event.key === "?") help.toggle();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  for (const actor of actors) pointAt(actor.stage);
  if (actors.length === 2) linkCameras(actors[0].stage, actors[1].stage);

  const compare = h("select", { "data-test": "compare", onchange: () => {
    location.hash = link(["runs", run, key], { ...state(), with: compare.value || undefined });
  } }, h("option", { value: "" }, "nobody"));
  void offer(compare, run, key, other);
  const goals = actors[0].episode.goals.map((goal) => goal.text || "go to the point").join(" · ");
  const slider = h("input", {
    type: "range", min: "0.2", max: "2.8", step: "0.1", value: String(CUT), "aria-label": "height of walls", style: "width:90px",
    oninput: () => actors.forEach(({ stage }) => stage.setCut(Number(slider.value))),
  });
  chrome(host, [
    h("a", { href: link(["runs", run]), class: "back" }, run),
    h("span", {}, h("strong", { "data-test": "goal" }, goals || "no goal"), " ", h("span", { class: "quiet" }, key)),
  ], [h("label", {}, "beside ", compare), copyLink(), help.button]);
  host.append(h("main", { class: "episode" },
    h("div", { class: "middle" }, stages, panel),
    h("div", { class: "bar" },
      playButton,
      h("button", { class: "round", title: "Back by one (left)", onclick: () => go(step - 1) }, "‹"),
      h("button", { class: "round", title: "On by one (right)", "data-test": "next", onclick: () => go(step + 1) }, "›"),
      h("button", { title: "Last mark (b)", onclick: () => jump(-1) }, "« mark"),
      h("button", { title: "Next mark (n)", "data-test": "next-mark", onclick: () => jump(1) }, "mark »"),
      stepBox,
      h("select", { "aria-label": "speed", onchange: (event: Event) => { speed = Number((event.target as HTMLSelectElement).value); remember(state()); } },
        SPEEDS.map((value) => h("option", { value, selected: value === speed }, `${value} steps/s`))),
      h("span", { class: "grow" }),
      h("label", {}, "walls ", slider),
      h("div", { class: "group" }, buttons)),
    timeline.element));
  for (const { stage } of actors) stage.fit();
  look(view);
  go(Number(query.get("step") ?? 0) || 0);
  window.meadow = { stages: actors.map((actor) => actor.stage), go };
  return () => {
    playing = false;
    document.removeEventListener("keydown", onKey);
    for (const { stage, reader } of actors) {
      reader.stop();
      stage.dispose();
    }
  };
}

/** The pose between two steps, for a smooth film. */
function between(episode: EpisodeView, step: number, part: number): Pose {
  const a = episode.poses[step], b = episode.poses[step + 1];
  if (!b || part <= 0) return a;
  const turn = ((b[2] - a[2] + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), a[2] + part * turn, a[3] + part * (b[3] - a[3])];
}

/** The leg that is on after a step. */
const legAt = (episode: EpisodeView, step: number): LegInfo | undefined => [...episode.legs].reverse().find((one) => one.first <= step);

function describe(episode: EpisodeView, step: number): HTMLElement[] {
  const leg = legAt(episode, step);
  const line = (name: string, value: string, kind = "") => h("div", { class: `fact ${kind} ${value.length > 36 ? "wide" : ""}` }, h("dt", {}, name), h("dd", {}, value));
  const refused = step > 0 && !episode.moved[step - 1];
  const action = step ? episode.actions[step - 1] : "start";
  const goal = leg?.goal === null || leg?.goal === undefined ? undefined : episode.goals[leg.goal]?.text;
  const facts = [
    line("action", refused ? `${action} (refused)` : action, refused ? "bad" : ""),
    typeof episode.distances[step] === "number" || episode.reached[step]
      ? line("distance", episode.reached[step] ? "in range" : `${number(episode.distances[step])} m`, episode.reached[step] ? "good" : "") : null,
    goal ? line("goal now", goal) : null,
    leg && !goal ? line("leg", leg.kind) : null,
    ...Object.entries(episode.trace).filter(([name]) => !PLACE.test(name)).map(([name, column]) => {
      const value = step ? column[step - 1] : null;
      return line(name.replaceAll("_", " "), value === null || value === undefined ? "–" : typeof value === "number" ? number(value, 3) : String(value));
    }),
    ...Object.entries(episode.probes).filter(([, column]) => column.length).map(([name, column]) => {
      const value = column[step];
      return line(name.replaceAll("_", " "), value === null || value === undefined ? "–" : typeof value === "number" ? number(value, 3) : String(value));
    }),
  ].filter((item): item is HTMLDivElement => item !== null);
  const here = episode.marks.filter((mark) => mark.step === step).map((mark) => h("li", { class: mark.kind }, mark.text));
  const exams = episode.legs.filter((one) => one.questions.length && one.first <= step).flatMap((one) => one.questions.map((question, k) =>
    h("li", {}, question, " ", h("b", { class: one.truths[k] ? (one.right[k] ? "right" : "wrong") : "" }, one.answers[k] || "–"),
      one.truths[k] && !one.right[k] ? h("span", { class: "quiet" }, ` true: ${one.truths[k]}`) : null)));
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
export function pointAt(stage: Stage): void {
  const named = h("p", { class: "named", "data-test": "named" }), picture = stage.renderer.domElement;
  picture.parentElement!.append(named);
  let from = [0, 0];
  picture.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; });
  picture.addEventListener("click", (event) => {
    if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > 4) return; // the end of a turn
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
