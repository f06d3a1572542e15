import type { SourceProblem } from "../source.ts";
import type { CameraEventKind, CameraEventState } from "./camera-event-terms.ts";

/** An event that a camera reports about what it sees, or about one of its inputs. */
export interface CameraEvent {
  kind: CameraEventKind;
  /** The same for all reports about one condition: topic and source. At most 400 characters. */
  key: string;
  /** True while the condition holds, false when it ends; null for an event of one moment. */
  active: boolean | null;
  /** True if the camera repeats a state that it had before the subscription. */
  isInitial: boolean;
  /** Tokens of the video source that it is about; empty for the device as a whole. */
  sources: readonly string[];
  /** Name of the camera's rule or input; null without one. At most 100 characters. */
  name: string | null;
}

/** The state of the subscription to a camera's events. */
export interface CameraEventsStatus {
  state: CameraEventState;
  /** Unix milliseconds of the last change of `state`. */
  sinceMs: number;
  /** Why the camera sends no events now; null while it does. */
  problem: SourceProblem | null;
}

/** The receiver of one camera's events. It must not throw. */
export interface CameraEventListener {
  onEvents(events: readonly CameraEvent[]): void;
  onStatus(status: CameraEventsStatus): void;
}
