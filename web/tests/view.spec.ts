// What a person does in the window: open runs, filter, scrub, compare, follow links, walk a home.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test, type Page } from "@playwright/test";
import { PYTHON, data, meadow, serve, type Server } from "./meadow";

let server: Server;
test.beforeAll(async () => { server = await serve("view", data("oracle"), data("frontier-oracle"), data("forward"), data("errands"), "seed:7,rooms=6", "objectnav-mini"); });
test.afterAll(() => server.stop());

const ready = (page: Page) => page.waitForFunction(() => window.meadow?.stages.every((stage) => stage.stats.calls > 0));
const shot = (page: Page, name: string) => page.screenshot({ path: data(`${name}.png`) });

test("open a run, filter failures, open an episode and scrub", async ({ page }) => {
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => { if (message.type() === "error") wrong.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith(server.address) && !/^(data|blob):/.test(request.url())) wrong.push(`left the machine: ${request.url()}`); });
  await page.goto(server.address);
  await page.getByRole("link", { name: "forward", exact: true }).click();
  await expect(page.getByTestId("row").first()).toBeVisible();
  const all = await page.getByTestId("row").count();
  await page.getByTestId("filter-ending").selectOption({ index: 1 });
  expect(await page.getByTestId("row").count()).toBeLessThanOrEqual(all);
  await expect(page.getByTestId("count")).toContainText(`of ${all} episodes`);
  await expect(page).toHaveURL(/ending=/);
  await page.goBack();
  await page.getByRole("link", { name: "frontier-oracle", exact: true }).click();
  await page.getByTestId("row").first().getByRole("link").click();
  await ready(page);
  await expect(page.getByTestId("step")).toHaveText(/^0 \/ /);
  await page.keyboard.press("ArrowRight");
  await page.getByTestId("next").click();
  await expect(page.getByTestId("step")).toHaveText(/^2 \/ /);
  await page.getByTestId("slider").press("End");
  await expect(page.getByTestId("verdict")).not.toBeEmpty();
  const before = await page.evaluate(() => window.meadow!.stages[0].pose);
  await page.keyboard.press("Home");
  expect(await page.evaluate(() => window.meadow!.stages[0].pose)).not.toEqual(before);
  await page.getByTestId("view-eyes").click();
  await shot(page, "eyes");
  expect(wrong).toEqual([]);
});

test("two agents walk the same episode side by side, and a link leads back to the same moment", async ({ page }) => {
  await page.goto(`${server.address}#/runs/frontier-oracle`);
  await page.getByTestId("row").first().getByRole("link").click();
  await ready(page);
  await expect(page.getByTestId("compare").locator("option")).toHaveCount(3);
  await page.getByTestId("compare").selectOption("oracle");
  await expect(page.getByTestId("stage")).toHaveCount(2);
  await page.waitForFunction(() => window.meadow?.stages.length === 2 && window.meadow.stages.every((stage) => stage.stats.calls > 0));
  await page.evaluate(() => window.meadow!.go(9));
  const poses = await page.evaluate(() => window.meadow!.stages.map((stage) => stage.pose));
  const address = page.url();
  expect(address).toContain("step=9");
  await shot(page, "two");
  await page.goto("about:blank");
  await page.goto(address);
  await page.waitForFunction(() => window.meadow?.stages.length === 2);
  await expect(page.getByTestId("step")).toHaveText(/^9 \/ /);
  expect(await page.evaluate(() => window.meadow!.stages.map((stage) => stage.pose))).toEqual(poses);
});

test("what the agent saw and believed is shown along the time line", async ({ page }) => {
  await page.goto(`${server.address}#/runs/frontier-oracle`);
  await page.getByTestId("row").first().getByRole("link").click();
  await ready(page);
  const frame = page.getByTestId("agent-frame");
  await expect(frame).toHaveJSProperty("complete", true);
  await expect(page.getByTestId("glimpse-step")).toHaveText("step 0", { timeout: 60_000 });
  const first = await frame.getAttribute("src");
  expect(await frame.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  // Where it takes something for the goal its detector fires, and its map says where.
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByTestId("box").first()).toBeVisible({ timeout: 120_000 });
  await expect(page.getByTestId("layer")).toHaveCount(2);
  expect(await frame.getAttribute("src")).not.toBe(first);
  const calls = () => page.evaluate(() => { const stage = window.meadow!.stages[0]; stage.draw(); return stage.stats.calls; });
  const before = await calls();
  await page.getByTestId("layer").first().click();
  await expect.poll(calls).toBe(before + 1); // it lies over the home
  await shot(page, "believed");
  await page.getByTestId("layer").first().click();
  await expect.poll(calls).toBe(before);
  await page.getByTestId("depth").click();
  await expect(page.getByTestId("depth")).toHaveClass(/on/);
});

