import type { BoxAlarmWire } from "./system/machine/wire/box-alarms.ts";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { type ApplianceOptions, demoKeyMs, type Entrance } from "./appliance-options.ts";
import { ComputePool } from "./adapters/compute/compute-pool.ts";
import type { LmdbStore } from "./adapters/lmdb/lmdb-store.ts";
import { Metrics } from "./adapters/prometheus/metrics.ts";
import { VisionHost } from "./adapters/vision/vision-host.ts";
import { plannedUrl, startTls } from "./http/module.ts";
import { cameraIngest, type CameraParts, startFieldCameras } from "./cameras/module.ts";
import { AdminServer } from "./system/admin/admin-server.ts";
import { KeyAdmin } from "./system/admin/key-admin.ts";
import type { Alarms } from "./notifications/alarms/alarms.ts";
import { CameraMoves } from "./cameras/camera-moves.ts";
import { CameraRegistry } from "./cameras/camera-registry.ts";
import {
  cameraNetworks,
  configuredStreams,
  httpQuotas,
  serverOptions,
  visionLimits,
} from "./system/config/parts.ts";
import { installDir } from "./base/settings/install-dir.ts";
import type { systemWire } from "./system/system-wire.ts";
import { type Part, PartStack } from "./base/core/parts.ts";
import { type DemoTriage, submitDemoTriage } from "./system/demo/triage.ts";
import { DemoCamera } from "./system/demo/demo-camera.ts";
import { demoStreams } from "./system/demo/demo-site.ts";
import { HttpServer } from "./http/server.ts";
import type { Route } from "./http/route.ts";
import type { Logger } from "./base/core/logger.ts";
import type { WorkflowService } from "./automation/workflows/workflow-service.ts";
import { HttpServices } from "./http/services.ts";
import { baseRoutes, type BaseRouteParts } from "./base/routes/base-routes.ts";
import {
  type PerceptionRouteParts,
  perceptionRoutes,
} from "./perception/routes/perception-routes.ts";
import { allRobotRoutes } from "./robots/routes/all-robot-routes.ts";
import { ruleRoutes } from "./automation/rules/routes/rules.ts";
import { runRoutes } from "./automation/workflows/routes/runs.ts";
import { voiceRoutes } from "./voice/routes/voice-routes.ts";
import { egressRoutes } from "./uplink/routes/egress.ts";
import { brandRoutes } from "./media/brands/routes/brands.ts";
import { avatarRoutes } from "./media/routes/avatars.ts";
import { webhookRoutes } from "./notifications/webhooks/routes/webhooks.ts";
import { webhookDeliveryRoutes } from "./notifications/webhooks/routes/webhook-deliveries.ts";
import { allSystemRoutes, type SystemRouteParts } from "./system/routes/all-system-routes.ts";
import { teleopLimits } from "./robots/wire/teleop.ts";
import type { Pulse } from "./system/selfcare/pulse.ts";
import { SiteClock } from "./system/selfcare/site-clock.ts";
import type { TlsIdentity } from "./http/connections/tls-port.ts";
import type { ApiKeys } from "./base/keys/api-keys.ts";
import { type ModelFolders, modelFolders, searchOrder } from "./perception/models/model-folders.ts";
import {
  type ConfiguredStream,
  ConfiguredStreams,
  streamJobs,
} from "./perception/streams/configured-streams.ts";
import type { BoxModels } from "./perception/streams/box-models.ts";
import { signedFiles } from "./perception/evidence/box-evidence.ts";
import { addWatching, type Watching } from "./perception/module.ts";
import { addState, type State } from "./base/module.ts";
import { addVoice, type VoiceModule } from "./voice/module.ts";
import { readParts } from "./system/metrics/module.ts";
import { addDoctor } from "./system/doctor/module.ts";
import { addHealth } from "./health/module.ts";
import { guardedIntake, pulseOf } from "./system/selfcare/module.ts";
import { addRobots, type RobotsModule } from "./robots/module.ts";
import { addAlarms } from "./notifications/alarms/module.ts";
import { startAnnouncer } from "./system/announce/module.ts";
import { addBus, type Telling } from "./notifications/mqtt/module.ts";
import { addActing, type Acting } from "./automation/rules/module.ts";
import { addMachine, describeSystem } from "./system/module.ts";
import { historyWire } from "./system/machine/machine-wire.ts";
import type { MachineWatch } from "./system/machine/machine-watch.ts";
import { addSelftest } from "./system/selftest/module.ts";
import { addWorkflows } from "./automation/workflows/module.ts";
import { addMedia, type MediaModule } from "./media/module.ts";
import { addNarration, addUplink } from "./uplink/module.ts";
import type { ModelUplink } from "./uplink/model-uplink.ts";
import { isStoreUnusable, type Rescue, startRescue } from "./system/rescue/module.ts";
import { upkeepOf } from "./system/backup/module.ts";

