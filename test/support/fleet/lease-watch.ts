import { jetstreamManager } from "@nats-io/jetstream";
import { type KvWatchEntry, Kvm } from "@nats-io/kv";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { readFile } from "node:fs/promises";
import { ledgerUser, type SiteVoters, votersPassword } from "./site-voters.ts";

/** A lease of the robot as the table had it. */
export interface SeenLease {
  revision: number;
  boxId: string;
  session: string;
  /** Wall time of its write, Unix milliseconds. */
  writtenAtMs: number;
}

/**
 * Reads the table of the fleet beside the boxes, and keeps every lease of a robot. It reads from every server, because
 * faults reach some of them.
 */
export class LeaseWatch {
  readonly #voters: SiteVoters;
  readonly #bucket: string;
  readonly #leases = new Map<number, SeenLease>();
  readonly #connections = new Set<NatsConnection>();
  #isOver = false;
  #running: Promise<void>[] = [];

  constructor(voters: SiteVoters, bucket: string) {
    this.#voters = voters;
    this.#bucket = bucket;
  }

  /** All leases of robots, in the order of their revisions. */
  get leases(): SeenLease[] {
    return [...this.#leases.values()].toSorted((a, b) => a.revision - b.revision);
  }

  start(): void {
    this.#running = this.#voters.urls.map((server) => this.#run(server));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    for (const connection of this.#connections) await connection.close();
    await Promise.all(this.#running);
  }

  /** Name of the server that leads the table; null while there is none. */
  async leader(): Promise<string | null> {
    for (const connection of this.#connections) {
      const manager = await jetstreamManager(connection, { timeout: 1000 }).catch(() => null);
      const info = await manager?.streams.info(`KV_${this.#bucket}`).catch(() => null);
      const leader = info?.cluster?.leader;
      if (leader !== undefined) return leader;
    }
    return null;
  }

  async #run(server: string): Promise<void> {
    const ca = await readFile(this.#voters.caFile, "utf8");
    // Its types do not have the host, which TLS takes for the check of an address.
    const tls = { ca, host: new URL(server).hostname };
    const login = { user: ledgerUser, pass: votersPassword, tls };
    const patience = { timeout: 1000, pingInterval: 1000, maxPingOut: 2, reconnect: false };
    while (!this.#isOver) {
      try {
        const connection = await connect({ servers: server, ...login, ...patience });
        this.#connections.add(connection);
        void connection.closed().then(() => this.#connections.delete(connection));
        await this.#follow(connection);
        await connection.close();
      } catch {
        // The server is out of reach, or has not made the table yet.
        // oxlint-disable-next-line house/no-sleep -- the pause between two attempts
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  async #follow(connection: NatsConnection): Promise<void> {
    const kvm = new Kvm(connection);
    const table = await kvm.open(this.#bucket, { bindOnly: true, allow_direct: false });
    const watch = await table.watch({ key: "robot.>" });
    void connection.closed().then(() => watch.stop());
    for await (const entry of watch) this.#note(entry);
  }

  #note({ operation, revision, value, created }: KvWatchEntry): void {
    if (operation !== "PUT") return;
    const { box, session = "" } = JSON.parse(new TextDecoder().decode(value)) as {
      box: string;
      session?: string;
    };
    this.#leases.set(revision, { revision, boxId: box, session, writtenAtMs: created.getTime() });
  }
}
