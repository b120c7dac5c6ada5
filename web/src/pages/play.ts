// A person takes the robot's place: the robot's picture, keys for its actions, questions and their answers.
import { chrome, keysHelp } from "../chrome";
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
/** Actions that a held key repeats. */
const REPEATED = /^(Move|Rotate|Arm|Lift)/;
const TOUCHES: Record<string, string> = { nothing: "holds nothing", slipped: "let something slip: grip harder", holding: "holds something" };
const TOLD: Record<string, string> = {
  search: "Find it, drive up to it, and say Stop.",
  free: "Look around and try things. There are questions afterwards.",
  exam: "Answer in words. An empty answer counts as none.",
};

export async function playPage(host: HTMLElement): Promise<() => void> {
  let state: PlayState | null = null, busy = false, over = false, view = "", timer = 0, worn = false;
  /** Episode and leg whose sheet was read. */
  let read = "";
  const frame = h("img", { class: "seen", alt: "what the robot sees", "data-test": "frame" });
  const second = h("img", { class: "seen second", alt: "", hidden: true });
  const enter = h("button", { class: "primary", hidden: true, "data-test": "vr", onclick: () => {
    if (state?.phase !== "act") return;
    read = legOf(state);
    worn = true;
    const headset = new Headset({ state: (now) => { state = now; show(); }, end: () => { worn = false; void send("state"); } });
    headset.enter(state).catch((error: unknown) => {
      worn = false;
      side.prepend(h("p", { class: "problem", role: "alert" }, error instanceof Error ? error.message : String(error)));
    });
  } }, "Enter VR");
  void canEnter().then((can) => { enter.hidden = !can; });
  const help = keysHelp([["? ", "this list"], ...GROUPS.flatMap(([, pattern]) => Object.entries(KEYS).filter(([, action]) => pattern.test(action)).map(([key, action]) => [SHOWN[key] ?? key, words(action)] as [string, string]))]);
  const side = h("aside", { class: "panel" }), main = h("div", { class: "view" });
  host.append(h("main", { class: "episode play" }, h("div", { class: "middle" }, main, side)));

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
    if (state?.phase === "act" && read === legOf(state) && state.actions.includes(action)) void send("act", { seq: state.seq, action });
  };

  const show = (): void => {
    const now = state!;
    document.body.dataset.phase = now.phase;
    document.body.dataset.seq = String(now.seq);
    // What was begun in an earlier session needs no instructions again.
    if (now.phase === "act" && now.step > 0 && !read) read = legOf(now);
    document.body.dataset.sheet = String(now.phase === "act" && read !== legOf(now));
    chrome(host, [h("span", {}, h("strong", { "data-test": "goal" }, title(now)), now.practice ? h("span", { class: "badge grey", style: "margin-left:8px" }, "practice") : "")], [
      phases(now),
      h("span", { class: "quiet", "data-test": "count" }, `episode ${now.episode} of ${now.episodes}`),
      now.phase === "act" && h("span", { class: "quiet", "data-test": "steps" }, `${now.step} of ${now.max_steps} steps`),
      enter, help.button]);
    if (now.phase === "act" && read !== legOf(now)) {
      main.replaceChildren(sheet(now));
      side.replaceChildren(...controls(now, true));
    } else if (now.phase === "act") {
      frame.src = now.frame;
      main.replaceChildren(...present([frame, second,
        h("div", { class: "hud" }, title(now)),
        !now.moved && h("div", { class: "hud bad", "data-test": "refused" }, "That was refused."),
        h("div", { class: "budget" }, h("i", { style: `width:${(100 * now.step) / Math.max(1, now.max_steps)}%` }))]));
      frame.classList.toggle("refused", !now.moved);
      second.hidden = !view;
      if (view) second.src = `play/view/${encodeURIComponent(view)}.png?${now.seq}`;
      side.replaceChildren(...controls(now));
    } else if (now.phase === "ask") {
      examine(now);
    } else if (now.phase !== "wait") {
      main.replaceChildren(h("div", { class: "sheet-in" },
        h("h1", {}, now.phase === "over" ? "Thank you, that was all." : "Play stopped."),
        h("p", { class: now.phase === "over" ? "verdict good" : "verdict bad", "data-test": "note" }, now.note),
        now.phase === "over" && h("p", {}, h("a", { href: "#/", "data-test": "results" }, "See how it went"))));
      side.replaceChildren();
    }
  };
  /** What a leg is about, before it begins. */
  const sheet = (now: PlayState): HTMLElement => {
    const begin = h("button", { class: "primary", "data-test": "begin", onclick: () => { read = legOf(now); show(); } }, now.leg ? "Go on" : "Begin");
    const first = now.leg === 0;
    window.setTimeout(() => begin.focus(), 0);
    return h("div", { class: "sheet-in", "data-test": "sheet" },
      h("h1", {}, first ? (now.practice ? "Practice" : "Before you begin") : now.phases[now.leg]?.[0] ?? "The next part"),
      now.practice && first && h("p", { class: "quiet" }, "Try everything. What you do here is in no table."),
      first && now.phases.length ? h("ol", {}, now.phases.map(([name, what]) => h("li", {}, h("b", {}, name), ` ${what}`))) : h("p", {}, now.phases[now.leg]?.[1] ?? TOLD[now.kind] ?? ""),
      now.goal && now.kind === "search" && h("p", {}, "Your goal: ", h("b", {}, now.goal)),
      now.rule && h("p", { class: "quiet" }, now.rule),
      first && h("ul", {},
        h("li", {}, "You see what the robot's camera sees, and nothing more."),
        h("li", {}, "Drive with ", ...kbd("W A S D"), " or the arrows", now.actions.includes("LookUp") && h("span", {}, ", look up and down with ", ...kbd("R F")), ". Or click on the picture: at its sides to turn, in its middle to drive."),
        now.actions.includes("Grasp") && h("li", {}, "Move the hand with ", ...kbd("I J K L U O"), ", grip with ", ...kbd("space"), ", let go with ", ...kbd("."), ", open and close with ", ...kbd("E Q"), ". How hard you grip decides what you can lift."),
        h("li", {}, `You have ${now.max_steps} steps. `, now.actions.includes("Stop") ? h("span", {}, ...kbd("enter"), " says Stop.") : "This part ends by itself."),
        now.film_open && h("li", {}, "While you answer, you may watch what you saw in the part before."),
        h("li", {}, "Close the page whenever you like: the same command goes on where you were.")),
      h("div", { class: "row" }, begin, !enter.hidden && h("span", { class: "quiet" }, "or put the headset on and press Enter VR")));
  };
  const controls = (now: PlayState, still = false): Node[] => {
    const groups = GROUPS.map(([name, pattern]) => [name, now.actions.filter((action) => pattern.test(action))] as const).filter(([, actions]) => actions.length);
    return present([
      h("p", { class: "quiet" }, now.rule || now.phases[now.leg]?.[1] || TOLD[now.kind] || ""),
      now.resumed > 0 && now.step <= now.resumed ? h("p", { class: "quiet", "data-test": "resumed" }, `Going on after ${now.resumed} steps and answers of an earlier session.`) : "",
      now.polar && h("p", {}, `The goal is ${number(now.polar[0])} m away, ${Math.abs(Math.round((now.polar[1] * 180) / Math.PI))}° to the ${now.polar[1] >= 0 ? "left" : "right"}.`),
      now.questions.length > 0 && h("section", {}, h("h2", {}, "Questions"), h("ol", { class: "asked", "data-test": "asked" }, now.questions.map((question, k) => h("li", {}, question, now.answers[k] ? h("span", { class: "quiet" }, ` You said: ${now.answers[k]}.`) : "")))),
      ...groups.map(([name, actions]) => h("section", { class: "keys" }, h("h2", {}, name), actions.map((action) => h("button", {
        "data-test": `act-${action}`, disabled: still, onclick: () => act(action),
      }, words(action), h("kbd", {}, keyOf(action)))))),
      now.arm && arm(now, still),
      now.views.length > 0 && h("label", {}, "also show ", h("select", { "data-test": "views", onchange: (event: Event) => { view = (event.target as HTMLSelectElement).value; show(); } },
        h("option", { value: "" }, "nothing"), now.views.map((name) => h("option", { value: name, selected: name === view }, name)))),
    ]);
  };
  /** The force, which a slider brings nearer step by step. */
  const arm = (now: PlayState, still: boolean): HTMLElement => {
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
    const [ahead, left, up] = felt.grip;
    return h("section", { class: "keys" }, h("h2", {}, "Force"),
      h("input", { type: "range", min: "0", max: "10", step: "0.05", value: String(felt.force), disabled: still, "aria-label": "force", "data-test": "force", onchange: (event: Event) => void towards(Number((event.target as HTMLInputElement).value)) }),
      h("b", {}, `${number(felt.force)} kgf`),
      h("p", { "data-test": "touch" }, `The hand ${TOUCHES[felt.touch] ?? `feels: ${felt.touch}`}.`),
      h("p", { class: "quiet" }, `${ahead.toFixed(2)} m ahead, ${Math.abs(left).toFixed(2)} m ${left >= 0 ? "left" : "right"}, ${up.toFixed(2)} m up; shoulder at ${number(felt.lift)} m`));
  };
  const examine = (now: PlayState): void => {
    const input = h("input", { type: "text", maxLength: 3900, "aria-label": "answer", "data-test": "answer", placeholder: "yes, no, a number, or words" });
    const submit = () => void send("answer", { seq: now.seq, text: input.value });
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") submit(); });
    side.replaceChildren(
      h("p", { class: "quiet" }, now.phases[now.leg]?.[1] ?? TOLD.exam),
      h("p", { class: "quiet" }, `Question ${now.asked} of ${now.questions.length || now.asked}`),
      h("p", { class: "question", "data-test": "question" }, now.question),
      input, h("button", { class: "primary", "data-test": "submit", onclick: submit }, "Answer"),
      h("p", { class: "quiet" }, TOLD.exam));
    if (now.film) {
      const at = h("span", {}, `1 of ${now.film}`);
      const slider = h("input", { type: "range", min: "0", max: String(now.film - 1), value: "0", "aria-label": "your own film", "data-test": "film", oninput: () => {
        frame.src = `play/film/${slider.value}.png`;
        at.textContent = `${Number(slider.value) + 1} of ${now.film}`;
      } });
      frame.src = "play/film/0.png";
      frame.classList.remove("refused");
      main.replaceChildren(frame, h("div", { class: "reel" }, "what you saw", slider, at));
    } else main.replaceChildren(h("p", { class: "memory" }, "Answer from memory."));
    input.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.body.dataset.sheet === "true") return; // its own button has the keys
    if (event.key === "?") return help.toggle();
    const action = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    if (!event.repeat || REPEATED.test(action)) act(action);
  };
  frame.addEventListener("click", (event) => act(pointed(frame, event)));
  frame.addEventListener("mousemove", (event) => { frame.style.cursor = CURSORS[pointed(frame, event)] ?? "default"; });
  document.addEventListener("keydown", onKey);
  await send("state");
  return () => {
    over = true;
    window.clearTimeout(timer);
    document.removeEventListener("keydown", onKey);
    delete document.body.dataset.phase;
    delete document.body.dataset.sheet;
  };
}

