import { fail } from "../contract/fail.ts";

/** What a WAV file says of itself. */
export interface WavFacts {
  sampleRateHz: number;
  durationSec: number;
}

const headerBytes = 44;

/**
 * A WAV file with lengths that are true: a synthesizer that writes to a pipe cannot know them. Takes PCM
 * in the plain header of 44 bytes; fails with `speech_failed` for anything else.
 */
export function withTrueLengths(wav: Buffer): Buffer {
  const isPlain =
    wav.length > headerBytes &&
    wav.toString("latin1", 0, 4) === "RIFF" &&
    wav.toString("latin1", 8, 16) === "WAVEfmt " &&
    wav.readUInt32LE(16) === 16 &&
    wav.readUInt16LE(20) === 1 &&
    wav.toString("latin1", 36, 40) === "data";
  if (!isPlain) throw fail("speech_failed", "what was spoken is no WAV file");
  const fixed = Buffer.from(wav);
  fixed.writeUInt32LE(fixed.length - 8, 4);
  fixed.writeUInt32LE(fixed.length - headerBytes, 40);
  return fixed;
}

/** Facts of a file of `withTrueLengths`. */
export function wavFacts(wav: Buffer): WavFacts {
  const bytesPerSec = wav.readUInt32LE(28);
  const durationSec = bytesPerSec === 0 ? 0 : (wav.length - headerBytes) / bytesPerSec;
  return { sampleRateHz: wav.readUInt32LE(24), durationSec };
}
