// How fast the window is: `make web-speed` prints it. A crowded machine is slow, so processor time is told beside.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { data, serve } from "./meadow";

const wanted = process.env.MEADOW_SPEED ?? "";
test.skip(!wanted, "make web-speed measures it");
test.setTimeout(600_000);
const LOADS = 5, FRAMES = 300;

/** Seconds of processor time of a process and all that it started. */
function processorSeconds(root: number): number {
  const parents = new Map<number, number>(), used = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
      parents.set(Number(name), Number(fields[1]));
      used.set(Number(name), (Number(fields[11]) + Number(fields[12])) / 100);
    } catch {
      // it ended meanwhile
    }
  }
  const isBelow = (id: number): boolean => id === root || (parents.has(id) && parents.get(id)! > 1 && isBelow(parents.get(id)!));
  return [...used].filter(([id]) => isBelow(id)).reduce((sum, [, seconds]) => sum + seconds, 0);
}

/** Milliseconds from the request to the first picture, and seconds of processor time of browser and server. */
async function firstPicture(page: Page, address: string): Promise<[number, number]> {
  await page.goto("about:blank");
  const before = processorSeconds(process.pid);
  await page.goto(address);
  await page.waitForFunction(() => window.meadow?.stages.every((stage) => stage.stats.first > 0), null, { polling: 20, timeout: 120_000 });
  const after = processorSeconds(process.pid);
  return [await page.evaluate(() => Math.max(...window.meadow!.stages.map((stage) => stage.stats.first))), after - before];
}

/** Draw calls, triangles and script for each frame while an episode plays, or a home is turned. */
async function frames(page: Page): Promise<{ calls: number; triangles: number; mean: number; late: number }> {
  return page.evaluate(async (count) => {
    const { stages: [stage], go } = window.meadow!, script: number[] = [];
    let calls = 0;
    for (let k = 0; k < count; k++) {
      const began = performance.now();
      go(k % (stage.world!.packet.header.steps + 1));
      stage.camera.position.x += 0.002;
      stage.draw();
      script.push(performance.now() - began);
      calls = Math.max(calls, stage.stats.calls);
      if (k % 10 === 0) await new Promise((done) => setTimeout(done));
    }
    script.sort((a, b) => a - b);
    return { calls, triangles: stage.stats.triangles, mean: script.reduce((sum, value) => sum + value, 0) / count, late: script[Math.floor(0.95 * count)] };
  }, FRAMES);
}

test("first picture, draw calls and script", async ({ page }) => {
  const server = await serve("view", data("errands"), data("frontier-oracle"), "seed:7,rooms=6");
  const rows = async (run: string): Promise<string> => (await (await page.request.get(`${server.address}data/runs/${run}/rows.json`)).json()).rows[0].key;
  const pages = [["a home", "#/homes/seed-7-rooms-6"], ["an episode with somebody who walks", `#/runs/errands/${await rows("errands")}`], ["an episode", `#/runs/frontier-oracle/${await rows("frontier-oracle")}`]];
  for (const [name, address] of pages) {
    const times: [number, number][] = [];
    for (let k = 0; k < LOADS; k++) times.push(await firstPicture(page, `${server.address}${address}`));
    const fast = [...times].sort((a, b) => a[0] - b[0]), cpu = times.map(([, seconds]) => seconds).sort((a, b) => a - b);
    const { calls, triangles, mean, late } = await frames(page);
    console.log(`${name}: first picture after ${(fast[0][0] / 1000).toFixed(2)} s (best of ${LOADS}; median ${(fast[2][0] / 1000).toFixed(2)} s), ` +
      `${cpu[0].toFixed(2)} to ${cpu[LOADS - 1].toFixed(2)} s of processor time; ${triangles} triangles in ${calls} draw calls, ` +
      `${mean.toFixed(2)} ms of script a frame (95 % within ${late.toFixed(2)} ms)`);
    expect(calls).toBeLessThanOrEqual(300);
  }
  await server.stop();
});
