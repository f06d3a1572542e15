import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repoDir } from "../box/appliance.ts";
import { until } from "../box/wait.ts";
import type { Recorded } from "../http/recording-proxy.ts";

const run = promisify(execFile);

/** A language of the clients: where its programs run, and what they need. */
export interface ClientLanguage {
  name: "typescript" | "python";
  file: string;
  command: string;
  environment: Record<string, string>;
}

/** Builds the client for TypeScript, and lets programs in `dir` import it by its name. */
export async function clientLanguages(dir: string): Promise<ClientLanguage[]> {
  const own = join(dir, "node_modules/@gatehouse/client");
  const tsc = join(repoDir, "node_modules/.bin/tsc");
  await run(tsc, ["-p", join(repoDir, "client"), "--outDir", join(own, "dist")]);
  await cp(join(repoDir, "client/package.json"), join(own, "package.json"));
  return [
    { name: "typescript", file: "example.mts", command: process.execPath, environment: {} },
    {
      name: "python",
      file: "example.py",
      command: "python3",
      environment: { PYTHONPATH: join(repoDir, "client/python"), PYTHONDONTWRITEBYTECODE: "1" },
    },
  ];
}

/**
 * Runs the program of an example in `dir` with only `variables` set. Ends it once `isEnough` says so. Fails when the
 * program does.
 */
export async function runClientExample(
  { file, command, environment }: ClientLanguage,
  program: string,
  options: { dir: string; variables: Record<string, string>; isEnough?: () => boolean },
): Promise<void> {
  const { dir, variables, isEnough } = options;
  await writeFile(join(dir, file), program);
  const child = spawn(command, [file], {
    cwd: dir,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment, ...variables },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const closed = once(child, "close");
  if (isEnough) {
    const isOver = (): boolean => isEnough() || child.exitCode !== null;
    await until(isOver, { what: "the answer of the example" }).finally(() => child.kill("SIGKILL"));
    await closed;
    assert.ok(isEnough(), errors);
    return;
  }
  await closed;
  assert.equal(child.exitCode, 0, errors);
}

/** What a client must send as `curl` sends it. */
export function essenceOf({ method, target, headers, body }: Recorded): object {
  const { pathname, searchParams } = new URL(target, "http://box.invalid");
  searchParams.sort();
  const isJson = body !== "" && headers["content-type"]?.startsWith("application/json");
  return {
    method,
    pathname,
    query: searchParams.toString(),
    authorization: headers.authorization,
    ...(isJson && body !== "{}" ? { body: JSON.parse(body) as unknown } : {}),
  };
}
