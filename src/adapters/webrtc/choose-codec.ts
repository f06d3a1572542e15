import { fail } from "../../base/contract/fail.ts";
import type { RtpVideoFormat } from "../rtsp-server/video-format.ts";
import type { OfferedCodec, OfferedMedia } from "./offer.ts";

/** The profile of H.264 without `profile-level-id` (RFC 6184 8.1). */
const defaultProfile = 0x42;

/**
 * Returns the offered codec that fits the camera's video. For H.264 it is one with fragmented units
 * (`packetization-mode=1`), of the camera's profile if the viewer offers it, otherwise of the richest: decoders play
 * the simpler ones too. Without any such codec it is one that names no mode: GStreamer's viewers leave it out, and take
 * fragmented units. Throws `codec_not_playable`.
 */
export function chooseCodec(video: OfferedMedia, format: RtpVideoFormat): OfferedCodec {
  const name = format.codec === "h264" ? "H264" : "H265";
  const offered = video.codecs.filter((each) => each.name === name && each.rate === 90_000);
  const [best] = format.codec === "h264" ? byProfile(offered, format) : offered;
  if (best) return best;
  const what = format.codec === "h264" ? "H.264 with packetization-mode=1" : "H.265";
  throw fail(
    "codec_not_playable",
    `offer: lacks ${what}, which the camera sends. Use live-video.mp4, or another stream of the camera`,
  );
}

/** Returns the offered codec for sound, which is Opus; undefined without it. */
export function chooseSoundCodec(sound: OfferedMedia): OfferedCodec | undefined {
  return sound.codecs.find(({ name, rate }) => name === "OPUS" && rate === 48_000);
}

function byProfile(offered: readonly OfferedCodec[], { parameterSets }: RtpVideoFormat) {
  const own = parameterSets[0]?.[1];
  const rank = (codec: OfferedCodec): number => {
    const profile = profileOf(codec);
    return profile === own ? 256 : profile;
  };
  const ofMode = (mode: string | undefined) =>
    offered.filter((each) => modeOf(each) === mode).toSorted((a, b) => rank(b) - rank(a));
  return [...ofMode("1"), ...ofMode(undefined)];
}

function modeOf({ parameters }: OfferedCodec): string | undefined {
  return /(?:^|;)\s*packetization-mode=(\d+)\s*(?:;|$)/.exec(parameters)?.[1];
}

function profileOf({ parameters }: OfferedCodec): number {
  const match = /(?:^|;)\s*profile-level-id=([0-9a-f]{2})[0-9a-f]{4}/i.exec(parameters);
  return match ? Number.parseInt(match[1]!, 16) : defaultProfile;
}
