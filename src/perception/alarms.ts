import type { BoxAlarm } from "../base/contract/box-alarms.ts";
import type { CameraEventWatch } from "./streams/camera-event-watch.ts";

/** A stream in trouble and the reason. */
interface StreamTrouble {
  streamId: string;
  displayName?: string | undefined;
  reason: string;
}

/** A stream that may be in trouble. */
interface TroubledStream {
  task: { streamId: string };
  settings: { requested: { displayName?: string | undefined } };
}

/** A stream that may follow its camera's events. */
interface EventfulStream {
  cameraEvents: Pick<CameraEventWatch, "summary">;
  condition: { get(): { state: string } };
}

/** The parts of perception's alarms. */
export interface PerceptionCondition {
  /** `VisionHost.status`. */
  visionState: string;
  /** Names of models whose file does not match its manifest. */
  damagedModels: readonly string[];
  /** Cameras of the site's configuration that the box does not accept. */
  refusedCameras: readonly StreamTrouble[];
  /** Streams whose pictures could not be decoded, now or recently. */
  decodeTroubles: readonly StreamTrouble[];
  /** Streams whose camera has not reported its own events for long. */
  eventTroubles: readonly StreamTrouble[];
}

/** The most streams that one message names. */
const maxNamedStreams = 3;

/** Alarms of the vision process, its models and the streams that it decodes. */
export function perceptionAlarms(condition: PerceptionCondition): BoxAlarm[] {
  const { visionState, damagedModels, refusedCameras, decodeTroubles, eventTroubles } = condition;
  const alarms: BoxAlarm[] = [];
  if (visionState === "down") {
    const message =
      "The vision process is restarting, so the box analyses no video. If this lasts, read the log";
    alarms.push({ code: "vision_down", severity: "critical", message });
  }
  if (damagedModels.length > 0) {
    const message = `The file of a model is damaged: ${damagedModels.join(", ")}. Install the model again`;
    alarms.push({ code: "model_damaged", severity: "critical", message });
  }
  if (refusedCameras.length > 0) {
    const message = `The box cannot watch some cameras of the site file: ${listed(refusedCameras, "cameras.refused")}. It tries again every 30 s`;
    alarms.push({ code: "cameras_refused", severity: "critical", message });
  }
  if (decodeTroubles.length > 0) {
    const message = `The box replaced decoders within the last 10 minutes: ${listed(decodeTroubles, "their states")}. If this goes on, change the camera's codec, or reduce the load of the box`;
    alarms.push({ code: "decoders_failing", severity: "warning", message });
  }
  if (eventTroubles.length > 0) {
    const message = `For 5 minutes or longer, the events of some cameras do not arrive: ${listed(eventTroubles, "`camera_events` of their streams")}. Check the rights of the camera's user and its ONVIF settings`;
    alarms.push({ code: "camera_events_failing", severity: "warning", message });
  }
  return alarms;
}

/** The streams that have video, but lack their cameras' own events now. */
export function camerasWithoutEvents(
  runners: readonly (TroubledStream & EventfulStream)[],
): StreamTrouble[] {
  return troublesOf(runners, ({ cameraEvents, condition }) =>
    condition.get().state === "offline"
      ? null
      : (cameraEvents.summary()?.status.problem?.message ?? null),
  );
}

/** The streams for which `reasonOf` gives a reason. */
export function troublesOf<Runner extends TroubledStream>(
  runners: readonly Runner[],
  reasonOf: (runner: Runner) => string | null,
): StreamTrouble[] {
  return runners.flatMap((runner) => {
    const reason = reasonOf(runner);
    const { displayName } = runner.settings.requested;
    return reason === null ? [] : [{ streamId: runner.task.streamId, displayName, reason }];
  });
}

function listed(streams: readonly StreamTrouble[], others: string): string {
  const named = streams
    .slice(0, maxNamedStreams)
    .map(
      ({ streamId, displayName, reason }) =>
        `${displayName ?? streamId} (${reason.replace(/\.$/, "")})`,
    );
  const left = streams.length - named.length;
  return named.join("; ") + (left > 0 ? ` and ${left} more, see ${others}` : "");
}
