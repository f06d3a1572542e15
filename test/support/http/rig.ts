import { mkdtempSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WorkerIntake } from "../../../src/adapters/body-intake/worker-intake.ts";
import { SdkProtocol } from "../../../src/adapters/mcp/sdk-protocol.ts";
import { SimpleWebAuthn } from "../../../src/adapters/webauthn/simple-webauthn.ts";
import { FileBlobs } from "../../../src/adapters/files/file-blobs.ts";
import { OutboundClient } from "../../../src/adapters/outbound/outbound-client.ts";
import { makeWorkflows } from "../../../src/automation/workflows/module.ts";
import type { StepSweep } from "../../../src/automation/workflows/step-sweep.ts";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { Assets } from "../../../src/base/assets/assets.ts";
import type { BrandService } from "../../../src/media/brands/brand-service.ts";
import { type Scope, scopes } from "../../../src/base/contract/scopes.ts";
import { systemClock, type Clock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { Vault } from "../../../src/base/secrets/vault.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import type { HttpQuotas } from "../../../src/http/connections/quotas.ts";
import { HttpServer, type HttpServerParts } from "../../../src/http/server.ts";
import { HttpServices } from "../../../src/http/services.ts";
import { WhepSessions } from "../../../src/cameras/restream/whep-sessions.ts";
import { StreamSlots } from "../../../src/http/streaming/stream-slots.ts";
import { Jobs } from "../../../src/base/jobs/jobs.ts";
import { ApiKeys } from "../../../src/base/keys/api-keys.ts";
import { AuditLog } from "../../../src/base/keys/audit-log.ts";
import { EgressLog } from "../../../src/uplink/egress-log.ts";
import { Organisations } from "../../../src/base/keys/organisations.ts";
import { SetupCode } from "../../../src/base/keys/setup-code.ts";
import { type Accounts, makeAccounts } from "../../../src/base/people/accounts.ts";
import { Sessions } from "../../../src/base/keys/sessions.ts";
import { adOfJob } from "../../../src/media/ad-wire.ts";
import { brandOfJob } from "../../../src/media/brands/brand-wire.ts";
import { avatarOfJob } from "../../../src/media/avatar-wire.ts";
import { Avatars } from "../../../src/media/avatars.ts";
import { Webhooks } from "../../../src/notifications/webhooks/webhooks.ts";
import { mcpRoute } from "../../../src/mcp/routes/mcp.ts";
import type { RobotDriver } from "../../../src/robots/driver/driver-port.ts";
import type { RobotRecord } from "../../../src/robots/fleet/robot-record.ts";
import type { Robots } from "../../../src/robots/fleet/robots.ts";
import { withBoxSpeech } from "../../../src/robots/driver/box-speech.ts";
import { RobotService } from "../../../src/robots/fleet/robot-service.ts";
import { addHealthOperations } from "../health/make-health.ts";
import { makeBrands } from "../media/make-brands.ts";
import { type MakeVoice, makeVoice, speakerOf } from "../voice/make-voice.ts";
import { MapFiles } from "../../../src/adapters/compute/map-files.ts";
import { McapFiles } from "../../../src/adapters/mcap/mcap-format.ts";
import { makeMaps } from "../../../src/robots/maps/module.ts";
import { makeRobots } from "../robots/make-robots.ts";
import { makeRules, ScriptedIncidents } from "../automation/make-rules.ts";
import { makeRuns, ScriptedRunVision } from "../robots/make-runs.ts";
import { bareSettings, makePolicies } from "../perception/make-policies.ts";
import { type HttpQuestion, ask, type HttpAnswer } from "./ask.ts";
import { openRawStream } from "./raw-stream.ts";
import { fakePerception } from "./fake-perception.ts";
import { rigRoutes, type RigRouteParts } from "./rig-routes.ts";
import { fakeBox } from "../box/fake-box.ts";
import { Escalation } from "../../../src/notifications/escalation/escalation.ts";
import { pushSwitchedOff } from "../notifications/make-push.ts";
import { until } from "../box/wait.ts";
import { operation } from "./stream-operation.ts";
import { teleopLimits } from "../../../src/robots/teleop/teleop-terms.ts";

export interface RigOptions extends Partial<HttpServerParts & RigRouteParts> {
  /** Limits that differ from the defaults. */
  quotas?: Partial<HttpQuotas>;
  /** Files that the process may have open, as the server counts connections; no limit when absent. */
  openFiles?: number;
  /** Uniform in [0, 1). */
  random?: () => number;
  /** How many events the log keeps. */
  keptEvents?: number;
  /** Jobs that run at once, and queued ones that are accepted. */
  concurrency?: number;
  maxQueued?: number;
  /** Where webhooks may go; only the internet when absent. */
  outbound?: OutboundClient;
  /** Puts something between the robots and their drivers. */
  wrapDriver?: (driver: RobotDriver, record: RobotRecord) => RobotDriver;
  /** Of `makeVoice`. */
  makeVoice?: Partial<MakeVoice>;
  /** Starts without a key, with a setup code for the first. */
  withSetupCode?: boolean;
}

/** A server over real parts for keys and sessions, on a free port. */
export class Rig {
  readonly store: LmdbStore;
  readonly dir = mkdtempSync(join(tmpdir(), "gatehouse-http-"));
  readonly feed: EventLog;
  readonly jobs: Jobs;
  readonly assets: Assets;
  readonly brands: BrandService;
  readonly webhooks: Webhooks;
  readonly clock: Clock;
  readonly keys: ApiKeys;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly audit: AuditLog;
  readonly egress: EgressLog;
  readonly robots: Robots;
  readonly voice: ReturnType<typeof makeVoice>;
  readonly rules: ReturnType<typeof makeRules>;
  readonly eyes: ScriptedIncidents;
  readonly server: HttpServer;
  readonly services: HttpServices;
  key = "";
  setupCode = "";
  readonly #setup: SetupCode | undefined;
  readonly #vault = new Vault({ path: join(this.dir, "health-key"), make: true });
  readonly blobs = new FileBlobs({ dir: join(this.dir, "blobs") });
  readonly intake: WorkerIntake;
  /** Where large inputs lie. */
  readonly blobDir = join(this.dir, "blobs");
  readonly #sweep: StepSweep;
  readonly #pages: { stop(): unknown };
  readonly #mapFiles = new MapFiles({ clock: systemClock });
  readonly #health: { stop(): void };
  readonly #ends = new Map<string, () => void>();

  constructor(options: RigOptions = {}) {
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
    const { brands, reader } = makeBrands(this, options.outbound);
    this.brands = brands;
    this.#pages = reader;
    this.#health = addHealthOperations(this.jobs);
    const outbound =
      options.outbound ?? new OutboundClient({ allowedNetworks: [], ownPorts: () => [] });
    this.webhooks = new Webhooks({
      store,
      events: this.feed,
      jobs: this.jobs,
      outbound,
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
      this.#setup = new SetupCode({
        clock,
        keys: this.keys,
        org: "default",
        hasPeople: () => !people.isEmpty(),
      });
    const stored = makePolicies({ store, clock, settings: bareSettings });
    const site = makeMaps({
      store,
      assets: this.assets,
      clock,
      reader: this.#mapFiles,
      zonesOf: (org) => this.robots.stored.list(org, "zone"),
    });
    this.robots = makeRobots({
      places: site.places,
      store,
      events: this.feed,
      clock,
      dataDir: this.dir,
      orgs: () => ["default", "acme"],
      wrap: (driver, record) =>
        withBoxSpeech(
          options.wrapDriver?.(driver, record) ?? driver,
          speakerOf(this.voice.boxVoice, record.request.speaker),
        ),
    });
    site.places.addUsers((org, name) => this.rules.usersOf(org, name));
    const robots = new RobotService({ robots: this.robots, store });
    this.voice = makeVoice({
      store,
      clock,
      jobs: this.jobs,
      assets: this.assets,
      outbound,
      dir: join(this.dir, "spoken"),
      ...options.makeVoice,
    });
    this.eyes = new ScriptedIncidents(clock);
    const { eyes } = this;
    this.rules = makeRules({ store, events: this.feed, clock, robots, eyes, modes: stored.modes });
    const running = { store, log: this.feed, clock, robots: this.robots };
    const runs = makeRuns(running, this.jobs, { vision: new ScriptedRunVision() });
    const { workflows, sweep, operations } = makeWorkflows({
      jobs: this.jobs,
      events: this.feed,
      keys: this.keys,
      people,
      clock: systemClock,
      log: silentLogger,
    });
    this.jobs.add(operations);
    this.#sweep = sweep;
    const avatars = new Avatars({ store, clock, assets: this.assets, jobs: this.jobs });
    this.services = new HttpServices({
      clock,
      events: this.feed,
      maxMessageBytes: teleopLimits.messageBytes,
      ...(options.quotas ? { quotas: options.quotas } : {}),
      ...(options.openFiles === undefined ? {} : { openFiles: options.openFiles }),
      ...(options.random ? { random: options.random } : {}),
    });
    const parts: Omit<HttpServerParts, "routes"> & RigRouteParts = {
      ...(this.#setup ? { setup: this.#setup } : {}),
      host: "127.0.0.1",
      port: 0,
      allowedHosts: () => ["gate.local"],
      version: "0.0.0",
      log: silentLogger,
      clock,
      keys: this.keys,
      accounts: this.accounts,
      pageUrl: () => this.server.url(),
      sessions: this.sessions,
      audit: this.audit,
      egress: this.egress,
      jobs: this.jobs,
      idempotency: this.jobs.idempotency,
      services: this.services,
      metricsOnLoopback: false,
      teleopSlots: new StreamSlots({ ...teleopLimits, message: "Too many teleop sessions" }),
      ...fakePerception({ store, clock, incidentId }),
      robots,
      rules: this.rules,
      runs,
      workflows,
      telemetry: this.robots.telemetry,
      mcap: new McapFiles(),
      maps: {
        ...site,
        urlOf: (org, id) => this.assets.url(org, id),
        fileOf: (id) => this.blobs.fileOf(id),
      },
      voice: this.voice.facade,
      policies: stored.service,
      modes: stored.modes,
      replay: stored.replay,
      ...fakeBox,
      files: this.assets,
      webhooks: this.webhooks,
      escalation: new Escalation({
        store,
        events: this.feed,
        clock,
        log: silentLogger,
        minSeverity: "critical",
        steps: [],
        isAcknowledged: (_reader, org, id) =>
          org === "default" && id === incidentId ? false : undefined,
      }),
      push: pushSwitchedOff({ store, events: this.feed, clock, outbound, egress: this.egress }),
      brands: this.brands,
      avatars,
      expansions: {
        brand: (job) => brandOfJob(this.brands, job),
        ad: adOfJob,
        avatar: (job) => avatarOfJob(avatars, job),
      },
      intake: this.intake,
      readiness: () => [],
      whep: new WhepSessions({ viewers: undefined, slots: { take: () => () => {} } }),
      ...options,
    };
    const protocol = new SdkProtocol({ version: "0.0.0", log: silentLogger });
    const agents = mcpRoute({ protocol, withAdministration: false }, this.services);
    const routes = () => [...rigRoutes(parts, this.services), agents];
    this.server = new HttpServer({ ...parts, routes });
  }

  async start(): Promise<this> {
    await this.store.start();
    await this.feed.start();
    await this.blobs.start();
    await this.assets.start();
    await this.#vault.start();
    await this.webhooks.start();
    await this.jobs.start();
    this.#sweep.start();
    await this.voice.boxVoice.start();
    await this.robots.start();
    await this.rules.start();
    await this.server.start();
    if (this.#setup) this.setupCode = this.#setup.issue()!;
    else this.key = await this.newKey(scopes);
    return this;
  }

  /** Stops the server and removes what the rig made. */
  async stop(): Promise<void> {
    await this.server.stop();
    await this.intake.stop();
    await this.#sweep.stop();
    await this.jobs.stop();
    this.#health.stop();
    this.#pages.stop();
    this.#mapFiles.stop();
    await this.rules.stop();
    await this.robots.stop();
    await this.voice.boxVoice.stop();
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

  /** A bare socket whose GET request for `path` has been answered with a head. */
  rawStream(path: string, header?: string): Promise<Socket> {
    return openRawStream({ port: this.server.address()!.port, key: this.key, path, header });
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    return this.ask(path, { method: "POST", body, headers });
  }
}

export const incidentId = "01900000-0000-7000-8000-000000000001";
