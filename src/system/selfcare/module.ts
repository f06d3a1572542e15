import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { uptime } from "node:os";
import type { LmdbStore } from "../../adapters/lmdb/lmdb-store.ts";
import type { VisionHost } from "../../adapters/vision/vision-host.ts";
import type { SiteConfig } from "../config/site-config.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { LiveSettings } from "../../base/settings/live-settings.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { BodyIntake } from "../../http/body-intake-port.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import { BoxIncidents } from "../../perception/incidents/box-incidents.ts";
import type { Module, Start } from "../../module.ts";
import { ClockWatch } from "./clock-watch.ts";
import { Pulse } from "./pulse.ts";
import { RoomGuard } from "./room-guard.ts";
import type { SiteClock } from "./site-clock.ts";
import { SafeMode } from "./safe-mode.ts";
import { type BootTime, StartLog } from "./start-log.ts";

/** Crashes count within this long. */
const crashWindowMs = 5 * 60_000;
/** Bytes that large bodies leave free for the store, evidence and the results of jobs. */
const keptBytes = 64 * 1024 * 1024;

/** Parts that look around every second and have not for this long stand still. */
const standstillMs = 30_000;

/** Safe mode, and the watch over the clock. */
export interface SelfcareModule {
  safeMode: SafeMode;
  clockWatch: ClockWatch;
}

interface SelfcareNeeds {
  config: SiteConfig;
  live: LiveSettings<SiteConfig>;
  clock: SiteClock;
  log: Logger;
  store: Store;
  events: EventLog;
}

/** Starts safe mode and the watch over the clock, before all that may crash or is deleted by age. */
export async function startSelfcare(
  start: Start,
  needs: SelfcareNeeds,
): Promise<Module<SelfcareModule>> {
  const { config, live, clock, log, store } = needs;
  const { afterCrashes, retryMinutes } = config.safeMode;
  const safeMode = await start(
    "safe mode",
    new SafeMode({
      starts: new StartLog(join(config.dataDir, "starts.json"), bootTime),
      clock,
      log,
      afterCrashes,
      windowMs: crashWindowMs,
      retryMs: retryMinutes * 60_000,
    }),
  );
  const site = live.view(({ site: { locale } }) => ({ locale }));
  const troubles = new BoxIncidents(needs, config.site.organisation, () => site.locale);
  const trouble = { type: "safe_mode", key: "crashes" } as const;
  const { reason } = safeMode.describe();
  if (reason !== null) troubles.raise({ ...trouble, severity: "critical", summary: reason });
  safeMode.whenOver(() => troubles.resolve(trouble));
  const clockWatch = await start("clock watch", new ClockWatch({ clock, log, store, troubles }));
  return { parts: { safeMode, clockWatch } };
}

/** The sign of life of the parts that all others depend on; the service manager's watchdog reads it. */
export function pulseOf(parts: {
  clock: Clock;
  log: Logger;
  store: LmdbStore;
  jobs: Jobs;
  vision: VisionHost;
}): Pulse {
  const { store, jobs, vision } = parts;
  return new Pulse(parts, [
    { name: "store", beatMs: () => store.pendingSinceMs, limitMs: standstillMs },
    { name: "jobs", beatMs: () => jobs.beatMs, limitMs: standstillMs },
    { name: "vision", beatMs: () => vision.caredMs, limitMs: standstillMs },
  ]);
}

/** The way in of large bodies, which leaves room on the disk. */
export function guardedIntake(
  intake: BodyIntake,
  { config, clock }: { config: SiteConfig; clock: Clock },
): BodyIntake {
  const guard = new RoomGuard({ dir: config.dataDir, keptBytes, monoMs: () => clock.monoMs() });
  return guard.guard(intake);
}

/** By random(4) of the kernel, whose id changes with each boot. */
async function bootTime(): Promise<BootTime> {
  const id = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "unknown");
  return { id: id.trim(), upSec: uptime() };
}
