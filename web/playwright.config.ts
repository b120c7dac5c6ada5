import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const found = [process.env.MEADOW_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
  .find((path) => path && existsSync(path));

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: 1,
  reporter: [["list"]],
  globalSetup: "./tests/prepare.ts",
  use: {
    testIdAttribute: "data-test",
    viewport: { width: 1440, height: 860 },
    launchOptions: {
      executablePath: found,
      args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
    },
  },
});
