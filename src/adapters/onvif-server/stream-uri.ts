import type { RestreamPath } from "../../cameras/restream/restream-port.ts";
import type { OnvifDeviceSource } from "../../cameras/onvif-device/onvif-device-port.ts";
import { type Entrance, snapshotPath } from "./service.ts";
import { invalidArg, SoapFault } from "./soap-fault.ts";

/** Transports that the RTSP server does not have, as the two media services name them. */
const unknownTransports: ReadonlySet<string> = new Set([
  "HTTP",
  "RtspMulticast",
  "RTP-Multicast",
  "RtspOverHttp",
  "WebRTC",
]);

/**
 * Returns the RTSP address of a video for a client that asks for `transports`: with TLS where the client asks for it
 * or the site has nothing else, without TLS otherwise. Throws a fault for a transport that the box does not have, and
 * where RTSP is off.
 */
export function streamUri(
  path: RestreamPath,
  entrance: Entrance,
  request: { transports: readonly string[]; ports: ReturnType<OnvifDeviceSource["rtspPorts"]> },
): string {
  const { transports, ports } = request;
  const unknown = transports.find((each) => unknownTransports.has(each));
  if (unknown !== undefined) {
    throw invalidArg("InvalidStreamSetup", `transport: ${unknown} is not served. Ask for RTSP`);
  }
  const wantsTls = transports.some((each) => /^rtsps/i.test(each));
  const { rtsp, rtsps } = ports;
  const isTls = rtsps !== undefined && (wantsTls || rtsp === undefined);
  const port = isTls ? rtsps : rtsp;
  if (port === undefined || (wantsTls && !isTls)) {
    throw new SoapFault(
      { code: "Receiver", subcodes: ["ter:Action", "ter:IncompleteConfiguration"] },
      "rtsp: is off on the box, or has no such port. Set rtsp.enabled and rtsp.plain",
    );
  }
  const ending = path.track === "sub" ? "/sub" : "";
  return `${isTls ? "rtsps" : "rtsp"}://${entrance.host}:${port}/${path.streamId}${ending}`;
}

/** Returns the address of a stream's newest picture, which needs HTTP Digest. */
export function snapshotUri({ streamId }: RestreamPath, { origin }: Entrance): string {
  return `${origin}${snapshotPath}${encodeURIComponent(streamId)}`;
}
