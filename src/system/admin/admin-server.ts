import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Alarm } from "../../notifications/alarms/alarm-store.ts";
import { alarmWire } from "../../notifications/alarms/alarm-wire.ts";
import type { CapacityWire } from "../capacity/wire/capacity.ts";
import type { AppliedWire } from "../config/wire/site-file.ts";
import type { SafeModeWire } from "../wire/safe-mode.ts";
import type { LatencyReport } from "../selftest/latency-report-wire.ts";
import type { KeyAdmin } from "./key-admin.ts";
import { readLine } from "./line.ts";
import { sendStreamed } from "./streamed.ts";
import { answerLearning, footageOf, type LearningCommands } from "./learning-admin.ts";
import { answerModels, type ModelCommands } from "./model-admin.ts";
import { answerPolicies, type PolicyCommands } from "./policy-admin.ts";
import { type AdminAnswer, type AdminRequest, socketAddress, socketName } from "./protocol.ts";

/** The parts that the socket gives access to. */
export interface AdminServerOptions {
  /** The store's directory, whose lock this process holds. */
  dataDir: string;
  keys: KeyAdmin;
  /** Absent without a detector. */
  models?: ModelCommands;
  /** Absent without perception. */
  policies?: PolicyCommands;
  /** Absent without perception. */
  learning?: LearningCommands;
  /** Exports incidents of an organisation as an archive; absent where nothing is recorded. */
  evidence?: { export(org: string, ids: readonly string[]): Promise<AsyncIterable<Buffer>> };
  /** Measurements of the appliance by itself; absent without perception. */
  selftest?: { latency(seconds?: number): AsyncIterable<LatencyReport> };
  /** Copies the store into a folder of the data directory, for a backup; absent without a store. */
  copyStore?: (dir: string) => Promise<void>;
  /** Sends a test alarm by every channel; absent without channels. */
  alarms?: { test(): Promise<Alarm> };
  /** Measures how many cameras the box carries, and returns the answer of the API; absent without perception. */
  capacity?: () => Promise<CapacityWire>;
  /** Absent without safe mode. */
  safeMode?: { describe(): SafeModeWire; leave(): Promise<void> };
  /** The text of `/metrics`; absent as above. */
  metricsText?: () => Promise<string>;
  /** The facts of the store for `gatehouse doctor`; absent without a store. */
  storeFacts?: () => Readonly<Record<string, unknown>>;
  /** The cameras that `gatehouse doctor` tries, with their passwords; absent without perception. */
  watched?: () => Readonly<Record<string, unknown>>;
  /** Reads the site file again. */
  settings?: { apply(): Promise<AppliedWire> };
  /** The answer to `gatehouse status`: plain JSON without secrets. */
  status: () => Readonly<Record<string, unknown>>;
  log: Logger;
}

/** Bound of connections; the server closes further ones. */
const maxConnections = 16;
/** Longest silence of a client before the server closes its connection. */
const idleMs = 10_000;

