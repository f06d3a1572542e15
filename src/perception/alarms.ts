import type { BoxAlarmWire } from "../system/machine/wire/box-alarms.ts";

/** A stream in trouble and the reason. */
interface StreamTrouble {
  streamId: string;
  reason: string;
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
}

/** The most streams that one message names. */
const maxNamedStreams = 3;

/** Alarms of the vision process, its models and the streams that it decodes. */
export function perceptionAlarms(condition: PerceptionCondition): BoxAlarmWire[] {
  const { visionState, damagedModels, refusedCameras, decodeTroubles } = condition;
  const alarms: BoxAlarmWire[] = [];
  if (visionState === "down") {
    const message = "Nothing looks at the cameras: the vision process is being restarted";
    alarms.push({ code: "vision_down", severity: "critical", message });
  }
  if (damagedModels.length > 0) {
    const message = `Install again: ${damagedModels.join(", ")}`;
    alarms.push({ code: "model_damaged", severity: "critical", message });
  }
  if (refusedCameras.length > 0) {
    const message = `Not watched although the configuration asks for it: ${listed(refusedCameras, "cameras.refused")}; tried again every 30 s`;
    alarms.push({ code: "cameras_refused", severity: "critical", message });
  }
  if (decodeTroubles.length > 0) {
    const message = `Decoders were replaced within the last 10 minutes: ${listed(decodeTroubles, "their states")}; if it goes on, change the camera's codec or lower the load of the box`;
    alarms.push({ code: "decoders_failing", severity: "warning", message });
  }
  return alarms;
}

function listed(streams: readonly StreamTrouble[], others: string): string {
  const named = streams
    .slice(0, maxNamedStreams)
    .map(({ streamId, reason }) => `${streamId} (${reason})`);
  const left = streams.length - named.length;
  return named.join("; ") + (left > 0 ? ` and ${left} more, see ${others}` : "");
}
