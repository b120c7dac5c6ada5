// Play in an emulated headset: the head turns the robot, the hand its hand, and the row verifies.
import { createRequire } from "node:module";
import { expect, test } from "@playwright/test";
import { data, meadow, serve } from "./meadow";

const emulator = createRequire(import.meta.url).resolve("iwer/build/iwer.min.js");

test.setTimeout(300_000);
// The emulator draws both eyes on the whole page, without a graphics card.
test.use({ viewport: { width: 400, height: 240 } });

test("head, hand, grip and lift in the emulator", async ({ page }) => {
  const server = await serve("play", "lift-mini", "--episodes", "1", "-o", data("vr"));
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
  await page.goto(server.address);
  await expect(page.getByTestId("vr")).toBeEnabled({ timeout: 60_000 });
  await page.waitForFunction(() => document.body.dataset.phase === "act");
  await page.getByTestId("vr").evaluate((button: HTMLButtonElement) => button.click());
  await page.waitForFunction(() => window.meadowVr?.pose[0]);
  const state = () => page.evaluate(async () => (await fetch("play/state")).json());
  const poll = <T>(what: () => Promise<T>) => expect.poll(what, { timeout: 60_000 });
  const pose = () => page.evaluate(() => [...window.meadowVr!.pose]);
  const start = await pose();
  // The hand follows: a little ahead and up.
  const grip = (await state()).arm.grip as number[];
  await page.evaluate(([ahead, , up]) => { (window as any).device.controllers.right.position.set(0, up + 0.06, -ahead - 0.1); }, grip);
  await poll(async () => (await state()).arm.grip[0] - grip[0]).toBeGreaterThan(0.04);
  // A squeeze is a force.
  await page.evaluate(() => { (window as any).device.controllers.right.updateButtonValue("squeeze", 0.5); });
  await poll(async () => (await state()).arm.force).toBeCloseTo(2.5, 1);
  await page.evaluate(() => { (window as any).device.controllers.right.updateButtonValue("squeeze", 0); });
  // The trigger opens, where there is something to open.
  const { step } = await state();
  await page.evaluate(() => { (window as any).device.controllers.right.updateButtonValue("trigger", 1); });
  await poll(async () => (await state()).step).toBeGreaterThan(step);
  await page.evaluate(() => { (window as any).device.controllers.right.updateButtonValue("trigger", 0); });
  // The camera follows the head: two turns of 15 degrees for 32, then it looks down.
  await page.evaluate(() => {
    const half = (16 * Math.PI) / 180;
    (window as any).device.quaternion.set(0, Math.sin(half), 0, Math.cos(half));
  });
  await poll(async () => Math.round(((((await pose())[2] - start[2] + 3 * Math.PI) % (2 * Math.PI)) - Math.PI) * (180 / Math.PI))).toBe(30);
  await page.evaluate(() => { (window as any).device.quaternion.set(-0.25, 0.2756, 0, 0.9); });
  await poll(async () => (await pose())[3]).toBeLessThan(-0.2);
  await page.evaluate(() => {
    const { right } = (window as any).device.controllers;
    right.updateButtonValue("a-button", 1);
  });
  await page.waitForFunction(() => document.body.dataset.phase === "over", null, { timeout: 60_000 });
  await server.stop();
  expect(meadow("verify", data("vr"))).toMatch(/1 agree, 0 differ[^]*\nverified/);
});
