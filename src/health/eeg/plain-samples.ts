import { fail } from "../../base/contract/fail.ts";
import { channelKind, microvoltsPer } from "./channel-kind.ts";
import type { AnalysisOptions } from "./analysis.ts";
import type { RawSignals } from "./raw.ts";
import type { Recording } from "./recording.ts";

/** Samples without anything else of their file. */
export type PlainSamples = RawSignals & { labels: readonly string[]; data: Uint8Array };

/**
 * Returns the channels of a kind as float32 in microvolts, without the file's data about the person. Throws
 * `model_unavailable` when there are none, when they have several sample rates or gaps, and beyond
 * `maxBytes`, because plain samples could not represent them.
 */
export function plainSamples(
  recording: Recording,
  { signalType, maxBytes }: Pick<AnalysisOptions, "signalType"> & { maxBytes: number },
): PlainSamples {
  const channels = recording.channels.filter(
    (channel) => channelKind(channel, signalType) === signalType,
  );
  const [first] = channels;
  if (!first)
    throw fail(
      "model_unavailable",
      `recording: has no ${signalType} channel. Send one with such a channel`,
    );
  const { sampleRateHz, length } = first;
  if (channels.some((each) => each.sampleRateHz !== sampleRateHz || each.length !== length)) {
    throw fail(
      "model_unavailable",
      "recording: its channels have several sample rates. Resample them to one",
    );
  }
  if (recording.stretches.length > 1) {
    throw fail("model_unavailable", "recording: has gaps. Send a continuous part");
  }
  if (channels.length * length * 4 > maxBytes) {
    throw fail(
      "model_unavailable",
      "recording: is larger than 15 MB as plain samples. Send a shorter one",
    );
  }
  const samples = new Float32Array(channels.length * length);
  for (const [index, channel] of channels.entries()) {
    const scale = microvoltsPer(channel.unit)!;
    const values = channel.read();
    for (let at = 0; at < length; at += 1) samples[index * length + at] = values[at]! * scale;
  }
  return {
    channelCount: channels.length,
    sampleRateHz,
    labels: channels.map(({ label }) => label),
    data: new Uint8Array(samples.buffer),
  };
}
