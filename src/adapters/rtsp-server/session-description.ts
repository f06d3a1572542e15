import { payloadType, rtpRate } from "./rtp-frame.ts";
import type { RtpVideoFormat } from "./video-format.ts";

/** Name of the one track below the stream's address. */
export const trackName = "trackID=0";

/** Returns the session description (RFC 8866) of a stream with one video track. */
export function sessionDescription(
  format: RtpVideoFormat,
  { name, address }: { name: string; address: string },
): string {
  const family = address.includes(":") ? "IP6" : "IP4";
  const encoding = format.codec === "h264" ? "H264" : "H265";
  const lines = [
    "v=0",
    `o=- 0 0 IN ${family} ${address}`,
    `s=${name}`,
    `c=IN ${family} ${family === "IP4" ? "0.0.0.0" : "::"}`,
    "t=0 0",
    "a=control:*",
    "a=range:npt=now-",
    `m=video 0 RTP/AVP ${payloadType}`,
    `a=rtpmap:${payloadType} ${encoding}/${rtpRate}`,
    `a=fmtp:${payloadType} ${parameters(format)}`,
    "a=sendonly",
    `a=control:${trackName}`,
  ];
  return `${lines.join("\r\n")}\r\n`;
}

/** Returns the codec's parameters (RFC 6184 8.1, RFC 7798 7.1). */
function parameters({ codec, parameterSets }: RtpVideoFormat): string {
  const text = (units: readonly Buffer[]): string =>
    units.map((unit) => unit.toString("base64")).join(",");
  if (codec === "h264") {
    const profile = parameterSets[0]!.toString("hex", 1, 4).toUpperCase();
    const sets = text(parameterSets);
    return `packetization-mode=1;profile-level-id=${profile};sprop-parameter-sets=${sets}`;
  }
  const ofType = (type: number): string =>
    text(parameterSets.filter((unit) => ((unit[0]! >> 1) & 0x3f) === type));
  return `sprop-vps=${ofType(32)};sprop-sps=${ofType(33)};sprop-pps=${ofType(34)}`;
}
