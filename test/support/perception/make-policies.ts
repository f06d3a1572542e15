import { SettingsResolver } from "../../../src/perception/settings/settings-resolver.ts";
import type { Clock } from "../../../src/base/core/clock.ts";
import type { Store } from "../../../src/base/core/store.ts";
import { PolicyCache } from "../../../src/perception/policies/policy-cache.ts";
import { PolicyReplay } from "../../../src/perception/policies/policy-replay.ts";
import { PolicyService } from "../../../src/perception/policies/policy-service.ts";
import { SiteSchedules } from "../../../src/perception/policies/site-schedules.ts";
import { SiteModes } from "../../../src/perception/policies/site-mode.ts";
import { RunningStreams } from "../../../src/perception/streams/running-streams.ts";
import type { SettingsContext } from "../../../src/perception/settings/resolve-settings.ts";
import type { TrackLog } from "../../../src/perception/tracks/track-log.ts";

const noTracks: Pick<TrackLog, "read"> = { read: async function* () {} };

/** Stored policies and modes on `store`, with the real rules. */
export function makePolicies(parts: {
  store: Store;
  clock: Pick<Clock, "wallMs">;
  settings: SettingsContext;
  running?: RunningStreams;
}): {
  modes: SiteModes;
  policies: PolicyCache;
  resolver: SettingsResolver;
  service: PolicyService;
  replay: PolicyReplay;
} {
  const modes = new SiteModes(parts);
  const policies = new PolicyCache({ ...parts, times: new SiteSchedules(modes) });
  const resolver = new SettingsResolver(parts.settings, policies);
  const running = parts.running ?? new RunningStreams();
  const service = new PolicyService({ ...parts, resolver, policies, running });
  const replay = new PolicyReplay({ ...parts, resolver, policies, tracks: noTracks });
  return { modes, policies, resolver, service, replay };
}

/** A box that knows no profile and no model. */
export const bareSettings = {
  profiles: new Map(),
  vision: { labelsOf: () => undefined, status: () => ({ models: [] }) },
  defaults: { fpsCap: 5, model: "auto" },
} as unknown as SettingsContext;
