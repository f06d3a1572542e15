import { fail } from "../base/contract/fail.ts";

/** The format of a WAV file. */
export interface WavFacts {
  sampleRateHz: number;
  durationSec: number;
}

const headerBytes = 44;

/**
 * Returns a WAV file with correct lengths: a synthesizer that writes to a pipe cannot know them. Takes PCM
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
  if (!isPlain)
    throw fail(
      "speech_failed",
      "audio: the synthesizer's output is not a WAV file. Check `voice` and espeak-ng",
    );
  const fixed = Buffer.from(wav);
  fixed.writeUInt32LE(fixed.length - 8, 4);
  fixed.writeUInt32LE(fixed.length - headerBytes, 40);
  return fixed;
}

/**
 * Returns the sound of a WAV file in the plain header of 44 bytes. Takes PCM with any further chunks, also with the
 * lengths of a stream; undefined for anything else.
 */
export function plainWav(bytes: Uint8Array): Buffer | undefined {
  const wav = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (wav.toString("latin1", 0, 4) !== "RIFF" || wav.toString("latin1", 8, 12) !== "WAVE") return;
  let format: Buffer | undefined;
  for (let at = 12; at + 8 <= wav.length;) {
    const name = wav.toString("latin1", at, at + 4);
    const length = wav.readUInt32LE(at + 4);
    const chunk = wav.subarray(at + 8, at + 8 + length);
    if (name === "fmt " && chunk.length >= 16) format = chunk.subarray(0, 16);
    if (name === "data") return format && withHeader(format, chunk);
    at += 8 + length + (length % 2);
  }
  return;
}

function withHeader(format: Buffer, sound: Buffer): Buffer | undefined {
  if (format.readUInt16LE(0) !== 1) return;
  const head = Buffer.alloc(headerBytes);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(headerBytes - 8 + sound.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  format.copy(head, 20);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}

/** Returns facts of a file of `withTrueLengths` or `plainWav`. */
export function wavFacts(wav: Buffer): WavFacts {
  const bytesPerSec = wav.readUInt32LE(28);
  const durationSec = bytesPerSec === 0 ? 0 : (wav.length - headerBytes) / bytesPerSec;
  return { sampleRateHz: wav.readUInt32LE(24), durationSec };
}
