import { jetstreamManager, type JetStreamManager } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { Backoff } from "../../base/concurrency/backoff.ts";
import { type Clock, sleep } from "../../base/core/clock.ts";
import type { Expected, FleetLink, FleetListener, WriteOutcome } from "../../fleet/fleet-port.ts";
import { connectToFirst, type NatsLogin } from "./nats-connection.ts";
import { isConflict, isTooFewServers, problemOf } from "./nats-problems.ts";

/** The connection to the NATS servers. */
export interface NatsLinkOptions extends NatsLogin {
  /** Name of the bucket with the table. */
  bucket: string;
  /** Servers that should keep a copy of the table. */
  voters: number;
  clock: Clock;
  /** Longest pause between two attempts, in milliseconds; 3000 when absent. */
  maxPauseMs?: number;
}

/** Longest wait for the answer to a request, in milliseconds. */
const answerMs = 2000;

interface Session {
  connection: NatsConnection;
  table: KV;
}

/** A connection, for others that use it beside the table. */
export interface NatsSession {
  connection: NatsConnection;
  manager: JetStreamManager;
  /** Servers that keep a copy of the table. */
  copies: number;
}

/**
 * The table of a fleet as a key-value bucket of NATS JetStream. Each connection is one client of the library with one
 * watch of the whole bucket, so that nothing of an earlier connection lives on.
 */
export class NatsLink implements FleetLink {
  readonly #options: NatsLinkOptions;
  readonly #backoff: Backoff;
  readonly #stopping = new AbortController();
  #listener: FleetListener | undefined;
  readonly #followers: ((session: NatsSession | undefined) => void)[] = [];
  #session: Session | undefined;
  #running: Promise<void> | undefined;
  #resetReason: string | undefined;

  constructor(options: NatsLinkOptions) {
    this.#options = options;
    const { maxPauseMs: maxMs = 3000 } = options;
    this.#backoff = new Backoff({ firstMs: Math.min(250, maxMs), maxMs, jitter: 0.4 });
  }

  listen(listener: FleetListener): void {
    this.#listener = listener;
  }

  /** Calls `follower` with each new connection, and with undefined at its end. */
  follow(follower: (session: NatsSession | undefined) => void): void {
    this.#followers.push(follower);
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#session?.connection.close();
    await this.#running;
  }

  reset(problem: string): void {
    this.#resetReason = problem;
    void this.#session?.connection.close();
  }

  write(key: string, value: string, expected: Expected): Promise<WriteOutcome> {
    const about = expected === "any" ? {} : { previousSeq: expected };
    return this.#change((table) => table.put(key, value, { ...about, timeout: answerMs }));
  }

  remove(key: string, expected: number): Promise<WriteOutcome> {
    return this.#change(async (table) => {
      await table.delete(key, { previousSeq: expected });
      return 0;
    });
  }

  async #change(change: (table: KV) => Promise<number>): Promise<WriteOutcome> {
    const { table } = this.#session ?? {};
    if (!table) return { kind: "lost", problem: "there is no connection to a NATS server" };
    try {
      return { kind: "written", revision: await change(table) };
    } catch (error) {
      return isConflict(error) ? { kind: "conflict" } : { kind: "lost", problem: problemOf(error) };
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const problem = await this.#connected();
      if (signal.aborted) return;
      this.#listener?.onDown(problem);
      await sleep(this.#options.clock, this.#backoff.nextMs(), signal);
    }
  }

  /** One connection from its beginning to its end; resolves with the reason of the end. */
  async #connected(): Promise<string> {
    let connection: NatsConnection | undefined;
    try {
      connection = await connectToFirst(this.#options, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return "the box stops";
      await this.#follow(connection);
      const error = await connection.closed();
      return this.#resetReason ?? (error ? problemOf(error) : "the connection has ended");
    } catch (error) {
      return this.#resetReason ?? problemOf(error);
    } finally {
      this.#session = undefined;
      for (const follower of this.#followers) follower(undefined);
      this.#resetReason = undefined;
      await connection?.close();
    }
  }

  /** Gives the listener every entry until the connection ends; then the watch ends, or fails. */
  async #follow(connection: NatsConnection): Promise<void> {
    const manager = await jetstreamManager(connection, { timeout: answerMs });
    const copies = await this.#prepare(manager);
    const kvm = new Kvm(manager.jetstream());
    const table = await kvm.open(this.#options.bucket, { bindOnly: true, allow_direct: false });
    const watch = await table.watch();
    this.#session = { connection, table };
    for (const follower of this.#followers) follower({ connection, manager, copies });
    this.#backoff.reset();
    this.#listener?.onUp({ name: connection.info?.server_name ?? connection.getServer(), copies });
    for await (const { key, revision, operation, created, value } of watch) {
      this.#listener?.onEntry({
        key,
        revision,
        value: operation === "PUT" ? new TextDecoder().decode(value) : null,
        writtenAtMs: created.getTime(),
      });
    }
    await connection.close();
  }

  /** Makes the bucket where there is none, or adds copies to it; resolves with the number of copies. */
  async #prepare(manager: JetStreamManager): Promise<number> {
    const { bucket, voters } = this.#options;
    const kvm = new Kvm(manager.jetstream());
    await kvm.create(bucket, { history: 1, replicas: voters, timeout: answerMs });
    const stream = `KV_${bucket}`;
    const { config } = await manager.streams.info(stream);
    if (config.num_replicas >= voters) return config.num_replicas;
    try {
      await manager.streams.update(stream, { ...config, num_replicas: voters });
      return voters;
    } catch (error) {
      // The servers for more copies may come later; the table works with those that it has.
      if (isTooFewServers(error)) return config.num_replicas;
      throw error;
    }
  }
}
