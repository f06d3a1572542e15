import type { Socket } from "node:net";
import { join } from "node:path";
import { SdkProtocol } from "../../../src/adapters/mcp/sdk-protocol.ts";
import { makeWorkflows, stepKeys } from "../../../src/automation/workflows/module.ts";
import type { StepSweep } from "../../../src/automation/workflows/step-sweep.ts";
import type { BrandService } from "../../../src/media/brands/brand-service.ts";
import { scopes } from "../../../src/base/contract/scopes.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { HttpQuotas } from "../../../src/http/connections/quotas.ts";
import { HttpServer, type HttpServerParts } from "../../../src/http/server.ts";
import { HttpServices } from "../../../src/http/services.ts";
import { WhepSessions } from "../../../src/cameras/restream/whep-sessions.ts";
import { StreamSlots } from "../../../src/http/streaming/stream-slots.ts";
import { adOfJob } from "../../../src/media/ad-wire.ts";
import { brandOfJob } from "../../../src/media/brands/brand-wire.ts";
import { avatarOfJob } from "../../../src/media/avatar-wire.ts";
import { Avatars } from "../../../src/media/avatars.ts";
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
import { makeFoxglove } from "../../../src/robots/foxglove/module.ts";
import { makeRecordings } from "../../../src/robots/recordings/module.ts";
import { makeMaps } from "../../../src/robots/maps/module.ts";
import { Doors } from "../../../src/robots/doors/doors.ts";
import { TrafficService } from "../../../src/robots/traffic/traffic-service.ts";
import { Traffic } from "../../../src/robots/traffic/traffic.ts";
import { makeRobots } from "../robots/make-robots.ts";
import { makeRules, ScriptedIncidents } from "../automation/make-rules.ts";
import { makeRuns, ScriptedRunVision } from "../robots/make-runs.ts";
import { bareSettings, makePolicies } from "../perception/make-policies.ts";
import type { HttpAnswer } from "./ask.ts";
import { openRawStream } from "./raw-stream.ts";
import { fakePerception } from "./fake-perception.ts";
import { rigRoutes, type RigRouteParts } from "./rig-routes.ts";
import { fakeBox } from "../box/fake-box.ts";
import { Escalation } from "../../../src/notifications/escalation/escalation.ts";
import { pushSwitchedOff } from "../notifications/make-push.ts";
import { teleopLimits } from "../../../src/robots/teleop/teleop-terms.ts";
import { RigBase, type RigBaseOptions } from "./rig-base.ts";

/** What differs from the defaults in a rig. */
export interface RigOptions
  extends RigBaseOptions, Partial<Omit<HttpServerParts & RigRouteParts, keyof RigBaseOptions>> {
  /** Limits that differ from the defaults. */
  quotas?: Partial<HttpQuotas>;
  /** Files that the process may have open, as the server counts connections; no limit when absent. */
  openFiles?: number;
  /** Uniform in [0, 1). */
  random?: () => number;
  /** Puts something between the robots and their drivers. */
  wrapDriver?: (driver: RobotDriver, record: RobotRecord) => RobotDriver;
  /** Of `makeVoice`. */
  makeVoice?: Partial<MakeVoice>;
}

/** A server over real parts for keys and sessions, on a free port. */
export class Rig extends RigBase {
  readonly brands: BrandService;
  readonly robots: Robots;
  readonly traffic: TrafficService;
  readonly voice: ReturnType<typeof makeVoice>;
  readonly rules: ReturnType<typeof makeRules>;
  readonly incidents: ScriptedIncidents;
  readonly server: HttpServer;
  readonly services: HttpServices;
  readonly #sweep: StepSweep;
  readonly #pages: { stop(): unknown };
  readonly #mapFiles = new MapFiles({ clock: systemClock });
  readonly #health: { stop(): void };

  constructor(options: RigOptions = {}) {
    super(options);
    const { store, clock, outbound } = this;
    const { people } = this.accounts;
    const { brands, reader } = makeBrands(this, options.outbound);
    this.brands = brands;
    this.#pages = reader;
    this.#health = addHealthOperations(this.jobs);
    const stored = makePolicies({ store, clock, settings: bareSettings });
    const site = makeMaps({
      store,
      assets: this.assets,
      clock,
      reader: this.#mapFiles,
      zonesOf: (org) => this.robots.stored.list(org, "zone"),
    });
    const traffic = new Traffic({
      store,
      events: this.feed,
      clock,
      log: silentLogger,
      places: site.places,
    });
    this.robots = makeRobots({
      places: site.places,
      trafficOf: () => traffic,
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
    this.traffic = new TrafficService({ traffic, robots: this.robots });
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
    this.incidents = new ScriptedIncidents(clock);
    this.rules = makeRules({
      store,
      events: this.feed,
      clock,
      robots,
      incidents: this.incidents,
      modes: stored.modes,
    });
    const running = { store, log: this.feed, clock, robots: this.robots };
    const { runs, missions } = makeRuns(running, this.jobs, {
      vision: new ScriptedRunVision(),
      maps: site.maps,
      places: site.places,
      webhooks: this.webhooks,
      scopesOf: stepKeys(this.keys, people).scopesOf,
    });
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
      ...(this.setup ? { setup: this.setup } : {}),
      traffic: this.traffic,
      doors: new Doors({ store, events: this.feed, clock, log: silentLogger, doors: [] }),
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
      missions,
      workflows,
      telemetry: this.robots.telemetry,
      mcap: new McapFiles(),
      foxglove: makeFoxglove({
        robots: this.robots,
        maps: site.maps,
        events: this.feed,
        clock,
        publicUrl: () => this.server.url(),
      }),
      robotRecordings: makeRecordings({
        robots: this.robots,
        store,
        events: this.feed,
        clock,
        log: silentLogger,
        mcap: new McapFiles(),
        files: this.assets,
        videoOf: async () => ({ video: [], isCut: false }),
        ofStream: async () => undefined,
      }).recordings,
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
    await this.startBase();
    this.#sweep.start();
    await this.voice.boxVoice.start();
    await this.robots.start();
    await this.rules.start();
    await this.server.start();
    if (this.setup) this.setupCode = this.setup.issue()!;
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
    await this.stopBase();
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
