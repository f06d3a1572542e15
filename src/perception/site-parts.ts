import { join } from "node:path";
import type { SiteConfig } from "../system/config/site-config.ts";

const dayMs = 86_400_000;

/** How long the account of what was observed is kept. */
export function coverageRetention({ retention }: SiteConfig) {
  return { maxAgeMs: retention.coverageDays * dayMs };
}

/** Where recorded tracks are, and how many are kept. */
export function trackFiles({ retention, dataDir }: SiteConfig) {
  return {
    dir: join(dataDir, "tracks"),
    maxAgeMs: retention.tracksDays * dayMs,
    maxBytes: retention.tracksMegabytes * 1e6,
  };
}

/** What holds for streams that say nothing about it. */
export function streamDefaults({ perception, recording }: SiteConfig) {
  const { mode, preSeconds: preSec, postSeconds: postSec } = recording;
  return { fpsCap: perception.fpsCap, recording: { mode, preSec, postSec } };
}

/** Cameras of the site configuration, as stream requests. */
export function configuredStreams({ cameras }: SiteConfig) {
  return cameras.map(({ organisation, request }) => ({ org: organisation, request }));
}

/** How nets are run: threads if the site says so, servers, and where measured figures are kept. */
export function visionLimits({ perception, models, dataDir }: SiteConfig) {
  const { parallelDetections, hardwareDecoding: hardware } = perception;
  return {
    hardware,
    ...(parallelDetections === 0 ? {} : { parallelism: parallelDetections }),
    inferenceServers: models.inferenceServers,
    stateDir: join(dataDir, "vision"),
  };
}
