// What the agent saw and believed at a step: its frame with boxes, and the layers of its map.
import { readGlimpse } from "./data";
import { h } from "./dom";
import type { EpisodeView, Glimpse, MapPicture } from "./messages";
import type { Pose } from "./scene/stage";

/** Glimpses that are kept, and milliseconds between questions about one that is not whole yet. */
const KEPT = 240, AGAIN = 600;
/** Pixels of the page that a frame is high at most. */
const HIGHEST = 260;
const INK = { sought: "#f08a24", other: "#2f6fde", robot: "#2f6fde", track: "#2f6fde", goal: "#f08a24", believed: "#111820", wall: "#8b93a0" };

type Outline = readonly (readonly [number, number])[];

/** Reads glimpses one at a time: the newest wish first, so that scrubbing never queues up. */
export class GlimpseReader {
  private readonly kept = new Map<number, Glimpse>();
  private wish: number | null = null;
  private busy = false;
  private dead = false;
  onGlimpse: (glimpse: Glimpse) => void = () => {};
  onProblem: (why: string) => void = () => {};
  /** Called when another frame is at hand. */
  onFrame: () => void = () => {};

  constructor(private readonly run: string, private readonly key: string, private readonly steps: readonly number[]) {}

  get any(): boolean {
    return this.steps.length > 0;
  }

  /** The last step up to this one that there is a glimpse of. */
  near(step: number): number {
    let low = 0, high = this.steps.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.steps[middle] <= step) low = middle;
      else high = middle - 1;
    }
    return this.steps[low] ?? 0;
  }

  /** What is at hand of a step; what is not is asked for. */
  at(step: number): Glimpse | undefined {
    if (!this.any) return undefined;
    const near = this.near(step), found = this.kept.get(near);
    if (!found?.whole) {
      this.wish = near;
      void this.ask();
    }
    return found;
  }

  /** The frame of a step where it is at hand; else it is asked for when nothing else is. */
  peek(step: number): string {
    if (!this.any) return "";
    const near = this.near(step), found = this.kept.get(near);
    if (!found && this.wish === null) {
      this.wish = near;
      void this.ask();
    }
    return found?.frame ?? "";
  }

  stop(): void {
    this.dead = true;
  }

  private async ask(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (this.wish !== null && !this.dead) {
      const step = this.wish;
      this.wish = null;
      try {
        const glimpse = await readGlimpse(this.run, this.key, step);
        this.kept.delete(step);
        this.kept.set(step, glimpse);
        if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value!);
        if (this.dead) break;
        this.onGlimpse(glimpse);
        this.onFrame();
        if (!glimpse.whole && this.wish === null) {
          await new Promise((done) => window.setTimeout(done, AGAIN));
          this.wish ??= step;
        }
      } catch (error) {
        this.onProblem(error instanceof Error ? error.message : String(error));
      }
    }
    this.busy = false;
  }
}

/** The agent's frame and the maps below it. */
export class GlimpseView {
  readonly element: HTMLElement;
  private readonly frame = h("img", { alt: "what the agent saw", "data-test": "agent-frame" });
  private readonly boxes = h("div", { class: "boxes" });
  private readonly box = h("div", { class: "seen-box" });
  private readonly title = h("span", { class: "quiet", "data-test": "glimpse-step" });
  private readonly state = h("p", { class: "quiet state", "data-test": "glimpse-state" });
  private readonly maps = h("div", { class: "maps", "data-test": "maps" });
  private readonly legend = h("p", { class: "legend" });
  private readonly depthButton: HTMLButtonElement;
  private depth = false;
  private step = 0;
  private shown: Glimpse | null = null;
  private turn = 0;
  private lit = "";
  private readonly views = new Map<string, { figure: HTMLElement; canvas: HTMLCanvasElement }>();
  /** Called with the layer that is to lie over the home, or none. */
  onLayer: (layer: MapPicture | null) => void = () => {};