/** Serves the command line over a unix socket of mode 0600 in the data directory. */
export class AdminServer implements Part {
  readonly #options: AdminServerOptions;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  constructor(options: AdminServerOptions) {
    this.#options = options;
  }

  /**
   * Replaces a socket that a killed predecessor left; this process holds the store's lock, so there
   * is no other.
   */
  async start(): Promise<void> {
    const { dataDir, log } = this.#options;
    const path = join(dataDir, socketName);
    await rm(path, { force: true });
    const server = createServer((socket) => this.#serve(socket));
    server.maxConnections = maxConnections;
    this.#server = server;
    const address = await socketAddress(dataDir);
    // The socket must not be open to others for a moment, so the mask is set before it exists.
    const umask = process.umask(0o177);
    try {
      server.listen(address.path);
    } finally {
      process.umask(umask);
    }
    try {
      await once(server, "listening");
      await chmod(path, 0o600);
    } catch (error) {
      throw fail(
        "store_failed",
        "data_dir: the admin socket cannot be created. Check the owner and mode of the folder",
        {
          cause: error,
        },
      );
    } finally {
      await address.release();
    }
    server.on("error", (error) => log.warn({ error: describeError(error) }, "admin socket"));
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    for (const socket of this.#sockets) socket.destroy();
    if (server.listening) {
      server.close();
      await once(server, "close");
    }
    await rm(join(this.#options.dataDir, socketName), { force: true });
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#sockets.delete(socket));
    void this.#answer(socket);
  }

  async #answer(socket: Socket): Promise<void> {
    const line = await readLine(socket);
    if (line === undefined) {
      socket.destroy();
      return;
    }
    // From here on the client waits for the server.
    socket.setTimeout(0);
    if (/"(incidents\.export|selftest\.latency|learning\.footage)"/.test(line)) {
      await this.#stream(socket, line);
      return;
    }
    const answer = await this.#run(() => this.#dispatch(requestOf(line)));
    socket.end(`${JSON.stringify(answer)}\n`);
  }

  async #stream(socket: Socket, line: string): Promise<void> {
    let chunks: AsyncIterable<Buffer> | undefined;
    const answer = await this.#run(async () => {
      chunks = await this.#streamed(requestOf(line));
      return { follows: true };
    });
    if (!chunks) {
      socket.end(`${JSON.stringify(answer)}\n`);
      return;
    }
    socket.write(`${JSON.stringify(answer)}\n`);
    try {
      await sendStreamed(socket, chunks);
    } catch (error) {
      this.#options.log.warn({ error: describeError(error) }, "a long answer was broken off");
      socket.destroy();
    }
  }

  async #streamed({ method, params }: AdminRequest): Promise<AsyncIterable<Buffer>> {
    const { evidence, selftest, learning } = this.#options;
    if (learning && method === "learning.footage") return await footageOf(learning, params);
    if (evidence && method === "incidents.export") {
      return await evidence.export(...exportOf(params));
    }
    if (selftest && method === "selftest.latency") {
      return jsonChunks(selftest.latency(secondsOf(params)));
    }
    throw fail("not_found", "method: sends no stream. Check the name");
  }

  async #run(work: () => unknown): Promise<AdminAnswer> {
    try {
      return { result: await work() };
    } catch (error) {
      const coded = GatehouseError.find(error);
      if (!coded) {
        this.#options.log.error({ error: describeError(error) }, "admin request failed");
        return { error: { code: "internal_error", message: "The request failed; see the log" } };
      }
      const { code, message, param } = coded;
      return { error: { code, message, ...(param === undefined ? {} : { param }) } };
    }
  }

  async #copy({ folder }: AdminRequest["params"]): Promise<{ copied: true }> {
    const { dataDir, copyStore } = this.#options;
    if (typeof folder !== "string" || !/^\.backup-\d+\/store$/.test(folder)) {
      throw invalidField("folder", "is not a folder of a backup. Give the backup's folder");
    }
    if (!copyStore)
      throw fail("not_found", "store: there is none to copy. Start the appliance first");
    await copyStore(join(dataDir, folder));
    return { copied: true };
  }

  #dispatch({ method, params }: AdminRequest): unknown {
    const { keys, models, learning, policies, status } = this.#options;
    const ofBox = this.#ofBox(method);
    if (ofBox) return ofBox();
    if (models && method.startsWith("models.")) return answerModels(models, method, params);
    if (learning && method.startsWith("learning.")) {
      return answerLearning(learning, method, params);
    }
    if (policies && method.startsWith("policies.")) {
      return answerPolicies(policies, method, params);
    }
    if (method === "backup.copy") return this.#copy(params);
    return method === "status" ? status() : keys.run(method, params);
  }

  /** Methods without parameters, about the box as a whole. */
  #ofBox(method: string): (() => unknown) | undefined {
    const { alarms, capacity, metricsText, safeMode, settings, storeFacts, watched } =
      this.#options;
    const methods: Readonly<Record<string, (() => unknown) | undefined>> = {
      "alarms.test": alarms && (async () => alarmWire(await alarms.test())),
      capacity,
      "config.apply": settings && (() => settings.apply()),
      "safe-mode": safeMode && (() => safeMode.describe()),
      "safe-mode.leave": safeMode && (() => safeMode.leave().then(() => safeMode.describe())),
      "support.metrics": metricsText,
      "doctor.facts": storeFacts,
      "doctor.cameras": watched,
    };
    return Object.hasOwn(methods, method) ? methods[method] : undefined;
  }
}

function exportOf({ org, ids }: AdminRequest["params"]): [string, string[]] {
  const isList = Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === "string");
  if (typeof org === "string" && isList) return [org, ids as string[]];
  throw invalidField("ids", "must be a list. Give the ids of incidents");
}

function secondsOf({ seconds }: AdminRequest["params"]): number | undefined {
  if (seconds === undefined || typeof seconds === "number") return seconds;
  throw invalidField("seconds", "must be a number. Give seconds");
}

async function* jsonChunks(values: AsyncIterable<LatencyReport>): AsyncGenerator<Buffer> {
  for await (const value of values) yield Buffer.from(JSON.stringify(value));
}

function requestOf(line: string): AdminRequest {
  const value = parsed(line);
  const { method, params = {} } = (value ?? {}) as Record<string, unknown>;
  if (typeof method !== "string" || typeof params !== "object" || params === null) {
    throw fail(
      "invalid_json",
      'request: is malformed. Send {"method": …, "params": {…}} on one line',
    );
  }
  return { method, params: params as AdminRequest["params"] };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
