import type { Cameras } from "../../cameras/camera.ts";
import type { Meter } from "../../base/contract/metrics.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import type { Recordings } from "../../cameras/recording/recordings.ts";
import type { CoverageLedger } from "../coverage/coverage-ledger.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import type { IncidentReceivers } from "../incidents/incident-receivers.ts";
import type { IncidentHub } from "../incidents/incident-hub.ts";
import type { EventAppender } from "../incidents/incident-writer.ts";
import type { SettingsContext, StreamPolicies } from "../settings/resolve-settings.ts";
import type { StreamMemoryParts } from "./stream-memory.ts";
import type { TrackLog } from "../tracks/track-log.ts";
import type { Vision } from "../core/vision-port.ts";

/** What every running stream shares. */
export interface PerceptionParts extends StreamMemoryParts {
  cameras: Cameras;
  vision: Vision;
  store: Store;
  events: EventAppender;
  evidence: Evidence;
  coverage: CoverageLedger;
  recordings: Recordings;
  clock: Clock;
  log: Logger;
  settings: SettingsContext;
  policies: StreamPolicies;
  receivers: Pick<IncidentReceivers, "problem">;
  /** Where clients reach the box, without a slash at the end. */
  publicUrl(): string;
  tracks: TrackLog;
  /** Hears of each incident of a stream as it is opened. */
  hub?: Pick<IncidentHub, "opened">;
  /** Detections of this score and more start a track, 0–1. */
  minScore: number;
  meter?: Meter;
}
