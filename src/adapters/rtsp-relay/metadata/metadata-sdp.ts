import type { MetadataLack } from "../../../cameras/metadata/camera-metadata.ts";
import { controlOf, encodingOf, sectionsOf } from "../sdp.ts";

/** A metadata track of a session description. */
export interface MetadataTrackOffer {
  /** Ticks per second of its RTP times. */
  rateHz: number;
  /** RFC 2326 C.1.1. */
  control: string;
}

/** Names begin so, whatever their coding; without a suffix it is plain XML (ONVIF Streaming Specification 5.1.2.1). */
const anyCoding = "VND.ONVIF.METADATA";

/** Picks the first metadata track in plain XML. */
export function pickMetadata(sdp: string): MetadataTrackOffer | { lack: MetadataLack } {
  const tracks = sectionsOf(sdp)
    .media.filter((lines) => lines[0]!.startsWith("m=application "))
    .map((lines) => ({ lines, name: encodingOf(lines, {}).name }))
    .filter(({ name }) => name.startsWith(anyCoding));
  for (const { lines, name } of tracks) {
    const [coding, rate = ""] = name.split("/");
    if (coding !== anyCoding) continue;
    const rateHz = Number(rate);
    return {
      rateHz: rateHz > 0 && rateHz <= 1e6 ? rateHz : 90_000,
      control: controlOf(lines) ?? "",
    };
  }
  return { lack: tracks.length === 0 ? "absent" : "unsupported" };
}
