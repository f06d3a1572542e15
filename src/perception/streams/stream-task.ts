import type { SourceSpec } from "../../cameras/source.ts";
import type { StreamSettings } from "../settings/stream-settings.ts";

/** What one running stream is. */
export interface StreamTask {
  org: string;
  streamId: string;
  jobId: string;
  /** What is recorded and shown live. */
  source: SourceSpec;
  /** What is looked at instead, where the camera has a smaller stream. */
  sub?: SourceSpec;
  settings: StreamSettings;
}
