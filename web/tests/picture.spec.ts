// The browser draws what the renderer draws.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { data, json, serve, type Server } from "./meadow";

interface Home { home: string; poses: [number, number, number, number][]; files: string[] }

let server: Server;
test.beforeAll(async () => { server = await serve("view", ...json<Home[]>("poses.json").map((one) => one.home)); });
test.afterAll(() => server.stop());

/** Mean structural similarity of two grey pictures over windows of 8 x 8 pixels. */
function similarity(a: number[], b: number[], width: number, height: number): number {
  const C1 = (0.01 * 255) ** 2, C2 = (0.03 * 255) ** 2, SIDE = 8;
  let sum = 0, windows = 0;
  for (let top = 0; top + SIDE <= height; top += 4) {
    for (let left = 0; left + SIDE <= width; left += 4) {
      let ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
      for (let y = top; y < top + SIDE; y++) {
        for (let x = left; x < left + SIDE; x++) {
          const p = a[y * width + x], q = b[y * width + x];
          ma += p; mb += q; aa += p * p; bb += q * q; ab += p * q;
        }
      }
      const n = SIDE * SIDE;
      ma /= n; mb /= n;
      const va = aa / n - ma * ma, vb = bb / n - mb * mb, cov = ab / n - ma * mb;
      sum += ((2 * ma * mb + C1) * (2 * cov + C2)) / ((ma * ma + mb * mb + C1) * (va + vb + C2));
      windows++;
    }
  }
  return sum / windows;
}

test("20 poses look as in the renderer's frames", async ({ page }) => {
  const found: number[] = [];
  for (const { home, poses, files } of json<Home[]>("poses.json")) {
    const key = home.replaceAll(/[:,=]/g, "-");
    await page.goto("about:blank");
    await page.goto(`${server.address}#/homes/${key}`);
    await page.waitForFunction(() => window.meadow?.stages[0].world);
    for (const [k, pose] of poses.entries()) {
      const picture = `data:image/png;base64,${readFileSync(data(files[k])).toString("base64")}`;
      const [ours, theirs] = await page.evaluate(async ([pose, picture]) => {
        const stage = window.meadow!.stages[0];
        const grey = (rgba: ArrayLike<number>) => Array.from({ length: rgba.length / 4 }, (_, i) => 0.299 * rgba[4 * i] + 0.587 * rgba[4 * i + 1] + 0.114 * rgba[4 * i + 2]);
        const image = new Image();
        image.src = picture as string;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext("2d")!;
        pen.drawImage(image, 0, 0);
        const shown = stage.snapshot(pose as never, { ...stage.lens!, width: image.width, height: image.height });
        return [grey(shown), grey(pen.getImageData(0, 0, image.width, image.height).data)];
      }, [pose, picture] as const);
      found.push(similarity(ours, theirs, 224, 224));
    }
  }
  console.log(`similarity of ${found.length} poses: least ${Math.min(...found).toFixed(4)}, mean ${(found.reduce((a, b) => a + b) / found.length).toFixed(4)}`);
  expect(found).toHaveLength(20);
  expect(Math.min(...found)).toBeGreaterThan(0.9);
});
