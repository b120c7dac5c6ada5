// Starts commands of Meadow for the tests.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
export const PYTHON = process.env.MEADOW_PYTHON ?? join(ROOT, ".venv/bin/python");
export const data = (...parts: string[]): string => join(process.env.MEADOW_WEB_DATA!, ...parts);
export const json = <T>(...parts: string[]): T => JSON.parse(readFileSync(data(...parts), "utf8")) as T;

/** Run a command to its end. */
export function meadow(...args: string[]): string {
  return execFileSync(PYTHON, ["-m", "meadow", ...args], { encoding: "utf8", cwd: data() });
}

export interface Server {
  address: string;
  process: ChildProcess;
  /** End it as Ctrl-C does, or at once. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Start a command that serves a page, and wait for the address that it prints. */
export function serve(...args: string[]): Promise<Server> {
  const child = spawn(PYTHON, ["-m", "meadow", ...args, "--no-browser", "--port", "0"], { cwd: data() });
  const stop = (signal: NodeJS.Signals = "SIGINT"): Promise<void> => new Promise((done) => {
    if (child.exitCode !== null || child.signalCode) return done();
    child.once("exit", () => done());
    child.kill(signal);
  });
  return new Promise((done, fail) => {
    let said = "";
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = said.match(/https?:\/\/\S+/);
      if (found) done({ address: found[0], process: child, stop });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", (chunk: Buffer) => { said += chunk.toString(); });
    child.once("exit", (code) => fail(new Error(`ended with ${code}: ${said}`)));
  });
}