test("people walk, questions and answers are told", async ({ page }) => {
  await page.goto(`${server.address}#/runs/errands`);
  await page.getByTestId("row").first().getByRole("link").click();
  await ready(page);
  const person = () => page.evaluate(() => {
    const { world } = window.meadow!.stages[0];
    return world!.box(world!.packet.header.slots.findIndex((slot) => slot.what.startsWith("person")));
  });
  const before = await person();
  await page.getByTestId("slider").press("End");
  await expect(page.getByTestId("verdict")).toContainText("answers are right");
  expect(await person()).not.toEqual(before);
  await page.keyboard.press("Home");
  expect(await person()).toEqual(before);
  await page.getByTestId("next-mark").click();
  await expect(page.getByTestId("marks")).not.toBeEmpty();
  await shot(page, "errands");
});

test("a home is walked through and its things are named; it takes few draw calls", async ({ page }) => {
  await page.goto(`${server.address}#/homes/seed-7-rooms-6`);
  await ready(page);
  await page.getByTestId("view-plan").click();
  await shot(page, "plan");
  const box = (await page.getByTestId("stage").boundingBox())!;
  let named = "";
  for (let k = 0; k < 60 && !named; k++) {
    await page.mouse.click(box.x + box.width * (0.25 + 0.008 * k), box.y + box.height * (0.3 + 0.4 * ((k * 7) % 10) / 10));
    named = (await page.getByTestId("named").textContent()) ?? "";
  }
  expect(named).toMatch(/.+: .+-\d+, /);
  await page.getByTestId("view-walk").click();
  const from = await page.evaluate(() => window.meadow!.stages[0].pose);
  await page.keyboard.down("w");
  await page.waitForFunction((pose) => window.meadow!.stages[0].pose[0] !== pose[0], from);
  await page.keyboard.up("w");
  await shot(page, "walk");
  const stats = await page.evaluate(() => {
    const stage = window.meadow!.stages[0], script: number[] = [];
    for (let k = 0; k < 20; k++) { stage.draw(); script.push(stage.stats.script); }
    return { ...stage.stats, script: script.sort((a, b) => a - b)[10] };
  });
  console.log(`${stats.triangles} triangles in ${stats.calls} draw calls, ${stats.script.toFixed(2)} ms of script (median)`);
  expect(stats.triangles).toBeGreaterThan(20_000);
  expect(stats.calls).toBeLessThanOrEqual(300);
});

test("text of a run is never markup", async ({ page }) => {
  await page.route("**/rows.json", async (route) => {
    const answer = await route.fetch(), table = await answer.json();
    table.rows[0].goal = "<img src=x onerror=document.title='owned'>";
    table.run.definition = "<script>document.title='owned'</script>";
    await route.fulfill({ json: table });
  });
  await page.goto(`${server.address}#/runs/oracle`);
  await expect(page.getByTestId("row").first()).toContainText("<img src=x");
  expect(await page.title()).toBe("Meadow");
});

test("exported files show the same without a server of ours", async ({ page }) => {
  meadow("view", data("oracle"), data("frontier-oracle"), "--glimpses", "4", "--export", data("export"));
  const host = spawn(PYTHON, ["-m", "http.server", "0", "--bind", "127.0.0.1", "-d", data("export")], { env: { ...process.env, PYTHONUNBUFFERED: "1" } });
  try {
    const address = await new Promise<string>((done) => host.stdout.on("data", (chunk: Buffer) => {
      const found = chunk.toString().match(/port (\d+)/);
      if (found) done(`http://127.0.0.1:${found[1]}/`);
    }));
    await page.goto(`${address}#/runs/oracle`);
    await page.getByTestId("row").first().getByRole("link").click();
    await ready(page);
    await page.getByTestId("slider").press("End");
    await expect(page.getByTestId("verdict")).not.toBeEmpty();
    await page.goto(`${address}#/runs/frontier-oracle`);
    await page.getByTestId("row").first().getByRole("link").click();
    await ready(page);
    await page.keyboard.press("End");
    await expect(page.getByTestId("layer").first()).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByTestId("glimpse-step")).toContainText("the nearest before");
  } finally {
    host.kill();
  }
});

test("a home as glTF has no errors and no warnings", async () => {
  const validator = createRequire(import.meta.url)("gltf-validator");
  const report = await validator.validateBytes(new Uint8Array(readFileSync(data("home.glb"))));
  expect(report.issues.messages).toEqual([]);
  expect(report.info.totalTriangleCount).toBeGreaterThan(10_000);
});
