import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WorkerIntake } from "../../../src/adapters/body-intake/worker-intake.ts";
import { SimpleWebAuthn } from "../../../src/adapters/webauthn/simple-webauthn.ts";
import { FileBlobs } from "../../../src/adapters/files/file-blobs.ts";
import { OutboundClient } from "../../../src/adapters/outbound/outbound-client.ts";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { Assets } from "../../../src/base/assets/assets.ts";
import type { Scope } from "../../../src/base/contract/scopes.ts";
import { systemClock, type Clock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { Vault } from "../../../src/base/secrets/vault.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import type { HttpServer } from "../../../src/http/server.ts";
import { Jobs } from "../../../src/base/jobs/jobs.ts";
import { ApiKeys } from "../../../src/base/keys/api-keys.ts";
import { AuditLog } from "../../../src/base/keys/audit-log.ts";
import { EgressLog } from "../../../src/uplink/egress-log.ts";
import { Organisations } from "../../../src/base/keys/organisations.ts";
import { SetupCode } from "../../../src/base/keys/setup-code.ts";
import { type Accounts, makeAccounts } from "../../../src/base/people/accounts.ts";
import { Sessions } from "../../../src/base/keys/sessions.ts";
import { Webhooks } from "../../../src/notifications/webhooks/webhooks.ts";
import { type HttpQuestion, ask, type HttpAnswer } from "./ask.ts";
import { until } from "../box/wait.ts";
import { operation } from "./stream-operation.ts";

/** What differs from the defaults in the base of a rig. */
export interface RigBaseOptions {
  clock?: Clock;
  /** How many events the log keeps. */
  keptEvents?: number;
  /** Jobs that run at once, and queued ones that are accepted. */
  concurrency?: number;
  maxQueued?: number;
  /** Where webhooks may go; only the internet when absent. */
  outbound?: OutboundClient;
  /** Starts without a key, with a setup code for the first. */
  withSetupCode?: boolean;
}

/** The store, the log, jobs, files, keys and people of a rig: what all its other parts need. */
export abstract class RigBase {
  readonly store: LmdbStore;
  readonly dir = mkdtempSync(join(tmpdir(), "gatehouse-http-"));
  readonly feed: EventLog;
  readonly jobs: Jobs;
  readonly assets: Assets;
  readonly webhooks: Webhooks;
  readonly clock: Clock;
  readonly keys: ApiKeys;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly audit: AuditLog;
  readonly egress: EgressLog;
  readonly outbound: OutboundClient;
  abstract readonly server: HttpServer;
  key = "";
  setupCode = "";
  protected readonly setup: SetupCode | undefined;
  readonly #vault = new Vault({ path: join(this.dir, "health-key"), make: true });
  readonly blobs = new FileBlobs({ dir: join(this.dir, "blobs") });
  readonly intake: WorkerIntake;
  /** Where large inputs lie. */
  readonly blobDir = join(this.dir, "blobs");
  readonly #ends = new Map<string, () => void>();

  constructor(options: RigBaseOptions) {
    this.clock = options.clock ?? systemClock;
    this.store = new LmdbStore({
      dir: this.dir,
      reserveBytes: 4096,
      log: silentLogger,
      clock: systemClock,
    });
    const { store, clock } = this;
    const { keptEvents = 100_000 } = options;
    this.feed = new EventLog({
      store,
      clock: systemClock,
      log: silentLogger,
      retention: { maxCount: keptEvents },
    });
    this.jobs = new Jobs({
      store,
      events: this.feed,
      blobs: this.blobs,
      clock: systemClock,
      log: silentLogger,
      limits: { maxQueuedPerOrg: options.maxQueued ?? 200 },
      vault: this.#vault,
      attachments: { removeOfJob: (org, id) => this.assets.removeOfJob(org, id) },
      addresses: {
        publicUrl: () => this.server.url(),
        signed: (org, path) => this.assets.signed(org, path),
      },
    });
    this.jobs.operations.register(operation);
    this.jobs.register({
      type: operation.jobType,
      concurrency: options.concurrency ?? Infinity,
      run: ({ job, signal }) =>
        new Promise((resolve) => {
          this.#ends.set(job.id, () => resolve({}));
          signal.addEventListener("abort", () => resolve({}));
        }),
    });
    this.assets = new Assets({
      dir: join(this.dir, "assets"),
      store,
      clock: systemClock,
      log: silentLogger,
      publicUrl: () => this.server.url(),
      classes: {
        map: { maxAgeMs: null, isKept: true },
        generated: { maxAgeMs: 14 * 86_400_000 },
        evidence: { maxAgeMs: null },
        health: { maxAgeMs: 3_600_000 },
        avatar: { maxAgeMs: null, isKept: true },
        brand: { maxAgeMs: null, isKept: true },
      },
      maxBytes: 50_000_000,
    });
    this.outbound =
      options.outbound ?? new OutboundClient({ allowedNetworks: [], ownPorts: () => [] });
    this.webhooks = new Webhooks({
      store,
      events: this.feed,
      jobs: this.jobs,
      outbound: this.outbound,
      clock: systemClock,
      log: silentLogger,
      vault: { path: join(this.dir, "webhook-key"), make: true },
      version: "0.0.0",
    });
    this.intake = new WorkerIntake({
      keyPath: join(this.dir, "health-key"),
      dir: join(this.dir, "blobs"),
      clock,
      log: silentLogger,
    });
    this.keys = new ApiKeys({ store, clock });
    // The box's own cost is a third of a second for each of the many sign-ins.
    const passwordCost = { n: 2 ** 10, r: 8, p: 1 };
    this.accounts = makeAccounts({ store, clock, verifier: new SimpleWebAuthn(), passwordCost });
    const { people } = this.accounts;
    this.sessions = new Sessions({ store, clock, keys: this.keys, people });
    const retention = { maxAgeMs: 86_400_000, maxCount: 10_000 };
    this.audit = new AuditLog({ store, clock, log: silentLogger, retention });
    this.egress = new EgressLog({ store, clock, log: silentLogger, retention });
    if (options.withSetupCode)
      this.setup = new SetupCode({
        clock,
        keys: this.keys,
        org: "default",
        hasPeople: () => !people.isEmpty(),
      });
  }

  /** Starts what every other part of the rig needs. */
  protected async startBase(): Promise<void> {
    await this.store.start();
    await this.feed.start();
    await this.blobs.start();
    await this.assets.start();
    await this.#vault.start();
    await this.webhooks.start();
    await this.jobs.start();
  }

  /** Stops what every other part of the rig needs, once the jobs have stopped, and removes its files. */
  protected async stopBase(): Promise<void> {
    await this.webhooks.stop();
    await this.assets.stop();
    await this.feed.stop();
    await this.store.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }

  async newKey(granted: readonly Scope[], org = "default"): Promise<string> {
    if (org !== "default") {
      const { store, clock } = this;
      await new Organisations({ store, clock }).create({ id: org }).catch(() => undefined);
    }
    return (await this.keys.create({ org, name: "test", scopes: granted })).token;
  }

  ask(path: string, request: HttpQuestion = {}): Promise<HttpAnswer> {
    const { key = this.key } = request;
    return ask(this.server.address()!.port, path, { ...request, key });
  }

  /** Resolves when this many long polls wait. */
  waiterCount(count: number): Promise<void> {
    return until(() => this.jobs.counts().waiters === count, { what: `${count} waiters` });
  }

  /** Resolves when a worker has the job. */
  running(id: string): Promise<void> {
    return until(() => this.#ends.has(id), { what: "a running job" });
  }

  /** Ends a job as its worker would. */
  async endJob(id: string): Promise<void> {
    await this.running(id);
    this.#ends.get(id)!();
  }

  /** Writes an incident event to the log. */
  async emit(
    data: Record<string, unknown> & { streamId?: string },
    org = "default",
  ): Promise<void> {
    const { streamId = "gate", ...rest } = data;
    await this.feed.append({ org, type: "incident.created", streamId, data: rest });
  }
}
