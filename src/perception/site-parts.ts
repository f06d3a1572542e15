import { join } from "node:path";
import type { SiteConfig } from "../system/config/site-config.ts";

const dayMs = 86_400_000;

/** Returns the retention of the coverage account. */
export function coverageRetention({ retention }: SiteConfig) {
  return { maxAgeMs: retention.coverageDays * dayMs };
}

/** Returns the folder of recorded tracks and its bounds. */
export function trackFiles({ retention, dataDir }: SiteConfig) {
  return {
    dir: join(dataDir, "tracks"),
    maxAgeMs: retention.tracksDays * dayMs,
    maxBytes: retention.tracksMegabytes * 1e6,
  };
}

/** Returns the defaults of streams. */
export function streamDefaults({ perception, recording }: SiteConfig) {
  const { mode, preSeconds: preSec, postSeconds: postSec } = recording;
  return { fpsCap: perception.fpsCap, recording: { mode, preSec, postSec } };
}

/** Cameras of the site configuration, as stream requests. */
export function configuredStreams({ cameras }: SiteConfig) {
  return cameras.map(({ organisation, request }) => ({ org: organisation, request }));
}

/** Returns the settings for running models: threads if the site sets them, servers, and the file of measured figures. */
export function visionLimits({ perception, models, dataDir }: SiteConfig) {
  const { parallelDetections, hardwareDecoding: hardware } = perception;
  return {
    hardware,
    ...(parallelDetections === 0 ? {} : { parallelism: parallelDetections }),
    inferenceServers: models.inferenceServers,
    stateDir: join(dataDir, "vision"),
  };
}
