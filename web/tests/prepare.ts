// Runs prepare.py once: runs, frames and keys for all tests, in MEADOW_WEB_DATA or a new directory.
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PYTHON } from "./meadow";

export default function prepare(): void {
  process.env.MEADOW_WEB_DATA ??= mkdtempSync(join(tmpdir(), "meadow-web-"));
  execFileSync(PYTHON, [join(import.meta.dirname, "prepare.py"), process.env.MEADOW_WEB_DATA], { stdio: "inherit" });
}