const { version } = packageJson;

/** Starts a part and owns it from then on. */
type Start = <P extends Part>(name: string, part: P) => Promise<P>;

/**
 * The whole appliance: builds every part in order, wires each to the ports of those before it, and
 * stops them newest first. This is the only place that knows all of them.
 */
export class Appliance implements Part {
  readonly #options: ApplianceOptions & { clock: SiteClock };
  readonly #stack: PartStack;
  readonly #startedAtMs: number;
  #store: LmdbStore | undefined;
  #http: HttpServer | undefined;
  #services: HttpServices | undefined;
  #rescue: Rescue | undefined;
  #tls: TlsIdentity | undefined;
  #local: Awaited<ReturnType<typeof startAnnouncer>>;
  #models: BoxModels | undefined;
  #demoKey: string | undefined;
  #triage: readonly DemoTriage[] | undefined;
  #setupCode: string | undefined;
  #isReady = false;
  #behind: Behind | undefined;
  #pulse: Pulse | undefined;
  #configured: ConfiguredStreams | undefined;
  /** What the box finds wrong with itself; nothing while it starts. */
  #boxAlarms: () => readonly BoxAlarmWire[] = () => [];
  readonly #metrics: Metrics;

  constructor(options: ApplianceOptions) {
    this.#options = { ...options, clock: new SiteClock(options.clock) };
    this.#stack = new PartStack(options.log);
    this.#startedAtMs = options.clock.wallMs();
    this.#metrics = new Metrics(() => this.#readings());
  }

  /**
   * Resolves when the API answers, or, for a store that cannot be opened, the rescue in its place. Fails with the
   * coded error of the part that could not start.
   */
  async start(signal: AbortSignal): Promise<void> {
    const start: Start = (name, part) => this.#stack.start(name, part, signal);
    try {
      await this.#startAll(start);
    } catch (error) {
      if (!isStoreUnusable(error)) throw error;
      this.#options.visionChild?.kill("SIGKILL");
      this.#rescue = await startRescue(start, this.#options, error);
    }
  }

