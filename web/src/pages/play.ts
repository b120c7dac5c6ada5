// A person takes the robot's place: the robot's picture, keys for its actions, questions and their answers.
import { h, number } from "../dom";
import type { PlayState, Refusal } from "../messages";
import { Headset, canEnter } from "../vr";

/** Key -> action. The same letters as in the terminal, and arrows. */
const KEYS: Record<string, string> = {
  w: "MoveAhead", ArrowUp: "MoveAhead", s: "MoveBack", ArrowDown: "MoveBack", a: "RotateLeft", ArrowLeft: "RotateLeft",
  d: "RotateRight", ArrowRight: "RotateRight", r: "LookUp", f: "LookDown", PageUp: "LookUp", PageDown: "LookDown",
  Enter: "Stop", e: "Open", q: "Close", i: "ArmAhead", k: "ArmBack", j: "ArmLeft", l: "ArmRight", u: "ArmUp", o: "ArmDown",
  t: "LiftUp", g: "LiftDown", z: "WristLeft", x: "WristRight", c: "WristUp", v: "WristDown", b: "WristRollLeft",
  n: "WristRollRight", "=": "ForceUp", "-": "ForceDown", "]": "ForceUpCoarse", "[": "ForceDownCoarse", " ": "Grasp", ".": "Release",
};
const SHOWN: Record<string, string> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", " ": "space", Enter: "enter" };
/** Buttons by what they move; joints are left out, hands and wrists do the same. */
const GROUPS: [string, RegExp][] = [
  ["Drive", /^(Move|Rotate)/], ["Look", /^Look/], ["Hand", /^Arm/], ["Lift", /^Lift/], ["Wrist", /^Wrist/],
  ["Grip", /^(Grasp|Release|Open|Close)$/], ["End", /^Stop$/],
];
const TOLD: Record<string, string> = {
  free: "Look around and try things. There are questions afterwards.",
  exam: "Answer in words. An empty answer counts as none.",
};

