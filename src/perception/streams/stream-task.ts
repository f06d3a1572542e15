import type { SourceSpec } from "../../cameras/source.ts";
import type { ResolvedSettings } from "../settings/resolve-settings.ts";
import type { StreamSettings } from "../settings/stream-settings.ts";

/** Identifies a running stream and its sources. */
export interface StreamTask {
  org: string;
  streamId: string;
  jobId: string;
  /** The source for recording and live video. */
  source: SourceSpec;
  /** The source for analysis, where the camera has a smaller stream. */
  sub?: SourceSpec;
  /** The settings at its start. */
  settings: StreamSettings;
}

/** The present settings of a running stream. */
export interface CurrentSettings {
  requested: StreamSettings;
  resolved: ResolvedSettings;
}
