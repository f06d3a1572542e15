import { streamHealth } from "./streams/answers/stream-health-wire.ts";
import { droppedFrames } from "./streams/dropped-frames.ts";
import { childReadings } from "../base/contract/child-readings.ts";
import { flag, type Reading } from "../base/contract/metrics.ts";
import type { StreamRunner } from "./streams/stream-runner.ts";

/** The vision process as its readings need it. */
interface VisionStatus {
  /** Undefined while it does not run. */
  readonly pid: number | undefined;
  status(): { state: string; restarts: number };
}

/** Readings of the vision process. */
export async function visionReadings(vision: VisionStatus): Promise<Reading[]> {
  const { state, restarts } = vision.status();
  return await childReadings("vision", { isUp: state === "up", restarts, pid: vision.pid });
}

/** Readings of one stream. */
export function streamReadings(runner: StreamRunner): Reading[] {
  const { org: organisation, streamId: stream } = runner.task;
  const labels = { organisation, stream };
  const { state } = runner.condition.get();
  const { fps_in, fps_detected, connects, open_incidents, tracks } = streamHealth(runner);
  return [
    { name: "gatehouse_stream_up", value: flag(state === "watching"), labels },
    { name: "gatehouse_stream_input_fps", value: fps_in, labels },
    { name: "gatehouse_stream_detected_fps", value: fps_detected, labels },
    { name: "gatehouse_stream_connects_total", value: connects, labels },
    { name: "gatehouse_stream_incidents_open", value: open_incidents, labels },
    { name: "gatehouse_stream_incidents_waiting", value: runner.evidence.writer.waiting, labels },
    { name: "gatehouse_stream_incidents_lost_total", value: runner.evidence.writer.lost, labels },
    { name: "gatehouse_stream_tracks", value: tracks, labels },
    ...eventReadings(runner, labels),
    ...Object.entries(droppedFrames(runner)).map(([reason, value]): Reading => {
      return {
        name: "gatehouse_stream_frames_dropped_total",
        value,
        labels: { ...labels, reason },
      };
    }),
  ];
}

/** Nothing while no behavior needs the camera's events. */
function eventReadings(
  { cameraEvents }: StreamRunner,
  labels: NonNullable<Reading["labels"]>,
): Reading[] {
  const summary = cameraEvents.summary();
  if (!summary) return [];
  const isUp = summary.status.state === "subscribed";
  return [{ name: "gatehouse_stream_camera_events_up", value: flag(isUp), labels }];
}
