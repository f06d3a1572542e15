import { FfmpegIngest } from "../adapters/ffmpeg/ffmpeg-ingest.ts";
import { OnvifAdapter } from "../adapters/onvif/onvif-cameras.ts";
import type { DialOptions } from "../adapters/rtsp-relay/dial.ts";
import { RtspRelay } from "../adapters/rtsp-relay/rtsp-relay.ts";
import type { CameraMoves } from "./camera-moves.ts";
import { CameraProbe } from "./camera-probe.ts";
import type { Ingest } from "./ingest-port.ts";
import type { Clock } from "../base/core/clock.ts";
import type { Logger } from "../base/core/logger.ts";
import type { Part } from "../base/core/parts.ts";
import type { Store } from "../base/core/store.ts";
import { FieldCameras } from "../perception/ptz/field-cameras.ts";
import { PtzService } from "../perception/ptz/ptz-service.ts";
import type { RunningStreams } from "../perception/streams/running-streams.ts";

/** What the parts that touch cameras are built from. */
export interface CameraParts {
  /** How cameras may be reached. */
  dial: DialOptions;
  clock: Clock;
  log: Logger;
  /** Told of every password before it is used. */
  keepSecret(secret: string): void;
}

/** The one way in which pictures of cameras get into the box. */
export function cameraIngest({ dial, log, keepSecret }: CameraParts): Ingest {
  return new FfmpegIngest({ relay: new RtspRelay(dial), log, keepSecret });
}

/** Trying, finding and moving cameras, each over a connection of its own. */
export async function startFieldCameras(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  options: CameraParts,
  parts: { store: Store; running: RunningStreams; moves: CameraMoves },
): Promise<FieldCameras> {
  const { log, clock } = options;
  const onvif = onvifOf(options);
  const ptz = await start("ptz", new PtzService({ ...parts, onvif, clock, log }));
  return new FieldCameras({ probe: cameraProbe(options), onvif, ptz, store: parts.store });
}

/** What tries cameras; each has its own bound of four at a time. */
export function cameraProbe(options: CameraParts): CameraProbe {
  const { dial, log, clock, keepSecret } = options;
  const ingest = (onCameraClock: (unixMs: number) => void): Ingest =>
    new FfmpegIngest({ relay: new RtspRelay({ ...dial, onCameraClock }), log });
  return new CameraProbe({ onvif: onvifOf(options), ingest, clock, keepSecret });
}

function onvifOf({ dial, log, clock }: CameraParts): OnvifAdapter {
  return new OnvifAdapter({ ...dial, log, wallMs: () => clock.wallMs() });
}
