// The time line of one or more episodes: modes, scores, distance to the goal and marks over steps.
import { h } from "./dom";
import type { EpisodeView, Mark } from "./messages";

const INK: Record<string, string> = {
  collision: "#d83a34", refused: "#b0662a", detection: "#8a3fc0", stop: "#1d2733", question: "#2f6fde", leg: "#3a9d5d",
};
const NAMES: Record<string, string> = {
  collision: "collision", refused: "refused", detection: "takes something for the goal", stop: "Stop", question: "question", leg: "next leg",
};
const MODES = ["#c9d8f3", "#f6dfae", "#c4e5c6", "#f0cade", "#d8d2f2", "#e6dccb", "#bfe3e4", "#f3c6b9"];
const LANE = 18, GAP = 4, EDGE = 4;

/** What the agent was about at each step: its modes, or of one that tells none its actions. */
const doings = (episode: EpisodeView): readonly (string | null)[] => (episode.trace.mode as (string | null)[] | undefined) ?? episode.actions;

export class Timeline {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { class: "lanes" });
  private readonly slider: HTMLInputElement;
  private readonly tip = h("div", { class: "tip", hidden: true });
  private step = 0;
  private pointed = 0;
  /** Height of a chart, pixels. */
  private readonly tall: number;
  /** The agent's frame at a step, where it is at hand. */
  frameAt: (step: number) => string = () => "";

  constructor(private readonly episodes: readonly EpisodeView[], private readonly onStep: (step: number) => void) {
    this.tall = episodes.length > 1 ? 28 : 44;
    this.slider = h("input", {
      type: "range", min: "0", max: String(this.last), value: "0", step: "1", "aria-label": "step", "data-test": "slider",
      oninput: () => this.onStep(Number(this.slider.value)),
    });
    const kinds = [...new Set(this.marks.map((mark) => mark.kind))].filter((kind) => NAMES[kind]);
    this.element = h("div", { class: "timeline" }, this.slider, this.canvas,
      h("div", { class: "what" }, kinds.map((kind) => h("span", {}, h("i", { style: `background:${INK[kind]}` }), NAMES[kind]))), this.tip);
    this.canvas.addEventListener("pointermove", (event) => this.hover(event.offsetX));
    this.canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    this.canvas.addEventListener("click", (event) => {
      const near = this.near(event.offsetX);
      this.onStep(near ? near.mark.step : this.stepAt(event.offsetX));
    });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** The last step of the longest episode. */
  get last(): number {
    return Math.max(0, ...this.episodes.map((episode) => episode.actions.length));
  }

  /** Steps at which something happened, in order. */
  get marks(): Mark[] {
    return this.episodes.flatMap((episode) => episode.marks).sort((a, b) => a.step - b.step);
  }

  show(step: number): void {
    this.step = step;
    this.slider.value = String(step);
    this.draw();
  }

  private x(step: number): number {
    return EDGE + (step / Math.max(1, this.last)) * (this.canvas.clientWidth - 2 * EDGE);
  }

  private stepAt(x: number): number {
    return Math.round(Math.min(1, Math.max(0, (x - EDGE) / (this.canvas.clientWidth - 2 * EDGE))) * this.last);
  }

  private near(x: number): { mark: Mark; episode: EpisodeView } | null {
    let best: { mark: Mark; episode: EpisodeView } | null = null, least = 6;
    for (const episode of this.episodes) {
      for (const mark of episode.marks) {
        const away = Math.abs(this.x(mark.step) - x);
        if (away < least) [best, least] = [{ mark, episode }, away];
      }
    }
    return best;
  }

  /** Tell of the place under the pointer again: a frame of it has come. */
  hoverAgain(): void {
    if (!this.tip.hidden) this.hover(this.pointed);
  }

  private hover(x: number): void {
    this.pointed = x;
    const near = this.near(x);
    const step = near ? near.mark.step : this.stepAt(x);
    const lines = near
      ? [`step ${step}: ${near.mark.text}`]
      : this.episodes.map((episode) => `step ${step}: ${episode.trace.mode?.[step - 1] ?? episode.actions[step - 1] ?? "end"}`);
    const frame = this.frameAt(step);
    this.tip.replaceChildren(...(frame ? [h("img", { src: frame, alt: "" })] : []), lines.join(" | "));
    this.tip.style.left = `${Math.min(x + 12, this.canvas.clientWidth - 220)}px`;
    this.tip.hidden = false;
  }

  private draw(): void {
    const width = this.canvas.clientWidth;
    if (!width) return;
    const height = this.episodes.length * (2 * LANE + this.tall + 3 * GAP);
    const ratio = window.devicePixelRatio;
    this.canvas.style.height = `${height}px`;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const pen = this.canvas.getContext("2d")!;
    pen.scale(ratio, ratio);
    let top = 0;
    const modes = [...new Set(this.episodes.flatMap((episode) => doings(episode).map(String)))];
    for (const episode of this.episodes) {
      this.lane(pen, episode, modes, top);
      this.marksLane(pen, episode, top + LANE + GAP);
      this.chart(pen, episode, top + 2 * (LANE + GAP));
      top += 2 * LANE + this.tall + 3 * GAP;
    }
    pen.fillStyle = "#1d2733";
    pen.fillRect(this.x(this.step) - 0.5, 0, 1.5, height);
  }

  /** What the agent was about, in colours. */
  private lane(pen: CanvasRenderingContext2D, episode: EpisodeView, modes: string[], top: number): void {
    const column = doings(episode);
    let from = 0;
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    for (let step = 1; step <= column.length; step++) {
      if (step < column.length && column[step] === column[from]) continue;
      const name = String(column[from] ?? ""), left = this.x(from), wide = this.x(step) - left;
      pen.fillStyle = name ? MODES[modes.indexOf(name) % MODES.length] : "#eceae4";
      pen.fillRect(left, top, Math.max(1, wide - 0.5), LANE);
      if (pen.measureText(name).width < wide - 8) {
        pen.fillStyle = "#1d2733";
        pen.fillText(name, left + 4, top + LANE / 2 + 0.5);
      }
      from = step;
    }
  }

  private marksLane(pen: CanvasRenderingContext2D, episode: EpisodeView, top: number): void {
    for (const mark of episode.marks) {
      pen.fillStyle = INK[mark.kind] ?? "#1d2733";
      const x = this.x(mark.step), y = top + LANE / 2;
      pen.beginPath();
      if (mark.kind === "stop") pen.rect(x - 4, y - 4, 8, 8);
      else if (mark.kind === "question" || mark.kind === "leg") pen.moveTo(x - 5, y + 5), pen.lineTo(x, y - 5), pen.lineTo(x + 5, y + 5);
      else pen.arc(x, y, mark.kind === "detection" ? 5 : 3, 0, 2 * Math.PI);
      pen.fill();
    }
  }

  /** Distance to the goal, and what the agent's scores were. */
  private chart(pen: CanvasRenderingContext2D, episode: EpisodeView, top: number): void {
    const bottom = top + this.tall;
    pen.fillStyle = "#f8f7f3";
    pen.fillRect(EDGE, top, this.canvas.clientWidth - 2 * EDGE, this.tall);
    this.line(pen, episode.distances, top, bottom, "#f08a24", 0);
    const scores = Object.entries(episode.trace).filter(([name, column]) => name !== "mode" && !/_[xy]$/.test(name) && column.some((value) => typeof value === "number"));
    scores.slice(0, 3).forEach(([, column], k) => this.line(pen, column, top, bottom, ["#8a3fc0", "#2f6fde", "#3a9d5d"][k], 1));
    pen.fillStyle = "#6b7480";
    pen.font = "10px system-ui, sans-serif";
    pen.textBaseline = "top";
    const names = ["distance", ...scores.slice(0, 3).map(([name]) => name)];
    let left = EDGE + 6;
    names.forEach((name, k) => {
      pen.fillStyle = ["#c96d12", "#8a3fc0", "#2f6fde", "#3a9d5d"][k];
      pen.fillText(name.replaceAll("_", " "), left, top + 3);
      left += pen.measureText(name).width + 12;
    });
  }

  private line(pen: CanvasRenderingContext2D, column: readonly unknown[], top: number, bottom: number, ink: string, offset: number): void {
    const known = column.filter((value): value is number => typeof value === "number");
    const most = Math.max(...known, 1e-6), least = Math.min(...known, 0);
    pen.strokeStyle = ink;
    pen.lineWidth = 1.5;
    pen.beginPath();
    let down = false;
    column.forEach((value, k) => {
      if (typeof value !== "number") { down = false; return; }
      const x = this.x(k + offset), y = bottom - 2 - ((value - least) / (most - least || 1)) * (bottom - top - 4);
      if (down) pen.lineTo(x, y);
      else pen.moveTo(x, y);
      down = true;
    });
    pen.stroke();
  }
}
