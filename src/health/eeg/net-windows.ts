import { fail } from "../../contract/fail.ts";
import { butterworth, filterBothWays } from "../signal/butterworth.ts";
import type { SignalNet } from "../compute-port.ts";
import type { ChannelAnalysis } from "./analysis.ts";
import { microvoltsPer } from "./channel-kind.ts";
import type { Channel, Recording } from "./recording.ts";

/** Some windows of a recording, as a tensor `[windows, channels, samples]` in microvolts. */
export interface WindowBatch {
  data: Float32Array;
  dims: readonly [number, number, number];
  /** Where each window begins, in recorded seconds. */
  starts: readonly number[];
}

const batchWindows = 64;

/**
 * The windows that a net looks at, in batches of 64 at most: half overlapping, none across a gap, at the
 * net's own sample rate. A net of one channel sees each usable channel by itself; one of several sees the
 * first so many of the recording's kind. Throws `model_unavailable` when there are too few.
 */
export function* windowsFor(
  net: Pick<SignalNet, "channels" | "sampleRateHz" | "windowSec">,
  of: { recording: Recording; channels: readonly ChannelAnalysis[] },
): Generator<WindowBatch> {
  const { recording, channels } = of;
  const fit = recording.channels.filter((_, index) => channels[index]!.quality?.usable);
  if (fit.length < net.channels) {
    throw fail(
      "model_unavailable",
      `the model needs ${net.channels} usable channels, and there are ${fit.length}`,
    );
  }
  const groups = net.channels === 1 ? fit.map((each) => [each]) : [fit.slice(0, net.channels)];
  for (const group of groups) yield* windowsOfGroup(net, group, recording);
}

function* windowsOfGroup(
  net: Pick<SignalNet, "sampleRateHz" | "windowSec">,
  group: readonly Channel[],
  { stretches }: Recording,
): Generator<WindowBatch> {
  const length = Math.round(net.windowSec * net.sampleRateHz);
  const signals = group.map((channel) => resampled(channel, net.sampleRateHz));
  const starts = stretches.flatMap(({ fromSec, durationSec }) => {
    const step = net.windowSec / 2;
    const count = Math.floor((durationSec - net.windowSec) / step + 1e-6) + 1;
    return Array.from({ length: Math.max(0, count) }, (_, index) => fromSec + index * step);
  });
  for (let at = 0; at < starts.length; at += batchWindows) {
    const some = starts.slice(at, at + batchWindows);
    const data = new Float32Array(some.length * group.length * length);
    for (const [window, startSec] of some.entries()) {
      const from = Math.round(startSec * net.sampleRateHz);
      for (const [index, signal] of signals.entries()) {
        data.set(signal.subarray(from, from + length), (window * group.length + index) * length);
      }
    }
    yield { data, dims: [some.length, group.length, length], starts: some };
  }
}

/** In microvolts at another rate: low-passed where the rate falls, then interpolated linearly. */
function resampled(channel: Channel, toHz: number): Float64Array {
  const samples = channel.read();
  const scale = microvoltsPer(channel.unit) ?? 1;
  const { sampleRateHz } = channel;
  if (toHz < sampleRateHz) {
    const sections = butterworth("lowpass", { order: 8, cutoffHz: 0.4 * toHz, sampleRateHz });
    filterBothWays(samples, sections, Math.round(sampleRateHz));
  }
  const length = Math.floor((samples.length * toHz) / sampleRateHz);
  return Float64Array.from({ length }, (_, index) => {
    const at = (index * sampleRateHz) / toHz;
    const low = Math.floor(at);
    const next = samples[Math.min(samples.length - 1, low + 1)]!;
    return scale * (samples[low]! + (at - low) * (next - samples[low]!));
  });
}
