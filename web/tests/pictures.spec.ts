// The pictures of the README: `make web-pictures` writes them to the directory that MEADOW_PICTURES names.
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { data, serve } from "./meadow";

const folder = process.env.MEADOW_PICTURES ?? "";
test.skip(!folder, "make web-pictures draws them");
test.setTimeout(600_000);
test.use({ viewport: { width: 1600, height: 900 } });

test("the window", async ({ page }) => {
  const server = await serve("view", data("frontier-oracle"), data("oracle"));
  await page.goto(`${server.address}#/runs/frontier-oracle`);
  await page.getByTestId("row").first().getByRole("link").click();
  await expect(page.getByTestId("compare").locator("option")).toHaveCount(2);
  await page.getByTestId("compare").selectOption("oracle");
  await page.waitForFunction(() => window.meadow?.stages.length === 2 && window.meadow.stages.every((stage) => stage.stats.calls > 0));
  await page.evaluate(() => window.meadow!.go(186));
  await expect(page.getByTestId("layer")).toHaveCount(2, { timeout: 240_000 });
  await page.waitForTimeout(2000);
  await page.screenshot({ path: join(folder, "window.png") });
  await server.stop();
});

test("play", async ({ page }) => {
  const server = await serve("play", "lift-mini", "--episodes", "1", "-o", data("picture-of-play"));
  await page.goto(server.address);
  await page.getByTestId("begin").click({ timeout: 60_000 });
  await expect(page.getByTestId("frame")).toBeVisible();
  for (const key of ["f", "f", "f", "i", "i", "i"]) {
    const before = await page.evaluate(() => document.body.dataset.seq);
    await page.keyboard.press(key);
    await page.waitForFunction((seq) => document.body.dataset.seq !== seq && document.body.dataset.phase === "act", before);
  }
  await page.screenshot({ path: join(folder, "play.png") });
  await server.stop();
});
