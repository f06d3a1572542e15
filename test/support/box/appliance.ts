import type { NewKeyWire } from "../../../src/base/keys/wire/key-answers.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { askAppliance } from "../../../src/system/admin/admin-client.ts";
import { until } from "./wait.ts";

/** Where the repository lies. */
export const repoDir = fileURLToPath(new URL("../../..", import.meta.url));

/** How an appliance of a test is started. */
export interface ApplianceOptions {
  /** Data directory; a new one when absent. */
  dataDir?: string;
  /** YAML sections beside `data_dir` and `server`, e.g. `media_dirs: [/clips]`. */
  yaml?: string;
  /** How many files the process may have open; as many as the test's when absent. */
  openFiles?: number;
}

/** What `restart` and `start` leave behind: an appliance that answers. */
export interface Appliance {
  readonly url: string;
  readonly key: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Everything that the process wrote to stdout and stderr so far. */
  output(): string;
  /** `fetch` below `url` with the key; `path` starts with `/`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  get(path: string): Promise<{ status: number; body: Envelope }>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** SIGKILL, without a chance to clean up; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Resolves with the exit code once the process ends. */
  exited(): Promise<number | null>;
  /** SIGTERM; resolves with the exit code. */
  terminate(): Promise<number | null>;
  /** Starts the process again on the same data directory and port. */
  restart(): Promise<void>;
  /** Ends the process and removes what this helper made. */
  stop(): Promise<void>;
}

/** The answer's envelope, loosely typed for tests. */
export interface Envelope {
  id: string;
  object: string;
  status: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  data: any;
  error?: { code: string; message: string; param?: string; details?: { rule: string }[] };
}

/** Status, headers and envelope of an answer. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Envelope;
}

interface Running {
  child: ChildProcess;
  url: string;
}

const startDeadlineMs = 60_000;

async function launch(
  {
    configFile,
    readyFile,
    openFiles,
  }: { configFile: string; readyFile: string; openFiles?: number },
  log: string[],
): Promise<Running> {
  await rm(readyFile, { force: true });
  const limited = openFiles === undefined ? [] : ["prlimit", `--nofile=${openFiles}`];
  const gatehouse = join(repoDir, "scripts/gatehouse");
  const serve = [gatehouse, "serve", "--config", configFile, "--ready-file", readyFile];
  const [program, ...words] = [...limited, ...serve];
  const child = spawn(program!, words, { stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      log.push(chunk.toString());
      if (log.length > 20_000) log.shift();
    });
  }
  const ready = async (): Promise<string> => await readFile(readyFile, "utf8").catch(() => "");
  const isOver = async (): Promise<boolean> => child.exitCode !== null || (await ready()) !== "";
  await until(isOver, { everyMs: 20, deadlineMs: startDeadlineMs }).catch(() => undefined);
  const text = await ready();
  if (text !== "") return { child, url: (JSON.parse(text) as { url: string }).url };
  child.kill("SIGKILL");
  throw new Error(`the appliance did not start:\n${log.join("").slice(-4000)}`);
}

/** Asks as `gatehouse keys create` does, without a process of its own. */
async function makeKey(dataDir: string): Promise<string> {
  const params = { org: "default", name: "test", preset: "admin" };
  const outcome = await askAppliance(dataDir, { method: "keys.create", params });
  if (!outcome.isRunning) throw new Error(`no appliance answers on ${dataDir}`);
  return (outcome.result as NewKeyWire).key;
}

async function exited(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

/** Starts the real appliance as a child process on a free port and makes an admin key. */
export async function startAppliance(options: ApplianceOptions = {}): Promise<Appliance> {
  const workDir = await mkdtemp(join(tmpdir(), "gatehouse-e2e-"));
  const dataDir = options.dataDir ?? join(workDir, "data");
  const configFile = join(workDir, "site.yaml");
  const readyFile = join(workDir, "ready.json");
  const writeConfig = (port: number): Promise<void> =>
    writeFile(
      configFile,
      `version: 1\ndata_dir: ${dataDir}\nserver: { port: ${port} }\nallow_loopback_cameras: true\n${options.yaml ?? ""}\n`,
    );
  await writeConfig(0);
  const log: string[] = [];
  const { openFiles } = options;
  const how = { configFile, readyFile, ...(openFiles === undefined ? {} : { openFiles }) };
  let running = await launch(how, log);
  await writeConfig(Number(new URL(running.url).port));
  const key = await makeKey(dataDir);

  /** On a busy machine the API answers before the detector has told its models. */
  const seesModels = async (): Promise<boolean> => {
    const { data } = (await (await call("/api/v1/system")).json()) as Envelope;
    return data.vision.state !== "starting";
  };
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(running.url + path, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
    });

  await until(seesModels, { what: "the detector", deadlineMs: startDeadlineMs });
  return {
    get url() {
      return running.url;
    },
    key,
    dataDir,
    get pid() {
      return running.child.pid!;
    },
    output: () => log.join(""),
    fetch: call,
    async get(path) {
      const answer = await call(path);
      return { status: answer.status, body: (await answer.json()) as Envelope };
    },
    async post(path, body, headers = {}) {
      const answer = await call(path, {
        method: "POST",
        headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return {
        status: answer.status,
        headers: answer.headers,
        body: (await answer.json()) as Envelope,
      };
    },
    async kill() {
      running.child.kill("SIGKILL");
      await exited(running.child);
    },
    exited: () => exited(running.child),
    async terminate() {
      running.child.kill("SIGTERM");
      return exited(running.child);
    },
    async restart() {
      running = await launch(how, log);
    },
    async stop() {
      running.child.kill("SIGTERM");
      await exited(running.child);
      await rm(workDir, { recursive: true, force: true });
    },
  };
}
