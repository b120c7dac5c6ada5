// A person plays by keys: a search to success, a whole episode with questions, and after a killed server.
import { existsSync, readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { data, json, meadow, serve } from "./meadow";

interface Solved { episode: string; actions: string[]; answers: string[] }
const KEYS: Record<string, string> = {
  MoveAhead: "w", RotateLeft: "ArrowLeft", RotateRight: "d", Stop: "Enter", LookUp: "r", LookDown: "f", ArmAhead: "i", ArmUp: "u", ForceUpCoarse: "]", Grasp: "Space",
  Open: "e",
};
const solved = (name: string): Solved => json<Record<string, Solved>>("solved.json")[name];

/** Press keys for actions, answer where a question comes, until the run is over. */
async function play(page: Page, actions: string[], answers: string[], upTo = Infinity): Promise<number> {
  let done = 0;
  const state = () => page.evaluate(() => ({ phase: document.body.dataset.phase, seq: document.body.dataset.seq }));
  while (done < upTo) {
    await page.waitForFunction(() => document.body.dataset.phase && document.body.dataset.phase !== "wait" && !document.querySelector(".busy"));
    const before = await state();
    if (before.phase === "over") break;
    if (await page.evaluate(() => document.body.dataset.sheet === "true")) {
      await page.getByTestId("begin").click();
      continue;
    }
    if (before.phase === "ask") {
      await page.getByTestId("answer").fill(answers.shift() ?? "");
      await page.getByTestId("submit").click();
    } else await page.keyboard.press(KEYS[actions[done++]]);
    await page.waitForFunction((seq) => document.body.dataset.seq !== seq, before.seq);
  }
  return done;
}

test("a search is played to success by keys, and its row verifies", async ({ page }) => {
  const server = await serve("play", "objectnav-mini", "--episodes", "1", "-o", data("played"));
  await page.goto(server.address);
  await expect(page.getByTestId("goal")).not.toBeEmpty();
  await expect(page.getByTestId("sheet")).toContainText("Before you begin");
  await page.screenshot({ path: data("before.png") });
  await page.getByTestId("begin").click();
  await expect(page.getByTestId("frame")).toBeVisible();
  await page.screenshot({ path: data("play.png") });
  await play(page, solved("search").actions, []);
  await expect(page.getByTestId("note")).toContainText("All episodes are played");
  await page.getByTestId("results").click();
  await expect(page.getByTestId("row").first()).toContainText("success");
  await server.stop();
  expect(meadow("verify", data("played"))).toMatch(/1 agree, 0 differ[^]*\nverified/);
});

test("play goes on after a closed page and a killed server", async ({ page, context }) => {
  const { actions } = solved("search"), half = Math.floor(actions.length / 2), out = data("killed");
  let server = await serve("play", "objectnav-mini", "--episodes", "1", "-o", out);
  await page.goto(server.address);
  await play(page, actions, [], half - 1);
  await page.close();
  page = await context.newPage();
  await page.goto(server.address);
  await play(page, actions.slice(half - 1), [], 1);
  await server.stop("SIGKILL");
  expect(existsSync(`${out}/play.jsonl`)).toBe(true);
  server = await serve("play", "objectnav-mini", "--episodes", "1", "-o", out);
  await page.goto(server.address);
  await expect(page.getByTestId("resumed")).toContainText(`after ${half} steps`);
  await play(page, actions.slice(half), []);
  await server.stop();
  expect(existsSync(`${out}/play.jsonl`)).toBe(false);
  const row = JSON.parse(readFileSync(`${out}/rows.jsonl`, "utf8").trim());
  expect(row.metrics).toMatchObject({ success: 1, steps: actions.length });
  expect(meadow("verify", out)).toMatch(/1 agree, 0 differ[^]*\nverified/);
});

test("an episode of searches and questions is played, with one's own film at hand", async ({ page }) => {
  const { actions, answers } = solved("errands"), out = data("errands-played");
  const server = await serve("play", "errands-mini", "--episodes", "1", "--film", "-o", out);
  await page.goto(server.address);
  await play(page, actions, [], actions.length);
  await expect(page.getByTestId("question")).not.toBeEmpty();
  await page.getByTestId("film").press("End");
  await expect(page.getByTestId("frame")).toHaveJSProperty("complete", true);
  expect(await page.getByTestId("frame").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await page.screenshot({ path: data("exam.png") });
  await play(page, [], [...answers]);
  await expect(page.getByTestId("note")).toContainText("All episodes are played");
  await server.stop();
  expect(meadow("verify", out)).toMatch(/1 agree, 0 differ[^]*\nverified/);
});

test("an episode of EXCALIBUR is played through all four phases, with films of one's own, and its row verifies", async ({ page }) => {
  const out = data("four-phases"), explored = ["MoveAhead", "RotateLeft", "LookDown", "ArmAhead", "ForceUpCoarse", "Grasp"], again = ["RotateRight", "MoveAhead", "ArmUp", "Open", "Stop"];
  const server = await serve("play", "excalibur-mini", "--episodes", "1", "--film", "--max-steps", String(explored.length), "-o", out);
  const { answers, first } = json<Record<string, { answers: string[]; first: string }>>("solved.json").excalibur;
  await page.goto(server.address);
  await expect(page.getByTestId("phases").locator(".on")).toHaveText("Explore", { timeout: 60_000 });
  expect(await page.getByTestId("asked").count(), "questions are told after exploring alone").toBe(0);
  expect(await page.evaluate(async () => (await (await fetch("play/state")).json()).actions)).not.toContain("Stop");
  await play(page, explored, [], explored.length);
  // Phase II, with the film of phase I.
  await expect(page.getByTestId("phases").locator(".on")).toHaveText("Questions");
  await expect(page.getByTestId("question")).toHaveText(first);
  expect(Number(await page.getByTestId("film").getAttribute("max"))).toBe(explored.length - 1);
  for (const answer of answers) {
    const asked = await page.evaluate(() => document.body.dataset.seq);
    await page.getByTestId("answer").fill(answer);
    await page.getByTestId("submit").click();
    await page.waitForFunction((seq) => document.body.dataset.seq !== seq && document.body.dataset.phase !== "wait", asked);
  }
  // Phase III: the questions and one's own answers are told, Stop ends it.
  await expect(page.getByTestId("sheet")).toContainText("Go back in");
  await expect(page.getByTestId("asked").locator("li")).toHaveCount(answers.length);
  await expect(page.getByTestId("asked")).toContainText(`You said: ${answers[0]}`);
  await page.screenshot({ path: data("back-in.png") });
  await play(page, again, [], again.length);
  // Phase IV, with the film of phase III.
  await expect(page.getByTestId("phases").locator(".on")).toHaveText("Questions again");
  expect(Number(await page.getByTestId("film").getAttribute("max"))).toBe(again.length - 1);
  await page.screenshot({ path: data("again.png") });
  await play(page, [], [...answers]);
  await expect(page.getByTestId("note")).toContainText("All episodes are played");
  await server.stop();
  const row = JSON.parse(readFileSync(`${out}/rows.jsonl`, "utf8").trim());
  expect(row.answers).toEqual([answers, answers]);
  expect(row.metrics).toMatchObject({ acc_exp: 1, acc_ref: 1, exqa: 1, t3: again.length - 1, episode_steps: explored.length + again.length });
  expect(meadow("verify", out)).toMatch(/1 agree, 0 differ[^]*\nverified/);
});