  constructor(private readonly episode: EpisodeView, private readonly rooms: Outline[], private readonly reader: GlimpseReader) {
    this.box.append(this.frame, this.boxes);
    this.depthButton = h("button", { class: "chip", hidden: true, "data-test": "depth", onclick: () => { this.depth = !this.depth; this.paint(); } }, "depth");
    this.element = h("section", { class: "glimpse", "data-test": "glimpse" },
      h("div", { class: "row" }, h("h3", {}, "What it saw"), this.title, h("span", { class: "grow" }), this.depthButton),
      this.box,
      this.maps, this.legend, this.state);
    reader.onGlimpse = (glimpse) => { if (glimpse.step === this.reader.near(this.step)) this.take(glimpse); };
    reader.onProblem = (why) => { this.state.textContent = why; };
    this.element.hidden = !reader.any;
  }

  show(step: number): void {
    this.step = step;
    const found = this.reader.at(step);
    if (found) this.take(found);
  }

  private take(glimpse: Glimpse): void {
    this.shown = glimpse;
    this.paint();
  }

  private paint(): void {
    const glimpse = this.shown;
    if (!glimpse) return;
    const [width, height] = glimpse.size;
    const picture = this.depth && glimpse.depth ? glimpse.depth : glimpse.frame;
    if (picture && this.frame.src !== picture) this.frame.src = picture;
    if (height) this.box.style.maxWidth = `${Math.round((HIGHEST * width) / height)}px`;
    this.depthButton.hidden = !glimpse.depth;
    this.depthButton.classList.toggle("on", this.depth);
    this.title.textContent = glimpse.step === this.step ? `step ${glimpse.step}` : `step ${glimpse.step}, the nearest before`;
    const place = ([x0, y0, x1, y1]: readonly [number, number, number, number]) =>
      `left:${(100 * x0) / width}%;top:${(100 * y0) / height}%;width:${(100 * (x1 - x0)) / width}%;height:${(100 * (y1 - y0)) / height}%`;
    this.boxes.replaceChildren(
      ...glimpse.boxes.map(({ box, score, label, sought }) => h("div", { class: `box ${sought ? "sought" : ""} ${box[1] < 0.12 * height ? "low" : ""}`, style: place(box), "data-test": "box" },
        h("span", {}, `${label} ${score.toFixed(2)}`))),
      ...glimpse.glances.map((box) => h("div", { class: "box glance", style: place(box) }, h("span", {}, "glance"))));
    void this.paintMaps(glimpse);
    const told: string[] = [];
    if (!glimpse.whole) told.push(`Driving the agent again: ${glimpse.reached} of ${this.episode.actions.length + 1} steps …`);
    if (glimpse.phase) told.push(`Phase: ${glimpse.phase}.`);
    if (glimpse.chose) told.push(`This time it chose ${glimpse.chose} here; the record says otherwise.`);
    if (glimpse.note) told.push(glimpse.note);
    this.state.textContent = told.join(" ");
    const goal = glimpse.layers.some((layer) => layer.kind === "goal");
    this.legend.replaceChildren(...(goal && glimpse.span ? [
      h("span", {}, glimpse.span[0].toFixed(2)), h("span", { class: "ramp" }), h("span", {}, glimpse.span[1].toFixed(2)),
      h("span", { class: "quiet" }, "how well places fit the goal")] : []));
  }

  private async paintMaps(glimpse: Glimpse): Promise<void> {
    const turn = ++this.turn;
    const floor = glimpse.layers.find((layer) => layer.kind === "floor");
    const shown = [...(floor ? [floor] : []), ...glimpse.layers.filter((layer) => layer.kind === "goal")];
    const images = new Map(await Promise.all(glimpse.layers.map(async (layer) => [layer, await decoded(layer.picture)] as const)));
    if (turn !== this.turn) return;
    const names = shown.map((layer) => layer.name);
    if (names.join("|") !== [...this.views.keys()].join("|")) this.arrange(names);
    for (const layer of shown) {
      const { canvas } = this.views.get(layer.name)!;
      this.draw(canvas, glimpse, layer === floor ? [floor] : [...(floor ? [floor] : []), layer], images);
    }
    if (this.lit) this.onLayer(shown.find((layer) => layer.name === this.lit) ?? null);
  }

