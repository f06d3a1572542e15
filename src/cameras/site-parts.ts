import { join } from "node:path";
import type { SiteConfig } from "../system/config/site-config.ts";

const dayMs = 86_400_000;

/** Returns the folder of recordings, their retention, and the space to keep free. */
export function recordingOptions({ retention, dataDir }: SiteConfig) {
  const { recordingsDays, clipsDays, freeDiskGigabytes } = retention;
  const continuousMs = recordingsDays * dayMs;
  return {
    dir: join(dataDir, "recordings"),
    retention: {
      continuousMs,
      incidentMs: Math.max(continuousMs, clipsDays * dayMs),
      freeBytes: freeDiskGigabytes * 1e9,
    },
  };
}

/** Networks that cameras may be in, this machine included where the site says so. */
export function cameraNetworks(config: SiteConfig, isDemo: boolean): string[] {
  const isLoopbackAllowed = config.allowLoopbackCameras || isDemo;
  return [...config.cameraNetworks, ...(isLoopbackAllowed ? ["127.0.0.0/8", "::1/128"] : [])];
}