export async function playPage(host: HTMLElement): Promise<() => void> {
  let state: PlayState | null = null, busy = false, over = false, view = "", timer = 0;
  const frame = h("img", { class: "seen", alt: "what the robot sees", "data-test": "frame" });
  const second = h("img", { class: "seen second", alt: "", hidden: true });
  let worn = false;
  const enter = h("button", { hidden: true, "data-test": "vr", onclick: () => {
    if (state?.phase !== "act") return;
    worn = true;
    const headset = new Headset({ state: (now) => { state = now; show(); }, end: () => { worn = false; void send("state"); } });
    headset.enter(state).catch((error: unknown) => {
      worn = false;
      side.prepend(h("p", { class: "problem", role: "alert" }, error instanceof Error ? error.message : String(error)));
    });
  } }, "Enter VR");
  void canEnter().then((can) => { enter.hidden = !can; });
  const head = h("div", { class: "bar" }), side = h("aside", { class: "panel" }), main = h("div", { class: "view" });
  host.append(h("main", { class: "episode play" }, head, h("div", { class: "middle" }, main, side)));

  const ask = async (path: string, body?: unknown): Promise<PlayState> => {
    const response = await fetch(`play/${path}`, body === undefined ? {} : {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    const answer = (await response.json()) as PlayState & Refusal;
    if (!response.ok) throw new Error(answer.error);
    return answer;
  };
  const send = async (path: string, body?: unknown): Promise<void> => {
    if (busy || over || worn) return;
    busy = true;
    host.classList.add("busy");
    try {
      state = await ask(path, body);
      show();
    } catch (error) {
      side.replaceChildren(h("p", { class: "problem", role: "alert" }, error instanceof Error && error.message || "the server does not answer"));
      timer = window.setTimeout(() => void send("state"), 2000);
    } finally {
      busy = false;
      host.classList.remove("busy");
    }
    if (state?.phase === "wait" && !over) timer = window.setTimeout(() => void send("state"), 250);
  };
  const act = (action: string): void => {
    if (state?.phase === "act" && state.actions.includes(action)) void send("act", { seq: state.seq, action });
  };

  const show = (): void => {
    const now = state!;
    document.body.dataset.phase = now.phase;
    document.body.dataset.seq = String(now.seq);
    head.replaceChildren(...present([
      h("strong", { "data-test": "goal" }, title(now)),
      h("span", { class: "grow" }), enter,
      h("span", { class: "quiet", "data-test": "count" }, `episode ${now.episode} of ${now.episodes}`),
      now.phase === "act" && h("span", { class: "step", "data-test": "steps" }, `${now.step} of ${now.max_steps} steps`)]));
    if (now.phase === "act") {
      frame.src = now.frame;
      main.replaceChildren(frame, second);
      frame.classList.toggle("refused", !now.moved);
      second.hidden = !view;
      if (view) second.src = `play/view/${encodeURIComponent(view)}.png?${now.seq}`;
      side.replaceChildren(...controls(now));
    } else if (now.phase === "ask") {
      examine(now);
    } else if (now.phase !== "wait") {
      main.replaceChildren();
      side.replaceChildren(...present([
        h("p", { class: now.phase === "over" ? "verdict good" : "verdict bad", "data-test": "note" }, now.note),
        now.phase === "over" && h("p", {}, h("a", { href: "#/", "data-test": "results" }, "See how it went"))]));
    }
  };
  const controls = (now: PlayState): Node[] => {
    const groups = GROUPS.map(([name, pattern]) => [name, now.actions.filter((action) => pattern.test(action))] as const).filter(([, actions]) => actions.length);
    return present([
      h("p", {}, now.rule || TOLD[now.kind] || ""),
      now.resumed > 0 && now.step <= now.resumed ? h("p", { class: "quiet", "data-test": "resumed" }, `Going on after ${now.resumed} steps and answers of an earlier session.`) : h("p"),
      !now.moved && h("p", { class: "verdict bad", "data-test": "refused" }, "That was refused."),
      now.polar && h("p", {}, `The goal is ${number(now.polar[0])} m away, ${Math.round((now.polar[1] * 180) / Math.PI)}° to the left.`),
      now.questions.length > 0 && h("section", {}, h("h2", {}, "Questions"), h("ul", {}, now.questions.map((question, k) => h("li", {}, question, now.answers[k] ? ` (you said: ${now.answers[k]})` : "")))),
      ...groups.map(([name, actions]) => h("section", { class: "keys" }, h("h2", {}, name), actions.map((action) => h("button", {
        "data-test": `act-${action}`, onclick: () => act(action),
      }, words(action), h("kbd", {}, keyOf(action)))))),
      now.arm && arm(now),
      now.views.length > 0 && h("label", {}, "also show ", h("select", { onchange: (event: Event) => { view = (event.target as HTMLSelectElement).value; show(); } },
        h("option", { value: "" }, "nothing"), now.views.map((name) => h("option", { value: name, selected: name === view }, name)))),
    ]);
  };
  /** The force, which a slider brings nearer step by step. */
  const arm = (now: PlayState): HTMLElement => {
    const felt = now.arm!;
    const towards = async (wanted: number): Promise<void> => {
      for (let tries = 0; tries < 60 && state?.arm && state.phase === "act" && !busy; tries++) {
        const gap = wanted - state.arm.force, coarse = Math.abs(gap) >= 0.499;
        if (Math.abs(gap) < 0.049) return;
        const before = state.seq;
        await send("act", { seq: state.seq, action: `Force${gap > 0 ? "Up" : "Down"}${coarse ? "Coarse" : ""}` });
        if (state.seq === before || !state.moved) return;
      }
    };
    return h("section", { class: "keys" }, h("h2", {}, "Force"),
      h("input", { type: "range", min: "0", max: "10", step: "0.05", value: String(felt.force), "aria-label": "force", "data-test": "force", onchange: (event: Event) => void towards(Number((event.target as HTMLInputElement).value)) }),
      h("p", {}, `${number(felt.force)} kgf, feels: ${felt.touch}; hand ${felt.grip.map((value) => value.toFixed(2)).join(", ")} m, shoulder at ${number(felt.lift)} m`));
  };
  const examine = (now: PlayState): void => {
    const input = h("input", { type: "text", maxLength: 3900, "aria-label": "answer", "data-test": "answer" });
    const submit = () => void send("answer", { seq: now.seq, text: input.value });
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") submit(); });
    side.replaceChildren(
      h("p", {}, TOLD.exam),
      h("p", { class: "quiet" }, `Question ${now.asked} of ${now.questions.length || now.asked}`),
      h("p", { class: "question", "data-test": "question" }, now.question),
      input, h("button", { "data-test": "submit", onclick: submit }, "Answer"));
    if (now.film) {
      const slider = h("input", { type: "range", min: "0", max: String(now.film - 1), value: "0", "data-test": "film", oninput: () => { frame.src = `play/film/${slider.value}.png`; } });
      frame.src = "play/film/0.png";
      main.replaceChildren(frame, slider);
    } else main.replaceChildren(h("p", { class: "quiet" }, "Answer from memory."));
    input.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    if (!event.repeat || action.startsWith("Move") || action.startsWith("Rotate")) act(action);
  };
  document.addEventListener("keydown", onKey);
  await send("state");
  return () => {
    over = true;
    window.clearTimeout(timer);
    document.removeEventListener("keydown", onKey);
    delete document.body.dataset.phase;
  };
}

function present(nodes: unknown[]): Node[] {
  return nodes.filter((node): node is Node => node instanceof Node);
}

function title(state: PlayState): string {
  if (state.phase === "over") return "Done";
  if (state.phase === "wait") return "…";
  return state.kind === "search" ? state.goal || "Go to the point" : state.goal || (state.kind === "exam" ? "Questions" : "Look around");
}

function words(action: string): string {
  return action.replace(/([a-z])([A-Z0-9])/g, "$1 $2");
}

function keyOf(action: string): string {
  const key = Object.keys(KEYS).find((name) => KEYS[name] === action) ?? "";
  return SHOWN[key] ?? key;
}