  async #startAll(start: Start): Promise<void> {
    const publicUrl = (): string => this.#http?.url() ?? plannedUrl(this.#options.config);
    const box = { ...this.#options, version, publicUrl };
    const ownPorts = (): number[] => this.#ownPorts();
    const state = await addState(start, { ...box, metrics: this.#metrics, ownPorts });
    this.#store = state.store;
    const eyes = await this.#startEyes(start);
    const folders = this.#modelFolders();
    const { dial } = this.#cameraParts();
    const watching = await addWatching(start, { ...box, ...state, ...eyes, dial, folders });
    this.#models = watching.models;
    const uplink = await addUplink(start, { ...box, ...state });
    await addNarration(start, { ...box, ...state, ...watching, uplink });
    const speaking = await addVoice(start, { ...box, ...state, uplink });
    const moving = await addRobots(start, { ...box, ...state, ...speaking, ownPorts });
    const seen = { ...state, ...eyes, ...watching, ...moving };
    const acting = await addActing(start, { ...box, ...seen, uplink });
    const made = await addMedia(start, { ...box, ...state, uplink });
    await addHealth(start, { ...box, ...state, uplink });
    const boxAlarms = () => (this.#isReady ? this.#boxAlarms() : null);
    const alarms = await addAlarms(start, { ...box, ...seen, boxAlarms });
    const telling = await this.#startBus(start, { ...seen, alarms });
    const behind = { ...seen, ...acting, ...made, ...speaking, ...telling, uplink, alarms };
    await this.#openDoors(start, behind);
    await this.#watchConfigured(start, behind);
    this.#setupCode = state.setup.issue();
    this.#isReady = true;
    void this.#metrics.load();
  }

  /** The streams of the configuration, and those of the demo. */
  async #watchConfigured(start: Start, { store, jobs, keys, operation }: Behind): Promise<void> {
    const { config, log, clock } = this.#options;
    const wanted = [...configuredStreams(config), ...(await this.#demo(keys, start))];
    const parts = { store, log, clock, jobs: streamJobs(jobs, operation) };
    this.#configured = await start("configured streams", new ConfiguredStreams(parts));
    await this.#configured.reconcile(wanted);
    if (!this.#options.demo?.withHealth) return;
    const { site, dataDir } = config;
    this.#triage = await submitDemoTriage(jobs, { org: site.organisation, dataDir });
  }

  /** What is told to a broker of the site. */
  #startBus(
    start: Start,
    parts: State & Watching & RobotsModule & { alarms: Alarms },
  ): Promise<Telling> {
    return addBus(start, {
      ...this.#options,
      ...parts,
      version,
      startedAtMs: this.#startedAtMs,
      isReady: () => this.#isReady,
      publicUrl: () => this.#http?.url() ?? "",
    });
  }

  /** Camera connections, and the child processes that look at pictures. */
  async #startEyes(start: Start) {
    const { config, log, clock, visionChild } = this.#options;
    const cameras = await start(
      "cameras",
      new CameraRegistry({ ingest: cameraIngest(this.#cameraParts()), clock, log }),
    );
    const pictures = await start("compute", new ComputePool({ clock }));
    const modelDirs = searchOrder(this.#modelFolders());
    const onRefused = (names: readonly string[]): void => this.#models?.noteRefused(names);
    const onFirstUp = (): void => this.#models?.noteUp();
    const about = { log, clock, ...(visionChild ? { firstChild: visionChild } : {}) };
    const told = { onRefused, onFirstUp };
    const vision = await start(
      "vision",
      new VisionHost({ ...about, modelDirs, pictures, ...told, ...visionLimits(config) }),
    );
    return { cameras, vision, moves: new CameraMoves() };
  }

  /** The API with its page, and the socket of the command line; jobs begin to run just before. */
  async #openDoors(start: Start, parts: Behind): Promise<void> {
    const { config, log, clock } = this.#options;
    const machine = await addMachine(start, { ...parts, config, clock });
    this.#boxAlarms = () => this.#describe({ ...parts, machine }, config.site.organisation).alarms;
    const describe = (org: string): ReturnType<typeof systemWire> =>
      this.#describe({ ...parts, machine }, org);
    const fieldCameras = await startFieldCameras(start, this.#cameraParts(), parts);
    this.#tls = await startTls(start, this.#options);
    const { workflows, sweep } = addWorkflows({ ...parts, log, clock });
    const view = (org: string): SystemView => ({ url: this.#http!.url(), ...describe(org) });
    const cameraParts = this.#cameraParts();
    const asked = { ...parts, ...this.#options, cameraParts, describe: view };
    const doctor = await addDoctor(start, asked);
    const quotas = httpQuotas(config);
    const maxMessageBytes = teleopLimits.messageBytes;
    const services = new HttpServices({ clock, events: parts.events, quotas, maxMessageBytes });
    this.#services = services;
    const files = signedFiles(parts.assets, parts.sealed, parts.clips);
    const served = { ...parts, log, clock, workflows, fieldCameras, files };
    const box = {
      configuration: this.#options.settings,
      doctor,
      safeMode: parts.safeMode,
      system: { describe, history: () => historyWire(machine.history()) },
      metrics: this.#metrics,
      metricsOnLoopback: config.metrics.loopbackWithoutKey,
      readiness: () => this.#missing(),
    };
    const http = new HttpServer({
      ...parts,
      services,
      intake: guardedIntake(parts.intake, this.#options),
      idempotency: parts.jobs.idempotency,
      ...(this.#tls ? { tls: this.#tls } : {}),
      ...serverOptions(config),
      version,
      log,
      clock,
      routes: () => routesOf(served, services, box),
      pageDir: join(installDir, "console/dist"),
    });
    this.#http = http;
    this.#behind = parts;
    this.#pulse = pulseOf({ ...parts, clock, log });
    await start("jobs", parts.jobs);
    await start("steps of runs", sweep);
    await start("http", http);
    const port = http.address()!.port;
    const shown = { ...this.#options, version, port, isTls: this.#tls !== undefined };
    this.#local = await startAnnouncer(start, { ...shown, boxId: parts.events.boxId });
    await this.#openSocket(start, parts, () => view(config.site.organisation));
  }

  /** The socket of the command line. */
  async #openSocket(start: Start, parts: Behind, status: () => SystemView): Promise<void> {
    const { config, log, clock } = this.#options;
    const { policies, replay, recordings, safeMode, alarms } = parts;
    const networks = cameraNetworks(config, this.#options.demo !== undefined);
    const { egress } = parts.uplink;
    const setup = { codes: parts.setup, org: config.site.organisation };
    const commands = {
      selftest: await addSelftest(start, { ...parts, cameraParts: this.#cameraParts() }),
      alarms,
      keys: new KeyAdmin({ ...parts, setup, egress, clock }),
      models: this.#models!,
      status,
      policies: { list: (org: string) => policies.list(org), replay },
      evidence: recordings,
      safeMode,
      ...upkeepOf({ ...parts, config, networks }, this.#metrics),
    };
    await start("admin", new AdminServer({ dataDir: config.dataDir, log, ...commands }));
  }

  /** Stops every part, newest first; idempotent. */
  stop(): Promise<void> {
    this.#isReady = false;
    return this.#stack.stop();
  }

  /** Where clients find the appliance; valid after `start`. */
  entrance(): Entrance {
    const url = (this.#rescue?.server ?? this.#http!).url();
    const tls = this.#tls?.describe();
    return {
      url,
      page: `${url}/`,
      ...(this.#rescue ? { isRescue: true, rescueCode: this.#rescue.code } : {}),
      ...(tls ? { fingerprint: tls.ca_fingerprint_sha256 ?? tls.fingerprint_sha256 } : {}),
      ...(this.#demoKey === undefined ? {} : { key: this.#demoKey }),
      ...(this.#triage ? { triage: this.#triage } : {}),
      ...(this.#setupCode === undefined ? {} : { setupCode: this.#setupCode }),
    };
  }

  /** Whether the process does its work: it is ready, and no part stands still; the service manager's watchdog asks. */
  isHealthy(): boolean {
    if (this.#rescue) return true;
    return this.#isReady && this.#pulse?.stuck().length === 0;
  }

  #missing(): { part: string; reason: string }[] {
    if (!this.#isReady) return [{ part: "appliance", reason: "it is starting or stopping" }];
    const trouble = this.#store!.trouble();
    return trouble ? [{ part: "store", reason: trouble.reason }] : [];
  }

  async #readings() {
    const { config } = this.#options;
    const box = { config, version, isReady: this.#isReady, http: this.#services };
    return this.#behind ? await readParts({ ...this.#behind, ...box }) : [];
  }

  #modelFolders(): ModelFolders {
    const { models, dataDir } = this.#options.config;
    return modelFolders(models.dir, dataDir);
  }

  /** Where this appliance itself listens: nobody may name it as a camera or receiver. */
  #ownPorts(): number[] {
    return [this.#http?.address()?.port ?? this.#options.config.server.port];
  }

  #cameraParts(): CameraParts {
    const { config, log, clock, keepSecret } = this.#options;
    const allowedNetworks = cameraNetworks(config, this.#options.demo !== undefined);
    return { dial: { allowedNetworks, ownPorts: () => this.#ownPorts() }, log, clock, keepSecret };
  }

  /** The demo's streams, its camera started, and a key for the visitor. */
  async #demo(keys: ApiKeys, start: Start): Promise<ConfiguredStream[]> {
    const { demo, config, clock, log } = this.#options;
    if (!demo) return [];
    const org = config.site.organisation;
    const made = await keys.create({ org, name: "demo", preset: "admin", expiresInMs: demoKeyMs });
    this.#demoKey = made.token;
    const camera = await start("demo camera", new DemoCamera({ clock, log }));
    const own = demo.rtsp === undefined ? {} : { ownCameraUrl: demo.rtsp };
    return demoStreams({ cameraUrl: camera.url, ...own }).map((request) => ({ org, request }));
  }

  #describe(parts: Behind & { machine: MachineWatch }, org: string): ReturnType<typeof systemWire> {
    const { clock, config } = this.#options;
    const facts = {
      ...parts,
      config,
      clock,
      version,
      startedAtMs: this.#startedAtMs,
      isReady: this.#isReady,
      models: this.#models!,
      refusedCameras: this.#configured?.refused(org) ?? [],
      http: this.#services!,
      tls: this.#tls,
      local: this.#local,
    };
    return describeSystem(facts, org);
  }
}

type Served = Behind &
  BaseRouteParts &
  PerceptionRouteParts & { log: Logger; workflows: WorkflowService };

/** The routes of every module. */
function routesOf(parts: Served, http: HttpServices, box: SystemRouteParts): Route[] {
  const { log, clock } = parts;
  return [
    ...baseRoutes(parts, http),
    ...perceptionRoutes(parts, http),
    ...allRobotRoutes(parts, http),
    ...ruleRoutes(parts.rules),
    ...runRoutes(parts.workflows, clock),
    ...voiceRoutes({ ...parts.voice, log, clock }, http),
    ...egressRoutes(parts.uplink.egress),
    ...brandRoutes(parts.brands, parts.jobs),
    ...avatarRoutes(parts.avatars),
    ...webhookRoutes(parts.webhooks),
    ...webhookDeliveryRoutes(parts.webhooks),
    ...allSystemRoutes(box),
  ];
}

type Behind = State &
  Eyes &
  Watching &
  RobotsModule &
  Acting &
  MediaModule & { uplink: ModelUplink } & VoiceModule &
  Telling & { alarms: Alarms };
type SystemView = { url: string } & ReturnType<typeof systemWire>;
type Eyes = { cameras: CameraRegistry; vision: VisionHost; moves: CameraMoves };