  private arrange(names: readonly string[]): void {
    this.views.clear();
    for (const name of names) {
      const canvas = h("canvas");
      const figure = h("figure", { class: name === this.lit ? "on" : "", title: "Lay this over the home", "data-test": "layer", onclick: () => this.light(name) },
        canvas, h("figcaption", {}, name === "floor" ? "known floor" : name));
      this.views.set(name, { figure, canvas });
    }
    this.maps.replaceChildren(...[...this.views.values()].map(({ figure }) => figure));
    const xs = this.rooms.flat().map((p) => p[0]), ys = this.rooms.flat().map((p) => p[1]);
    const tall = Math.max(...ys) - Math.min(...ys) > 1.15 * (Math.max(...xs) - Math.min(...xs));
    this.maps.style.gridTemplateColumns = `repeat(${Math.min(names.length, tall ? 4 : 2)}, 1fr)`;
    this.maps.style.maxWidth = names.length === 1 ? (tall ? "180px" : "260px") : "";
  }

  /** Lay a layer over the home, or take it away. */
  private light(name: string): void {
    this.lit = this.lit === name ? "" : name;
    for (const [one, { figure }] of this.views) figure.classList.toggle("on", one === this.lit);
    this.onLayer(this.shown?.layers.find((layer) => layer.name === this.lit) ?? null);
  }

  private draw(canvas: HTMLCanvasElement, glimpse: Glimpse, layers: MapPicture[], images: Map<MapPicture, HTMLImageElement>): void {
    const xs = this.rooms.flat().map((p) => p[0]), ys = this.rooms.flat().map((p) => p[1]);
    const low = [Math.min(...xs) - 0.2, Math.min(...ys) - 0.2], wide = Math.max(...xs) + 0.2 - low[0], deep = Math.max(...ys) + 0.2 - low[1];
    const ratio = window.devicePixelRatio, width = canvas.clientWidth || 160, scale = width / wide;
    canvas.style.aspectRatio = `${wide} / ${deep}`;
    canvas.width = width * ratio;
    canvas.height = deep * scale * ratio;
    const pen = canvas.getContext("2d")!;
    // From here on in metres of the home, y upwards.
    pen.setTransform(scale * ratio, 0, 0, -scale * ratio, -low[0] * scale * ratio, (low[1] + deep) * scale * ratio);
    const [x, y, yaw] = this.episode.poses[0];
    pen.save();
    pen.translate(x, y);
    pen.rotate(yaw);
    pen.imageSmoothingEnabled = false;
    for (const layer of layers) {
      const [nx, ny] = layer.size;
      pen.save();
      pen.translate(layer.corner[0], layer.corner[1] + ny * layer.cell);
      pen.scale(1, -1);
      pen.drawImage(images.get(layer)!, 0, 0, nx * layer.cell, ny * layer.cell);
      pen.restore();
    }
    pen.restore();
    pen.lineJoin = "round";
    pen.strokeStyle = INK.wall;
    pen.lineWidth = 1 / scale;
    for (const room of this.rooms) trace(pen, [...room, room[0]]);
    pen.strokeStyle = INK.track;
    pen.lineWidth = 1.6 / scale;
    trace(pen, this.episode.poses.slice(0, glimpse.step + 1));
    if (glimpse.goal) cross(pen, glimpse.goal, 6 / scale);
    const at = glimpse.believed ?? this.episode.poses[glimpse.step];
    arrow(pen, at[0], at[1], at[2], 7 / scale);
  }
}

function trace(pen: CanvasRenderingContext2D, points: readonly (readonly number[])[]): void {
  pen.beginPath();
  points.forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.stroke();
}

function arrow(pen: CanvasRenderingContext2D, x: number, y: number, yaw: number, size: number): void {
  pen.beginPath();
  for (const [turn, reach] of [[0, 1.3], [2.5, 1], [-2.5, 1]]) pen.lineTo(x + reach * size * Math.cos(yaw + turn), y + reach * size * Math.sin(yaw + turn));
  pen.closePath();
  pen.fillStyle = INK.robot;
  pen.strokeStyle = "#ffffff";
  pen.lineWidth = size / 5;
  pen.fill();
  pen.stroke();
}

function cross(pen: CanvasRenderingContext2D, [x, y]: readonly [number, number], size: number): void {
  for (const [ink, width] of [["#ffffff", 0.7], [INK.believed, 0.35]] as const) {
    pen.strokeStyle = ink;
    pen.lineWidth = width * size;
    trace(pen, [[x - size, y], [x + size, y]]);
    trace(pen, [[x, y - size], [x, y + size]]);
  }
}

export async function decoded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** The pose of the start, in whose frame layers are. */
export const startOf = (episode: EpisodeView): Pose => episode.poses[0];
