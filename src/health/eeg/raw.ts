import { fail } from "../../base/contract/fail.ts";
import { type Channel, type Recording, recordingBounds } from "./recording.ts";

/** Signals without a file: in microvolts, all of one rate and length. */
export interface RawSignals {
  channelCount: number;
  sampleRateHz: number;
  labels?: readonly string[];
  /** Little-endian float32, channel after channel, or one list of numbers for each channel. */
  data: Uint8Array | readonly (readonly number[])[];
}

/**
 * Makes a recording of raw signals. Throws `input_unreadable` for a wrong number of channels, channels of
 * different lengths, samples that are not finite, and beyond `recordingBounds`.
 */
export function readRaw(raw: RawSignals): Recording {
  const { channelCount, sampleRateHz, data } = raw;
  if (channelCount < 1 || channelCount > recordingBounds.channels) {
    throw unreadable(`there must be 1 to ${recordingBounds.channels} channels`);
  }
  if (!(sampleRateHz > 0 && sampleRateHz <= recordingBounds.sampleRateHz)) {
    throw unreadable("the sample rate is no rate");
  }
  const signals =
    data instanceof Uint8Array ? ofBytes(data, channelCount) : ofLists(data, channelCount);
  const length = signals[0]!.length;
  if (length === 0) throw unreadable("there are no samples");
  if (length * channelCount > recordingBounds.samples) {
    throw unreadable(`there are more than ${recordingBounds.samples} samples`);
  }
  const durationSec = length / sampleRateHz;
  return {
    format: "raw",
    durationSec,
    channels: signals.map((samples, index): Channel => {
      checkFinite(samples, index);
      const label = raw.labels?.[index] ?? `${index + 1}`;
      const read = (): Float64Array => Float64Array.from(samples);
      return { label, unit: "uV", sampleRateHz, length, range: null, read };
    }),
    annotations: [],
    stretches: [{ fromSec: 0, onsetSec: 0, durationSec }],
    warnings: [],
  };
}

function ofBytes(bytes: Uint8Array, channelCount: number): Float32Array[] {
  const perChannel = bytes.byteLength / 4 / channelCount;
  if (!Number.isInteger(perChannel)) {
    throw unreadable("the bytes do not make the same number of float32 samples for each channel");
  }
  // A copy is aligned, unlike a Buffer's `slice`; every supported board is little-endian.
  const all = new Float32Array(new Uint8Array(bytes).buffer);
  return Array.from({ length: channelCount }, (_, index) =>
    all.subarray(index * perChannel, (index + 1) * perChannel),
  );
}

function ofLists(
  lists: readonly (readonly number[])[],
  channelCount: number,
): (readonly number[])[] {
  if (lists.length !== channelCount) {
    throw unreadable(`channel_count says ${channelCount}, and there are ${lists.length} channels`);
  }
  if (lists.some(({ length }) => length !== lists[0]!.length)) {
    throw unreadable("the channels have different numbers of samples");
  }
  return [...lists];
}

function checkFinite(samples: ArrayLike<number>, channel: number): void {
  for (let index = 0; index < samples.length; index += 1) {
    if (Number.isFinite(samples[index])) continue;
    throw unreadable(`sample ${index + 1} of channel ${channel + 1} is no finite number`);
  }
}

function unreadable(message: string) {
  return fail("input_unreadable", message);
}
