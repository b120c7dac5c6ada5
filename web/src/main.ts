// The window: finds the page that the address names.
import "./style.css";
import { chrome } from "./chrome";
import { h } from "./dom";
import { episodePage } from "./pages/episode";
import { homePage } from "./pages/home";
import { indexPage } from "./pages/index";
import { playPage } from "./pages/play";
import { runPage } from "./pages/run";
import { route } from "./route";
import type { Stage } from "./scene/stage";
import type { Headset } from "./vr";

declare global {
  interface Window {
    /** What is shown, for tests and for the console. */
    meadowVr?: Headset;
    meadow?: { stages: Stage[]; go: (step: number) => void };
  }
}

const app = document.getElementById("app")!;
let leave: () => void = () => {};
let shown = 0;

async function show(): Promise<void> {
  const turn = ++shown, { path } = route();
  leave();
  leave = () => {};
  window.meadow = undefined;
  const page = h("div", { class: "frame" }, h("header"));
  chrome(page, []);
  app.replaceChildren(page);
  const waiting = h("p", { class: "waiting quiet" }, "Loading …");
  page.append(waiting);
  try {
    const done = await open(page, path);
    if (turn !== shown) return done?.();
    if (done) leave = done;
  } catch (error) {
    page.append(h("p", { class: "problem", role: "alert" }, error instanceof Error ? error.message : String(error)));
  } finally {
    waiting.remove();
  }
}

async function open(page: HTMLElement, path: string[]): Promise<(() => void) | void> {
  if (path[0] === "runs" && path.length === 2) return runPage(page, path[1]);
  if (path[0] === "runs" && path.length === 3) return episodePage(page, path[1], path[2]);
  if (path[0] === "homes" && path.length === 2) return homePage(page, path[1]);
  if (path[0] === "play") return playPage(page);
  return indexPage(page);
}

window.addEventListener("hashchange", () => void show());
void show();
