import packageJson from "../package.json" with { type: "json" };
import { Metrics } from "./adapters/prometheus/metrics.ts";
import type { ApplianceContext, ApplianceOptions, Entrance } from "./appliance-options.ts";
import { startRules } from "./automation/rules/module.ts";
import { startSweep, startWorkflows } from "./automation/workflows/module.ts";
import { type Part, PartStack } from "./base/core/parts.ts";
import { startBase, startEvents, startJobs } from "./base/module.ts";
import { startCameras } from "./cameras/module.ts";
import { startOnvifDevice } from "./cameras/onvif-device/module.ts";
import { startRestream } from "./cameras/restream/module.ts";
import {
  startFleet,
  startFleetCertificate,
  startFleetRecords,
  startSharedJobs,
} from "./fleet/module.ts";
import { startHealth, startHealthVault } from "./health/module.ts";
import { plannedUrl, startHttpServices, startServer, startTls } from "./http/module.ts";
import { ServerAddress } from "./http/server-address.ts";
import { startMcp } from "./mcp/module.ts";
import { startMedia } from "./media/module.ts";
import { ModuleList, type Start, StartedModules } from "./module.ts";
import { startAlarms } from "./notifications/alarms/module.ts";
import { startEscalation } from "./notifications/escalation/module.ts";
import { startCentral } from "./notifications/mqtt/module-central.ts";
import { startBus } from "./notifications/mqtt/module.ts";
import { startPush } from "./notifications/push/module.ts";
import { startWebhooks } from "./notifications/webhooks/module.ts";
import { startConfiguredStreams, startPerception } from "./perception/module.ts";
import { startNarration } from "./perception/narration/module.ts";
import { startRobots, startSharedRobots } from "./robots/module.ts";
import { startMissionStarts, startRuns } from "./robots/tasks/module.ts";
import { startAdmin } from "./system/admin/module.ts";
import { startAnnouncer } from "./system/announce/module.ts";
import type { Applied } from "./system/config/settings-in-force.ts";
import { startDemo } from "./system/demo/module.ts";
import { startSystem } from "./system/module.ts";
import { isStoreUnusable, type Rescue, startRescue } from "./system/rescue/module.ts";
import { startTelemetry } from "./system/metrics/module.ts";
import { startSelfcare } from "./system/selfcare/module.ts";
import { SiteClock } from "./system/selfcare/site-clock.ts";
import { startStore } from "./system/store/module.ts";
import { startUplink } from "./uplink/module.ts";
import { startVoice } from "./voice/module.ts";

const { version } = packageJson;

/** The modules in starting order: each works with the parts of those before it. They stop in the opposite order. */
const modules = ModuleList.empty<ApplianceContext>()
  .add(startTelemetry)
  .add(startStore)
  .add(startEvents)
  .add(startSelfcare)
  .add(startHealthVault)
  .add(startBase)
  .add(startHttpServices)
  .add(startFleet)
  .add(startWebhooks)
  .add(startCameras)
  .add(startPerception)
  .add(startUplink)
  .add(startEscalation)
  .add(startPush)
  .add(startNarration)
  .add(startVoice)
  .add(startRobots)
  .add(startRules)
  .add(startRuns)
  .add(startMedia)
  .add(startHealth)
  .add(startAlarms)
  .add(startBus)
  .add(startCentral)
  .add(startTls)
  .add(startFleetCertificate)
  .add(startFleetRecords)
  .add(startRestream)
  .add(startOnvifDevice)
  .add(startSystem)
  .add(startWorkflows)
  .add(startJobs)
  .add(startSharedJobs)
  .add(startSweep)
  .add(startMissionStarts)
  .add(startMcp)
  .add(startServer)
  .add(startAnnouncer)
  .add(startAdmin)
  .add(startDemo)
  .add(startConfiguredStreams)
  .add(startSharedRobots);

type RunningParts = Awaited<ReturnType<typeof modules.start>>;

/** The whole appliance: starts its modules in order and stops their parts newest first. */
export class Appliance implements Part {
  readonly #context: ApplianceContext;
  readonly #stack: PartStack;
  #running: RunningParts | undefined;
  #rescue: Rescue | undefined;
  #setupCode: string | undefined;
  #isReady = false;

  constructor(options: ApplianceOptions) {
    this.#stack = new PartStack(options.log);
    const { config } = options;
    const address = new ServerAddress({ url: plannedUrl(config), port: config.server.port });
    const started = new StartedModules();
    this.#context = {
      ...options,
      clock: new SiteClock(options.clock),
      version,
      startedAtMs: options.clock.wallMs(),
      isReady: () => this.#isReady,
      address,
      publicUrl: () => address.url(),
      ownPorts: () => [address.port()],
      metrics: new Metrics(() => started.readings()),
      modules: started,
    };
  }

  /**
   * Resolves when the API answers, or, for a store that cannot be opened, the rescue in its place. Fails with the
   * coded error of the part that could not start.
   */
  async start(signal: AbortSignal): Promise<void> {
    const start: Start = (name, part) => this.#stack.start(name, part, signal);
    try {
      this.#running = await modules.start(start, this.#context);
    } catch (error) {
      if (!isStoreUnusable(error)) throw error;
      this.#context.visionChild?.kill("SIGKILL");
      this.#rescue = await startRescue(start, this.#context, error);
      return;
    }
    this.#setupCode = this.#running.setup.issue();
    this.#isReady = true;
    void this.#context.metrics.load();
  }

  /** Stops every part, newest first; idempotent. */
  stop(): Promise<void> {
    this.#isReady = false;
    return this.#stack.stop();
  }

  /** The addresses at which clients find the appliance; valid after `start`. */
  entrance(): Entrance {
    if (this.#rescue) {
      const url = this.#rescue.server.url();
      return { url, page: `${url}/`, isRescue: true, rescueCode: this.#rescue.code };
    }
    const { server, tls, demoKey, triage } = this.#running!;
    const certificate = tls?.describe();
    return {
      url: server.url(),
      page: `${server.url()}/`,
      ...(certificate
        ? { fingerprint: certificate.ca_fingerprint_sha256 ?? certificate.fingerprint_sha256 }
        : {}),
      ...(demoKey === undefined ? {} : { key: demoKey }),
      ...(triage ? { triage } : {}),
      ...(this.#setupCode === undefined ? {} : { setupCode: this.#setupCode }),
    };
  }

  /** Reads the site file again: see `SettingsInForce.reload`. Null before the appliance is ready. */
  async reload(): Promise<Applied | null> {
    return this.#isReady ? await this.#running!.inForce.reload() : null;
  }

  /** True while the appliance is ready and no part stands still; the service manager's watchdog asks. */
  isHealthy(): boolean {
    if (this.#rescue) return true;
    return this.#isReady && this.#running!.pulse.stuck().length === 0;
  }
}
