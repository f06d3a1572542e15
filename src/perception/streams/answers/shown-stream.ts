import type { StreamState } from "../../core/stream-terms.ts";
import type { VisionStatus } from "../../core/vision-port.ts";
import type { ResolvedSettings } from "../../settings/resolve-settings.ts";
import type { StreamRecord } from "../../settings/stream-record.ts";
import type { StreamRunner } from "../stream-runner.ts";

/** The state of a stream beside its record. */
export interface StreamContext {
  resolved: ResolvedSettings;
  /** The reason for which its incidents reach no webhook. */
  deliveryWarnings: readonly string[];
  /** Undefined while the stream does not run. */
  runner: StreamRunner | undefined;
  /** False once its job has ended. */
  isLive: boolean;
  defaultModel: string;
  /** Unix milliseconds. */
  nowMs: number;
  installed: VisionStatus["models"];
}

/** A stream as of now. */
export interface ShownStream {
  record: StreamRecord;
  context: StreamContext;
}

/** The state of a stream, since when, and its error; null without one. */
export interface StreamSituation {
  state: StreamState;
  /** Unix milliseconds. */
  sinceMs: number;
  error: { code: string; message: string } | null;
}

/** Returns the situation of a stream. */
export function situationOf({ record, context: { runner, isLive } }: ShownStream): StreamSituation {
  const condition = runner?.condition.get();
  if (!isLive) {
    const sinceMs = record.endedAtMs ?? condition?.sinceMs ?? record.createdAtMs;
    return { state: "ended", sinceMs, error: record.lastError };
  }
  const error = condition?.error ?? null;
  return {
    state: condition?.state ?? "connecting",
    sinceMs: condition?.sinceMs ?? record.createdAtMs,
    error: error && { code: error.code, message: error.message },
  };
}
