// Play in an emulated headset: the head turns the robot, the hand reaches, grips, lifts and opens; the rows verify.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { expect, test, type Page } from "@playwright/test";
import { PYTHON, data, json, meadow, serve } from "./meadow";

const emulator = createRequire(import.meta.url).resolve("iwer/build/iwer.min.js");
type Point = [number, number, number];
interface Felt { touch: string; force: number; grip: Point }

test.setTimeout(1_200_000);
// The emulator draws both eyes on the whole page, without a graphics card.
test.use({ viewport: { width: 160, height: 100 } });

const poll = <T>(what: () => Promise<T>) => expect.poll(what, { timeout: 300_000 });
const state = (page: Page) => page.evaluate(async () => (await fetch("play/state")).json());
const felt = async (page: Page): Promise<Felt> => (await state(page)).arm;
const pose = (page: Page) => page.evaluate(() => [...window.meadowVr!.pose]);
const press = (page: Page, button: string, value: number) =>
  page.evaluate(([button, value]) => { (window as any).device.controllers.right.updateButtonValue(button, value); }, [button, value] as const);
/** Where the robot's hand is when an episode begins: ahead, to the left and up. */
const REST: Point = [0.15, 0, 0.84];
/** Put the right hand to a place before the robot. A hand grips a little beside the place that the device tells. */
const reach = (page: Page, [ahead, left, up]: Point): Promise<void> => page.evaluate(async ([x, y, z]) => {
  const { position } = (window as any).device.controllers.right, at = window.meadowVr!.hand("right")!;
  position.set(position.x + x - at.x, position.y + y - at.y, position.z + z - at.z);
  const before = window.meadowVr!.frames;
  while (window.meadowVr!.frames < before + 2) await new Promise((done) => setTimeout(done, 10));
}, [-left, up, -ahead] as const);
const gap = async (page: Page, hand: Point) => Math.hypot(...(await felt(page)).grip.map((value, k) => value - hand[k]));

async function putOn(page: Page): Promise<void> {
  await page.addInitScript({ path: emulator });
  await page.addInitScript(() => {
    const { XRDevice, metaQuest3 } = (window as any).IWER;
    const device = new XRDevice(metaQuest3);
    device.installRuntime({ forceInstall: true });
    device.position.set(0, 1.5, 0);
    // The right hand rests where the robot's does: before the chest.
    device.controllers.right.position.set(0, 0.84, -0.15);
    (window as any).device = device;
  });
}

async function enter(page: Page): Promise<void> {
  await expect(page.getByTestId("vr")).toBeEnabled({ timeout: 60_000 });
  await page.waitForFunction(() => document.body.dataset.phase === "act");
  await page.getByTestId("vr").evaluate((button: HTMLButtonElement) => button.click());
  await page.waitForFunction(() => window.meadowVr?.pose[0]);
}

/** What the replays of a run say: actions with whether they had an effect, and what was held at last. */
function replays(run: string): { episode: string; done: [string, boolean][]; held: string | null; success: boolean }[] {
  const script = `
import json, sys
from meadow.evaluation.run.suite import load_run
run = load_run(sys.argv[1])
records = [run.record(row["episode"]) for row in run.rows()]
print(json.dumps([{"episode": r.episode.id, "done": list(zip(r.actions, r.moved)), "held": r.probes["held"][-1], "success": r.success} for r in records]))`;
  return JSON.parse(execFileSync(PYTHON, ["-c", script, run], { encoding: "utf8" }));
}

test("head, hand, opening, grip and lift in the emulator", async ({ page }) => {
  const known = json<Record<string, { hand: Point; thing: string }>>("hands.json"), out = data("vr");
  const server = await serve("play", data("hands.jsonl"), "--episodes", "3", "-o", out);
  await putOn(page);
  await page.goto(server.address);
  await enter(page);
  // Without a graphics card every picture of the home takes long: after the first few, only hands are drawn.
  await page.waitForFunction(() => window.meadowVr!.frames > 2, null, { timeout: 300_000 });
  await page.screenshot({ path: data("vr.png") });
  await page.evaluate(() => { (window.meadowVr as any).home.visible = false; });
  const turn = (degrees: number, tilt = 0) => page.evaluate(([yaw, pitch]) => {
    // First to the left, then up.
    const [a, b] = [(yaw * Math.PI) / 360, (pitch * Math.PI) / 360];
    (window as any).device.quaternion.set(Math.cos(a) * Math.sin(b), Math.sin(a) * Math.cos(b), -Math.sin(a) * Math.sin(b), Math.cos(a) * Math.cos(b));
  }, [degrees, tilt] as const);
  for (let round = 0; round < 3; round++) {
    await poll(async () => `${(await state(page)).phase} ${(await state(page)).episode}`).toBe(`act ${round + 1}`);
    const { goal } = await state(page), { hand, thing } = known[goal as string] ?? { hand: REST, thing: "" };
    const drawn = () => page.evaluate(() => window.meadowVr!.changes);
    // The hand reaches where the person's hand is.
    await reach(page, hand);
    await poll(() => gap(page, hand)).toBeLessThan(0.061);
    if (goal === "head") {
      // The camera follows the head: two turns of 15 degrees for 32, then it looks down, and back.
      const start = await pose(page);
      const turned = async () => Math.round(((((await pose(page))[2] - start[2] + 3 * Math.PI) % (2 * Math.PI)) - Math.PI) * (180 / Math.PI));
      await turn(32);
      await poll(turned).toBe(30);
      await turn(32, -30);
      await poll(async () => (await pose(page))[3]).toBeLessThan(-0.2);
      await turn(0);
    } else if (goal === "open") {
      const before = await drawn(), { step } = await state(page);
      await press(page, "trigger", 1);
      await poll(async () => (await state(page)).step).toBe(step + 1);
      await poll(drawn).toBeGreaterThan(before); // the headset draws it open
      await press(page, "trigger", 0);
    } else {
      // A squeeze is a force, and grips what is between the fingers.
      await press(page, "squeeze", 0.3);
      await poll(async () => (await felt(page)).touch).toBe("holding");
      expect((await felt(page)).force).toBeCloseTo(1.5, 1);
      const low = (await felt(page)).grip[2];
      await reach(page, [hand[0], hand[1], hand[2] + 0.15]);
      await poll(async () => (await felt(page)).grip[2] - low).toBeGreaterThan(0.09);
      expect((await felt(page)).touch, thing).toBe("holding");
    }
    // With the hand back at rest the next episode begins as it does for everybody.
    if (goal !== "lift") await reach(page, REST);
    await press(page, "a-button", 1);
    await poll(async () => ((await state(page)).phase === "over" ? 4 : (await state(page)).episode)).toBe(round + 2);
    await press(page, "a-button", 0);
  }
  await page.waitForFunction(() => document.body.dataset.phase === "over", null, { timeout: 300_000 });
  await server.stop();
  const found = Object.fromEntries(replays(out).map((one) => [one.episode.split("-")[1], one]));
  expect(found.open.done.filter(([action]) => action === "Open")).toEqual([["Open", true]]);
  expect(found.lift.held).toBe(known.lift.thing);
  expect(found.lift.success).toBe(true);
  expect(meadow("verify", out)).toMatch(/3 agree, 0 differ[^]*\nverified/);
});
