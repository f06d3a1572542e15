import { childReadings } from "../../base/contract/child-readings.ts";
import type { Reading } from "../../base/contract/metrics.ts";
import type { Viewers } from "./whep-port.ts";

/** The parts of WebRTC, and the state of its process for readings. */
export interface WebrtcParts {
  peers: Viewers;
  child: {
    /** Undefined before its first start. */
    readonly state: string | undefined;
    readonly pid: number | undefined;
    readonly restarts: number;
    readonly droppedFrames: number;
  };
}

/** Readings of the readers by RTSP and of the viewers by WebRTC, of those that the site has on. */
export async function restreamReadings(
  rtsp: { readers(): number } | undefined,
  webrtc: WebrtcParts | undefined,
): Promise<Reading[]> {
  return [
    ...(rtsp ? [{ name: "gatehouse_rtsp_readers", value: rtsp.readers() } as const] : []),
    ...(webrtc ? await webrtcReadings(webrtc) : []),
  ];
}

async function webrtcReadings({ peers, child }: WebrtcParts): Promise<Reading[]> {
  const viewers = { name: "gatehouse_webrtc_viewers", value: peers.counts().connected } as const;
  const { state, pid, restarts, droppedFrames } = child;
  if (state === undefined) return [viewers];
  const labels = { kind: "webrtc" };
  return [
    viewers,
    { name: "gatehouse_live_frames_dropped_total", value: droppedFrames, labels },
    ...(await childReadings("webrtc", { isUp: state === "up", restarts, pid })),
  ];
}
