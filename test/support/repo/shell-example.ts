import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../box/wait.ts";

/** The answer that a statement with `curl` got. */
export interface SeenByCurl {
  method: string;
  url: string;
  status: number;
  headers: Headers;
  /** What was written to the standard output. */
  text: string;
}

/** Adds to every call of `curl` that it writes down the head of the answer, and what was asked. */
const noting = `curl() { command curl -D headers -w '%{stderr}%{method} %{url_effective}\\n' "$@"; }`;

/**
 * Runs a shell statement with one call of `curl`, in `dir`, with `variables` and nothing else set. With `until` it is
 * ended once its output matches; `method` and `url` are empty then. Fails when the statement does.
 */
export async function runShell(
  statement: string,
  options: { dir: string; variables: Record<string, string>; until?: RegExp },
): Promise<SeenByCurl> {
  const { dir, variables, until: enough } = options;
  await rm(join(dir, "headers"), { force: true });
  const child = spawn("bash", ["-euo", "pipefail", "-c", `${noting}\n${statement}`], {
    cwd: dir,
    env: { PATH: process.env["PATH"], ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (chunk: Buffer) => (output[name] += chunk.toString("latin1")));
  }
  const closed = once(child, "close");
  if (enough) {
    const isEnough = (): boolean => enough.test(output.stdout) || child.exitCode !== null;
    await until(isEnough, { what: String(enough) }).finally(() => {
      if (child.exitCode === null) process.kill(-child.pid!, "SIGKILL");
    });
  }
  await closed;
  if (!enough) assert.equal(child.exitCode, 0, output.stderr);
  const head = await readFile(join(dir, "headers"), "utf8");
  const named = [...head.matchAll(/^([\w-]+): (.*)\r$/gm)];
  const [method = "", url = ""] = output.stderr.trim().split("\n").at(-1)!.split(" ");
  return {
    method,
    url,
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    headers: new Headers(named.map(([, name, value]) => [name!, value!])),
    text: Buffer.from(output.stdout, "latin1").toString(),
  };
}
