import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { askAppliance } from "../../../src/system/admin/admin-client.ts";
import type { NewKeyWire } from "../../../src/base/keys/wire/key-answers.ts";
import { type Envelope, repoDir } from "../box/appliance.ts";
import { until } from "../box/wait.ts";
import { boxPort, lanAddress, nameOf, sideAddress } from "./site-network.ts";

const startDeadlineMs = 90_000;
/** A client beside a box gives up after this, in milliseconds. */
const answerMs = 10_000;

/** A real appliance in its network namespace. The test asks it through the cable that no fault reaches. */
export class SiteBox {
  readonly number: number;
  readonly dir: string;
  #child: ChildProcess | undefined;
  #key = "";

  constructor(number: number, dir: string) {
    this.number = number;
    this.dir = join(dir, nameOf(number));
  }

  get dataDir(): string {
    return join(this.dir, "data");
  }

  get url(): string {
    return `http://${sideAddress(this.number)}:${boxPort}`;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#key}` };
  }

  /** Writes the site file with these sections. */
  async prepare(yaml: string): Promise<void> {
    await mkdir(this.dir, { recursive: true });
    const server = `host: 0.0.0.0, port: ${boxPort}, announce: false, allow_plain_http_beyond_loopback: true, public_url: "http://${lanAddress(this.number)}:${boxPort}"`;
    const lines = [`version: 1`, `data_dir: ${this.dataDir}`, `server: { ${server} }`, yaml, ""];
    await writeFile(join(this.dir, "site.yaml"), lines.join("\n"));
  }

  /** Starts the process; resolves when it answers. */
  async start(): Promise<void> {
    const log = openSync(join(this.dir, "log"), "a");
    const readyFile = join(this.dir, "ready.json");
    await rm(readyFile, { force: true });
    const serve = ["serve", "--config", join(this.dir, "site.yaml"), "--ready-file", readyFile];
    const words = ["netns", "exec", nameOf(this.number), join(repoDir, "scripts/gatehouse")];
    const child = spawn("ip", [...words, ...serve], { stdio: ["ignore", log, log] });
    child.once("exit", () => {
      if (this.#child === child) this.#child = undefined;
    });
    this.#child = child;
    const isUp = async (): Promise<boolean> => {
      if (this.#child !== child) throw new Error(`box ${this.number} ended:\n${await this.said()}`);
      return (await readFile(readyFile, "utf8").catch(() => "")) !== "";
    };
    await until(isUp, { what: `box ${this.number}`, deadlineMs: startDeadlineMs });
    if (this.#key === "") this.#key = await makeKey(this.dataDir);
  }

  /** SIGTERM; resolves when the process has ended. */
  async terminate(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }

  /** Call it after its processes were killed; resolves when the process is gone. */
  async gone(): Promise<void> {
    await until(() => this.#child === undefined, { what: `the end of box ${this.number}` });
  }

  /** Rejects while the box does not answer. */
  async ask(path: string, init: RequestInit = {}): Promise<{ status: number; body: Envelope }> {
    const headers = { ...this.headers, ...(init.headers as Record<string, string>) };
    const signal = init.signal ?? AbortSignal.timeout(answerMs);
    const answer = await fetch(this.url + path, { ...init, headers, signal });
    return { status: answer.status, body: (await answer.json()) as Envelope };
  }

  /** `ask` with a body. */
  post(path: string, body: unknown, more: Record<string, string> = {}) {
    const headers = { "content-type": "application/json", ...more };
    return this.ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** What the process said of its fleet and its cameras. */
  async said(): Promise<string> {
    const lines = (await readFile(join(this.dir, "log"), "utf8")).split("\n");
    return lines
      .filter((line) => !line.includes('"job_id"'))
      .join("\n")
      .slice(-6000);
  }
}

/** Asks as `gatehouse keys create` does, without a process of its own. */
async function makeKey(dataDir: string): Promise<string> {
  const params = { org: "default", name: "test", preset: "admin" };
  const outcome = await askAppliance(dataDir, { method: "keys.create", params });
  if (!outcome.isRunning) throw new Error(`no appliance answers on ${dataDir}`);
  return (outcome.result as NewKeyWire).key;
}
