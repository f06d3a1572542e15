import type { ChildProcess } from "node:child_process";
import type { SiteSettings } from "./system/config/effective.ts";
import type { SiteConfig } from "./system/config/site-config.ts";
import type { Metrics } from "./adapters/prometheus/metrics.ts";
import type { ServerAddress } from "./http/server-address.ts";
import type { StartedModules } from "./module.ts";
import type { SiteClock } from "./system/selfcare/site-clock.ts";
import type { Clock } from "./base/core/clock.ts";
import type { GatehouseError } from "./base/core/errors.ts";
import type { LiveSettings } from "./base/settings/live-settings.ts";
import type { Logger } from "./base/core/logger.ts";
import type { DemoTriage } from "./system/demo/triage.ts";

/** The options of the appliance. */
export interface ApplianceOptions {
  /** The settings of the start. */
  config: SiteConfig;
  /** The settings that change while the box runs. */
  live: LiveSettings<SiteConfig>;
  /** The sources of `config`. */
  settings: SiteSettings;
  log: Logger;
  clock: Clock;
  /** Called with every secret that comes in later, so that no log shows it. */
  keepSecret: (secret: string) => void;
  /** A vision child that was started while the appliance was still being loaded. */
  visionChild?: ChildProcess;
  /** The store can no longer be written; the process must end. */
  onFatal: (error: GatehouseError) => void;
  /** Stops every part and starts the process again, for a changed site file. */
  restart: () => void;
  /** Adds the built-in site and a key. */
  demo?: DemoOptions;
}

/** The context of every module, besides the parts of other modules. */
export interface ApplianceContext extends ApplianceOptions {
  clock: SiteClock;
  version: string;
  startedAtMs: number;
  /** True from the end of the start until the stop begins. */
  isReady(): boolean;
  address: ServerAddress;
  /** Address of the appliance; with port 0 it is right only once the server listens. */
  publicUrl(): string;
  /** Ports where the appliance itself listens; no camera, robot or receiver may have one of them. */
  ownPorts(): number[];
  metrics: Metrics;
  modules: StartedModules;
}

/** The options of the demo. */
export interface DemoOptions {
  /** The visitor's own camera in place of the built-in one. */
  rtsp?: string;
  /** Submits a picture and an EEG for triage at the start, and makes an example of every other area. */
  withHealth?: boolean;
  /** Address that takes the example's webhooks. */
  receiverUrl?: string;
}

/** The addresses at which clients find the appliance. */
export interface Entrance {
  url: string;
  page: string;
  /** Of the demo only. */
  key?: string;
  /** Of the demo with health work only. */
  triage?: readonly DemoTriage[];
  /** For the first key, while there is none. */
  setupCode?: string;
  /** SHA-256 of what clients should compare: the site's authority, or the operator's certificate. */
  fingerprint?: string;
  /** The store cannot be opened: only the page that says so is there. */
  isRescue?: true;
  /** Restores from that page. */
  rescueCode?: string;
}

/** The key of the demo lives as long as a visit, in milliseconds. */
export const demoKeyMs = 7 * 24 * 3_600_000;
