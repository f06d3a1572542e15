import type { SoundLack, SoundOffer } from "../../cameras/sound/sound-format.ts";
import { controlOf, encodingOf, sectionsOf } from "./sdp.ts";

/** A sound track of a session description, with its control URI (RFC 2326 C.1.1). */
export interface SoundTrackOffer {
  offer: SoundOffer;
  control: string;
}

/** Sound without `a=rtpmap` (RFC 3551 table 4). */
const staticRates: Readonly<Record<string, string>> = { "0": "PCMU/8000", "8": "PCMA/8000" };

/**
 * Picks the first sound track that the box takes. A track that the camera wants to receive (`a=sendonly`, ONVIF
 * Streaming Specification 5.3) is a loudspeaker.
 */
export function pickSound(sdp: string): SoundTrackOffer | { lack: SoundLack } {
  const tracks = sectionsOf(sdp).media.filter(
    (lines) => lines[0]!.startsWith("m=audio ") && !lines.includes("a=sendonly"),
  );
  for (const lines of tracks) {
    const offer = offerOf(lines);
    if (offer) return { offer, control: controlOf(lines) ?? "" };
  }
  return { lack: tracks.length === 0 ? "absent" : "unsupported" };
}

function offerOf(lines: readonly string[]): SoundOffer | undefined {
  const { name, type } = encodingOf(lines, staticRates);
  const [codec = "", rate = "8000", count = "1"] = name.split("/");
  const [rateHz, channels] = [Number(rate), Number(count)];
  if (!(rateHz >= 8000 && rateHz <= 48_000) || ![1, 2].includes(channels)) return undefined;
  switch (codec) {
    case "PCMA":
    case "PCMU":
      return { codec: codec === "PCMA" ? "pcma" : "pcmu", rateHz, channels };
    case "OPUS":
      return { codec: "opus", rateHz: 48_000, channels };
    case "MPEG4-GENERIC": {
      const aac = aacOf(parametersOf(lines, type));
      return aac && { codec: "aac", rateHz, channels, aac };
    }
    default:
      return undefined;
  }
}

/** Parameters of RFC 3640 4.1; `sizelength` is 13 or 6 in the modes that cameras use. */
function aacOf(parameters: ReadonlyMap<string, string>): SoundOffer["aac"] {
  const config = parameters.get("config") ?? "";
  const sizeBits = Number(parameters.get("sizelength") ?? "0");
  if (!/^([0-9a-f]{2}){2,64}$/i.test(config) || sizeBits < 1 || sizeBits > 16) return undefined;
  return {
    config: Buffer.from(config, "hex"),
    sizeBits,
    indexBits: Number(parameters.get("indexlength") ?? "0"),
    deltaBits: Number(parameters.get("indexdeltalength") ?? "0"),
  };
}

function parametersOf(lines: readonly string[], type: string): Map<string, string> {
  const line = lines.find((each) => each.toLowerCase().startsWith(`a=fmtp:${type} `)) ?? "";
  const pairs = line.slice(`a=fmtp:${type} `.length).split(";");
  return new Map(
    pairs.map((pair) => {
      const [name = "", value = ""] = pair.trim().split("=");
      return [name.toLowerCase(), value] as const;
    }),
  );
}
