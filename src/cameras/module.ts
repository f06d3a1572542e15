import { FfmpegIngest } from "../adapters/ffmpeg/ffmpeg-ingest.ts";
import { PictureIngest } from "../adapters/ffmpeg/picture-ingest.ts";
import { OnvifAdapter } from "../adapters/onvif/onvif-cameras.ts";
import { readMetadata } from "../adapters/onvif/read-metadata.ts";
import type { DialOptions } from "../adapters/rtsp-relay/dial.ts";
import { RtspLoudspeakers } from "../adapters/rtsp-relay/rtsp-loudspeakers.ts";
import { RtspRelay } from "../adapters/rtsp-relay/rtsp-relay.ts";
import { CameraArchive, type ReplayOrder } from "./backfill/camera-archive.ts";
import { cameraAlarms } from "./alarms.ts";
import { CameraEvents } from "./events/camera-events.ts";
import { CameraMoves } from "./camera-moves.ts";
import { CameraProbe } from "./probe/camera-probe.ts";
import { CameraRegistry } from "./camera-registry.ts";
import { IngestByKind } from "./moving/ingest-by-kind.ts";
import type { Ingest } from "./ingest-port.ts";
import { LateCameras } from "./moving/late-cameras.ts";
import type { ApplianceContext } from "../appliance-options.ts";
import type { Reading } from "../base/contract/metrics.ts";
import type { Module, Start } from "../module.ts";
import { cameraNetworks } from "./site-parts.ts";
import type { Clock } from "../base/core/clock.ts";
import type { Logger } from "../base/core/logger.ts";

/** The parts that the camera module is built from. */
export interface CameraParts {
  /** The rules for connections to cameras. */
  dial: DialOptions;
  clock: Clock;
  log: Logger;
  /** Receives every password before it is used, so that logs can hide it. */
  keepSecret(secret: string): void;
}

/** Cameras as other modules need them. */
export interface CamerasModule {
  cameras: CameraRegistry;
  moves: CameraMoves;
  /** The cameras' own events. */
  cameraEvents: CameraEvents;
  /** The reconnect and stall rules for parts that open connections of their own. */
  cameraParts: CameraParts;
  /** Takes the cameras of robots. */
  robotCameras: LateCameras;
}

/** Camera connections, one for each source. */
export async function startCameras(
  start: Start,
  { config, live, demo, clock, log, keepSecret, ownPorts }: ApplianceContext,
): Promise<Module<CamerasModule>> {
  const networks = (now: typeof config) => cameraNetworks(now, demo !== undefined);
  const allowedNetworks = networks(config);
  // One array for all that dial: they copy their rules.
  live.follow(networks, (now) => {
    allowedNetworks.splice(0, allowedNetworks.length, ...networks(now));
  });
  const cameraParts = { dial: { allowedNetworks, ownPorts }, log, clock, keepSecret };
  const robotCameras = new LateCameras();
  const ingest = new IngestByKind({
    usual: cameraIngest(cameraParts),
    robots: new PictureIngest({ cameras: robotCameras, clock, log }),
  });
  const cameras = await start("cameras", new CameraRegistry({ ingest, clock, log }));
  const cameraEvents = await start(
    "camera events",
    new CameraEvents({ onvif: onvifOf(cameraParts), clock }),
  );
  return {
    parts: { cameras, moves: new CameraMoves(), cameraEvents, cameraParts, robotCameras },
    metrics: () => cameraReadings(cameras),
    alarms: () => cameraAlarms(cameras.totals()),
  };
}

/** The one way in which pictures of cameras in the network, and files, get into the box. */
export function cameraIngest({ dial, log, keepSecret }: CameraParts): Ingest {
  return new FfmpegIngest({ relay: new RtspRelay({ ...dial, readMetadata }), log, keepSecret });
}

/** The probes that try cameras; each has its own bound of four at a time. */
export function cameraProbe(options: CameraParts): CameraProbe {
  const { dial, log, clock, keepSecret } = options;
  const ingest = (onCameraClock: (unixMs: number) => void): Ingest =>
    new FfmpegIngest({ relay: new RtspRelay({ ...dial, onCameraClock }), log });
  return new CameraProbe({ onvif: onvifOf(options), ingest, clock, keepSecret });
}

/** The loudspeakers of cameras. */
export function loudspeakersOf({ dial }: CameraParts): RtspLoudspeakers {
  return new RtspLoudspeakers(dial);
}

/** What cameras keep on their own storage. */
export function archiveOf(options: CameraParts): CameraArchive {
  const { dial, log } = options;
  const ingest = (replay: ReplayOrder): Ingest =>
    new FfmpegIngest({ relay: new RtspRelay({ ...dial, replay }), log });
  return new CameraArchive({ onvif: onvifOf(options), ingest });
}

/** Cameras that speak ONVIF. */
export function onvifOf({ dial, log, clock }: CameraParts): OnvifAdapter {
  return new OnvifAdapter({ ...dial, log, wallMs: () => clock.wallMs() });
}

function cameraReadings(cameras: CameraRegistry): Reading[] {
  const { sources, online, ringBytes, ringEvicted, ringRefused } = cameras.totals();
  const dropped = "gatehouse_ring_fragments_dropped_total";
  return [
    { name: "gatehouse_cameras", value: online, labels: { state: "online" } },
    { name: "gatehouse_cameras", value: sources - online, labels: { state: "offline" } },
    { name: "gatehouse_ring_bytes", value: ringBytes },
    { name: dropped, value: ringEvicted, labels: { reason: "evicted" } },
    { name: dropped, value: ringRefused, labels: { reason: "too_large" } },
  ];
}
