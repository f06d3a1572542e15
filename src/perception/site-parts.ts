import { join } from "node:path";
import type { Store } from "../base/core/store.ts";
import type { LiveSettings } from "../base/settings/live-settings.ts";
import type { SiteConfig } from "../system/config/site-config.ts";
import { ModelChoice } from "./models/model-choice.ts";
import type { BoxModels } from "./models/service/box-models.ts";
import type { RunningStreams } from "./streams/running-streams.ts";

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

type Live = LiveSettings<SiteConfig>;

/** Returns the model of streams that name none: the one chosen on the box, else that of the settings in force. */
export function liveModelChoice({ live, store }: { live: Live; store: Store }): ModelChoice {
  const now = live.view(({ models }) => ({ name: models.default }));
  return new ModelChoice({ store, configured: () => now.name });
}

/** Moves running streams to another default model when the site changes it. */
export function followDefaultModel(live: Live, models: Pick<BoxModels, "noteDefault">): void {
  live.follow(
    (config) => config.models.default,
    () => models.noteDefault(),
  );
}

/** Returns the lowest score that starts a track; a change reaches running streams. */
export function liveMinScore(live: Live, running: RunningStreams): () => number {
  const select = ({ perception }: SiteConfig) => perception.minScore;
  const now = live.view((config) => ({ minScore: select(config) }));
  live.follow(select, () => running.all().forEach((runner) => runner.refresh()));
  return () => now.minScore;
}
