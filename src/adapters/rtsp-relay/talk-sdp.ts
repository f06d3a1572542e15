import type { SoundLack } from "../../cameras/sound/sound-format.ts";
import type { TalkCodec } from "../../cameras/talk/talk-port.ts";
import { controlOf, sectionsOf } from "./sdp.ts";

/** The track of a session description that the box may send speech on. */
export interface LoudspeakerTrack {
  codec: TalkCodec;
  /** RTP payload type. */
  payloadType: number;
  control: string;
}

/** Encodings in order of preference: Profile T requires the first one. */
const encodings = [
  ["PCMU/8000", "pcmu"],
  ["PCMA/8000", "pcma"],
] as const;
/** Payload types without `a=rtpmap` (RFC 3551 table 4). */
const staticTypes: Readonly<Record<string, string>> = { "0": "PCMU/8000", "8": "PCMA/8000" };

/**
 * Picks the loudspeaker of a description: of the audio tracks that the client sends (`a=sendonly`), the first one with
 * µ-law, else with A-law.
 */
export function pickLoudspeaker(sdp: string): LoudspeakerTrack | { lack: SoundLack } {
  const tracks = sectionsOf(sdp).media.filter(
    (lines) =>
      lines[0]!.startsWith("m=audio ") && lines.some((line) => /^a=sendonly\s*$/i.test(line)),
  );
  for (const [encoding, codec] of encodings) {
    for (const lines of tracks) {
      const type = typesOf(lines).find((each) => encodingOf(lines, each) === encoding);
      if (type !== undefined) {
        return { codec, payloadType: Number(type), control: controlOf(lines) ?? "" };
      }
    }
  }
  return { lack: tracks.length === 0 ? "absent" : "unsupported" };
}

/** The payload types of a track: the fields of `m=` after the protocol. */
function typesOf(lines: readonly string[]): string[] {
  const fields = lines[0]!.trim().split(/\s+/).slice(3);
  return fields.filter((each) => /^\d{1,3}$/.test(each) && Number(each) < 128);
}

/** `NAME/RATE` of one payload type, in upper case; a single channel need not be named. */
function encodingOf(lines: readonly string[], type: string): string | undefined {
  for (const line of lines) {
    const match = /^a=rtpmap:(\d+)\s+(\S+)/i.exec(line);
    if (match?.[1] === type) return match[2]!.toUpperCase().replace(/\/1$/, "");
  }
  return staticTypes[type];
}
