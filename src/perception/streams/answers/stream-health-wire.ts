import type { StreamWire } from "../../wire/surveillance-answers.ts";
import type { RecorderState } from "../../../cameras/recording/stream-recorder.ts";
import type { SourceStatus } from "../../../cameras/source.ts";
import { droppedFrames } from "../dropped-frames.ts";
import type { StreamRunner } from "../stream-runner.ts";
import type { FrameTotals } from "../stream-tally.ts";

/** The figures of a stream at its end. */
export interface StreamTotals extends FrameTotals {
  tracks: number;
  incidents: number;
  incidentsByType: Record<string, number>;
  dropped: Record<string, number>;
}

/** The part of a stream on the wire that only a running stream has. */
export type StreamHealth = Pick<
  StreamWire,
  | "fps_in"
  | "fps_detected"
  | "idle"
  | "frames_dropped"
  | "codec"
  | "width"
  | "height"
  | "connects"
  | "main_source"
  | "open_incidents"
  | "tracks"
>;

/** The health of a stream that does not run. */
export const idleHealth: StreamHealth = {
  ...sourceHealth(undefined),
  fps_detected: 0,
  idle: false,
  frames_dropped: {},
  main_source: null,
  open_incidents: 0,
  tracks: 0,
};

/** Rates, drops and tracks in sight of a running stream. */
export function streamHealth({ input, vision, judge, activity }: StreamRunner): StreamHealth {
  return {
    ...sourceHealth(input.watched?.status()),
    fps_detected: activity.framesPerSec(),
    idle: vision.idleGopSec() !== null,
    frames_dropped: droppedFrames({ vision, judge }),
    main_source: mainSourceWire(input.main?.status()),
    open_incidents: judge.incidents.counts().open,
    tracks: activity.isBlind ? 0 : judge.tracks.length,
  };
}

/** The totals of a stream since its start. */
export function streamTotals({ activity, judge, vision }: StreamRunner): StreamTotals {
  const { opened, byType } = judge.incidents.counts();
  return {
    ...activity.tally.totals(),
    tracks: judge.tracksEver,
    incidents: opened,
    incidentsByType: byType,
    dropped: droppedFrames({ vision, judge }),
  };
}

/** Returns the state of a stream's recording; it waits while the camera sends nothing. */
export function recordingState({ evidence, input }: StreamRunner): RecorderState {
  const recorded = evidence.video.state();
  const isFed = (input.main ?? input.watched)?.status().state === "online";
  return recorded.state === "recording" && !isFed ? { ...recorded, state: "waiting" } : recorded;
}

function sourceHealth(source: SourceStatus | undefined) {
  return {
    fps_in: source?.fpsIn ?? 0,
    codec: source?.codec ?? null,
    width: source?.widthPx ?? null,
    height: source?.heightPx ?? null,
    connects: source?.connects ?? 0,
  };
}

/** The main source beside a sub-stream; null without a sub-stream. */
function mainSourceWire(status: SourceStatus | undefined): StreamWire["main_source"] {
  if (status === undefined) return null;
  const { state, problem, fpsIn, codec, widthPx, heightPx } = status;
  const error = problem === null ? null : { code: problem.code, message: problem.message };
  return { state, last_error: error, fps_in: fpsIn, codec, width: widthPx, height: heightPx };
}
