// A home: orbit around it, look from above, or walk through it.
import { chrome, copyLink } from "../chrome";
import { readHome, worldOfHome } from "../data";
import { h } from "../dom";
import { remember, route } from "../route";
import { CUT, Stage, type View } from "../scene/stage";
import { World } from "../scene/world";
import { pointAt } from "./episode";

const VIEWS: [View, string][] = [["orbit", "Orbit"], ["plan", "From above"], ["walk", "Walk"]];
/** Metres and radians a second. */
const PACE = 1.4, TURN = 1.6;

export async function homePage(host: HTMLElement, key: string): Promise<() => void> {
  const [home, packet] = await Promise.all([readHome(key), worldOfHome(key)]);
  const box = h("div", { class: "stage", "data-test": "stage" }), panel = h("aside", { class: "panel slim" });
  const middle = h("div", { class: "middle" }, h("div", { class: "stages" }, box), panel);
  const stage = new Stage(box), world = new World(packet);
  const held = new Set<string>();
  let place = 0, pose = home.views[0] ?? ([0, 0, 0, 0] as [number, number, number, number]), clock = 0, over = false;

  const look = (view: View): void => {
    stage.look(view);
    for (const button of buttons) button.classList.toggle("on", button.dataset.view === view);
    remember({ view: view === "orbit" ? undefined : view });
  };
  const buttons = VIEWS.map(([name, text]) => h("button", { "data-view": name, "data-test": `view-${name}`, onclick: () => look(name) }, text));
  const next = (): void => {
    place = (place + 1) % Math.max(1, home.views.length);
    pose = home.views[place] ?? pose;
    stage.show(0, pose);
    look("walk");
  };
  const tick = (now: number): void => {
    if (over) return;
    const seconds = Math.min(0.1, (now - clock) / 1000);
    clock = now;
    if (held.size && stage.view === "walk") {
      const ahead = Number(held.has("w") || held.has("arrowup")) - Number(held.has("s") || held.has("arrowdown"));
      const turn = Number(held.has("a") || held.has("arrowleft")) - Number(held.has("d") || held.has("arrowright"));
      const tilt = Number(held.has("r")) - Number(held.has("f"));
      const yaw = pose[2] + TURN * turn * seconds;
      pose = [
        pose[0] + PACE * ahead * seconds * Math.cos(yaw), pose[1] + PACE * ahead * seconds * Math.sin(yaw), yaw,
        Math.max(-1.2, Math.min(1.2, pose[3] + tilt * seconds)),
      ];
      stage.show(0, pose);
    }
    requestAnimationFrame(tick);
  };
  const onKey = (event: KeyboardEvent): void => {
    const name = event.key.toLowerCase();
    if (event.type === "keydown") held.add(name);
    else held.delete(name);
    if (event.type === "keydown" && name.startsWith("arrow")) event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  document.addEventListener("keyup", onKey);
  const slider = h("input", {
    type: "range", min: "0.2", max: "2.8", step: "0.1", value: String(CUT), "aria-label": "height of walls",
    oninput: () => stage.setCut(Number(slider.value)),
  });
  const things = packet.header.slots.filter((slot) => slot.name), kinds = new Map<string, number>();
  for (const { what } of things) kinds.set(what, (kinds.get(what) ?? 0) + 1);
  chrome(host, [h("strong", {}, home.home)], [copyLink()]);
  host.append(h("main", { class: "episode" }, middle,
    h("div", { class: "bar" },
      h("span", { class: "quiet" }, "Drag to turn, scroll to come nearer, click a thing for its name. Walk with W A S D or the arrows; R and F tilt."),
      h("span", { class: "grow" }),
      h("label", { class: "cut" }, "walls ", slider),
      h("button", { onclick: next, "data-test": "next-view" }, "Next place"),
      h("div", { class: "group" }, buttons))));
  panel.append(
    h("section", {}, h("h2", {}, `${packet.header.rooms.length} rooms`), h("dl", {}, packet.header.rooms.map(([kind, points]) =>
      h("div", { class: "fact" }, h("dt", {}, kind), h("dd", {}, `${area(points).toFixed(1)} m²`))))),
    h("section", {}, h("h2", {}, `${things.length} things`), h("dl", {}, [...kinds].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([kind, count]) =>
      h("div", { class: "fact" }, h("dt", {}, kind), h("dd", {}, count))))));
  pointAt(stage);
  stage.setWorld(world, home.lens);
  stage.show(0, pose);
  stage.fit();
  look((route().query.get("view") ?? "orbit") as View);
  window.meadow = { stages: [stage], go: () => {} };
  requestAnimationFrame(tick);
  return () => {
    over = true;
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("keyup", onKey);
    stage.dispose();
  };
}

/** Square metres within an outline. */
function area(points: readonly (readonly [number, number])[]): number {
  return Math.abs(points.reduce((sum, [x, y], k) => {
    const [nx, ny] = points[(k + 1) % points.length];
    return sum + x * ny - nx * y;
  }, 0)) / 2;
}