const CURSORS: Record<string, string> = { RotateLeft: "w-resize", RotateRight: "e-resize", LookUp: "n-resize", LookDown: "s-resize", MoveAhead: "pointer" };

/** The action of a place on the picture: its edges turn and look, its middle drives. */
function pointed(frame: HTMLElement, event: MouseEvent): string {
  const box = frame.getBoundingClientRect();
  const x = (event.clientX - box.left) / box.width, y = (event.clientY - box.top) / box.height;
  if (x < 0.25) return "RotateLeft";
  if (x > 0.75) return "RotateRight";
  return y < 0.2 ? "LookUp" : y > 0.85 ? "LookDown" : "MoveAhead";
}

const legOf = (state: PlayState): string => `${state.episode} ${state.leg}`;

/** The parts of an episode, as chips. */
function phases(state: PlayState): HTMLElement {
  const on = state.phase === "act" || state.phase === "ask";
  return h("div", { class: "phases", "data-test": "phases" }, on ? state.phases.map(([name], k) => h("span", { class: k === state.leg ? "on" : k < state.leg ? "done" : "" }, name)) : []);
}

function kbd(keys: string): Node[] {
  return keys.split(" ").flatMap((key, k) => [...(k ? [document.createTextNode(" ")] : []), h("kbd", {}, key)]);
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
