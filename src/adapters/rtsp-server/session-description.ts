import type { OwnSound } from "../../base/core/own-video.ts";
import { payloadTypes, rtpRate } from "./rtp-frame.ts";
import { soundRate } from "./rtp-sound.ts";
import type { RtpVideoFormat } from "./video-format.ts";

/** A kind of track; a stream has at most one of each. */
export type TrackKind = "video" | "sound";

/** Names of the tracks below the stream's address. */
export const trackNames = { video: "trackID=0", sound: "trackID=1" } as const satisfies Record<
  TrackKind,
  string
>;

/** The tracks to describe. */
export interface DescribedTracks {
  video: RtpVideoFormat;
  /** Undefined without sound. */
  sound: OwnSound | undefined;
}

/** Returns the session description (RFC 8866) of a stream. */
export function sessionDescription(
  { video, sound }: DescribedTracks,
  { name, address }: { name: string; address: string },
): string {
  const family = address.includes(":") ? "IP6" : "IP4";
  const lines = [
    "v=0",
    `o=- 0 0 IN ${family} ${address}`,
    `s=${name}`,
    `c=IN ${family} ${family === "IP4" ? "0.0.0.0" : "::"}`,
    "t=0 0",
    "a=control:*",
    "a=range:npt=now-",
    ...videoLines(video),
    ...(sound ? soundLines(sound) : []),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

function videoLines(format: RtpVideoFormat): string[] {
  const encoding = `${format.codec === "h264" ? "H264" : "H265"}/${rtpRate}`;
  return trackLines("video", { encoding, parameters: videoParameters(format) });
}

function soundLines(format: OwnSound): string[] {
  const { codec, channels, config } = format;
  const rate = soundRate(format);
  if (codec === "opus") {
    // Always with two channels (RFC 7587 7).
    const parameters = `sprop-stereo=${channels === 2 ? 1 : 0}`;
    return trackLines("sound", { encoding: `opus/${rate}/2`, parameters });
  }
  const configText = Buffer.from(config).toString("hex").toUpperCase();
  return trackLines("sound", {
    encoding: `mpeg4-generic/${rate}/${channels}`,
    // RFC 3640 4.1; profile 1 is that of all AAC here.
    parameters: `streamtype=5;profile-level-id=1;mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=${configText}`,
  });
}

function trackLines(
  kind: TrackKind,
  { encoding, parameters }: { encoding: string; parameters: string },
): string[] {
  const type = payloadTypes[kind];
  return [
    `m=${kind === "video" ? "video" : "audio"} 0 RTP/AVP ${type}`,
    `a=rtpmap:${type} ${encoding}`,
    `a=fmtp:${type} ${parameters}`,
    "a=sendonly",
    `a=control:${trackNames[kind]}`,
  ];
}

/** Returns the codec's parameters (RFC 6184 8.1, RFC 7798 7.1). */
function videoParameters({ codec, parameterSets }: RtpVideoFormat): string {
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
