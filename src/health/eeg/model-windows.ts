import { fail } from "../../base/contract/fail.ts";
import { butterworth, filterBothWays } from "../signal/butterworth.ts";
import type { SignalModel } from "./signal-models.ts";
import type { ChannelAnalysis } from "./analysis.ts";
import { type ChannelKind, microvoltsPer } from "./channel-kind.ts";
import { qualityLimits } from "./quality.ts";
import { type Channel, type Recording, recordingBounds, type Stretch } from "./recording.ts";

/** The input of a model, and the length and distance of its windows. */
export interface WindowPlan extends Pick<
  SignalModel,
  "channels" | "channelLabels" | "sampleRateHz" | "windowSec"
> {
  /** Windows begin at whole multiples of it from the start of a stretch. */
  gridSec: number;
  /** From one window to the next: a whole multiple of `gridSec`. */
  hopSec: number;
}

/** A measured recording, and the kind of channel for the model. */
export interface MeasuredRecording {
  recording: Recording;
  channels: readonly ChannelAnalysis[];
  kind: ChannelKind;
}

/** The start of a window. */
export interface WindowStart {
  /** Number of the stretch in the recording. */
  stretch: number;
  /** Multiple of `gridSec` from the start of the stretch. */
  cell: number;
}

/** Some windows of a recording, as a tensor `[windows, channels, samples]` in microvolts. */
export interface WindowBatch {
  data: Float32Array;
  dims: readonly [number, number, number];
  /** Of the channels in each window; the same list in all batches of these channels. */
  labels: readonly string[];
  starts: readonly WindowStart[];
}

/** Of one batch: a run needs several times its memory. */
const batchBounds = { windows: 64, samples: 4 * 1024 * 1024 };
/** Of one group of channels: no model processes more of them in its time. */
const maxWindows = 200_000;

/**
 * Returns the windows for a model, in batches of 64 at most: none across a gap, the last of a stretch at its
 * end, at the model's own sample rate. A model of one channel gets each channel of the kind by itself; one of
 * several gets the first channels, or those with its labels. Throws `model_unavailable` when channels are
 * missing, and when resampling would exceed the samples of the largest recording.
 */
export function* windowsFor(plan: WindowPlan, of: MeasuredRecording): Generator<WindowBatch> {
  const { stretches, durationSec } = of.recording;
  const { channels, sampleRateHz } = plan;
  if (durationSec * sampleRateHz * channels > recordingBounds.samples) {
    throw unsuited("the recording has too many samples at the model's sample rate");
  }
  if (durationSec / plan.hopSec > maxWindows) {
    throw unsuited(`the recording has more than ${maxWindows} of the model's windows`);
  }
  for (const group of groupsFor(plan, of)) yield* windowsOfGroup(plan, group, stretches);
}

function groupsFor(plan: WindowPlan, of: MeasuredRecording): Channel[][] {
  const { channels: count, channelLabels, sampleRateHz } = plan;
  const lowestHz = sampleRateHz / 2;
  const fit = of.recording.channels.filter((channel, index) => {
    const { quality, kind } = of.channels[index]!;
    return isAlive(quality) && kind === of.kind && channel.sampleRateHz >= lowestHz;
  });
  if (channelLabels) return [channelLabels.map((label) => labelled(fit, label, of.kind))];
  if (fit.length < count) {
    throw unsuited(
      `the model needs ${count} ${of.kind} channels that are neither flat nor clipped, ` +
        `of at least ${lowestHz} samples a second, and there are ${fit.length}`,
    );
  }
  return count === 1 ? fit.map((each) => [each]) : [fit.slice(0, count)];
}

/** A model judges artefacts itself: channels of high amplitude may show a seizure. */
function isAlive(quality: ChannelAnalysis["quality"]): boolean {
  if (!quality) return false;
  const { flatFraction, clippedFraction } = quality;
  return Math.max(flatFraction, clippedFraction ?? 0) < qualityLimits.unusableFraction;
}

function labelled(channels: readonly Channel[], name: string, kind: ChannelKind): Channel {
  const found = channels.find(({ label }) => plainLabel(label) === plainLabel(name));
  if (found) return found;
  throw unsuited(
    `the model needs the channel ${name}, and no ${kind} channel that can be used has that label`,
  );
}

/** Without the type of signal before it (EDF+) and the common reference behind it: `EEG Fp1-REF` is `fp1`. */
function plainLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/^(eeg|ecog|emg|ecg)\s+/, "")
    .replace(/\s*-\s*(ref|le|avg|av)$/, "")
    .replaceAll(/[\s.]/g, "");
}

function* windowsOfGroup(
  plan: WindowPlan,
  group: readonly Channel[],
  stretches: readonly Stretch[],
): Generator<WindowBatch> {
  const { sampleRateHz, gridSec } = plan;
  const length = Math.round(plan.windowSec * sampleRateHz);
  const labels = group.map(({ label }) => label);
  const starts = stretches.flatMap(({ durationSec }, stretch) =>
    cellsOf(durationSec, plan).map((cell) => ({ stretch, cell })),
  );
  if (starts.length === 0) return;
  const signals = group.map((channel) => resampled(channel, stretches, sampleRateHz));
  const windowSize = group.length * length;
  const { windows, samples } = batchBounds;
  const most = Math.max(1, Math.min(windows, Math.floor(samples / windowSize)));
  for (let at = 0; at < starts.length; at += most) {
    const some = starts.slice(at, at + most);
    const data = new Float32Array(some.length * windowSize);
    for (const [window, { stretch, cell }] of some.entries()) {
      for (const [index, signal] of signals.entries()) {
        const piece = signal[stretch]!;
        const latest = Math.max(0, piece.length - length);
        const from = Math.min(latest, Math.round(cell * gridSec * sampleRateHz));
        data.set(piece.subarray(from, from + length), window * windowSize + index * length);
      }
    }
    yield { data, dims: [some.length, group.length, length], labels, starts: some };
  }
}

/** Returns the starts of a stretch's windows; the last window ends with the stretch. */
function cellsOf(durationSec: number, { windowSec, hopSec, gridSec }: WindowPlan): number[] {
  const last = Math.floor((durationSec - windowSec) / gridSec + 1e-6);
  if (last < 0) return [];
  const hop = Math.max(1, Math.round(hopSec / gridSec));
  const cells = Array.from({ length: Math.floor(last / hop) + 1 }, (_, index) => index * hop);
  return cells.at(-1) === last ? cells : [...cells, last];
}

/** Resamples each stretch in microvolts: low-passed where the rate falls, then interpolated linearly. */
function resampled(
  channel: Channel,
  stretches: readonly Stretch[],
  toHz: number,
): readonly Float32Array[] {
  const { sampleRateHz, unit } = channel;
  const recorded = channel.read();
  const scale = microvoltsPer(unit) ?? 1;
  const isSlower = toHz < sampleRateHz;
  const sections = isSlower
    ? butterworth("lowpass", { order: 8, cutoffHz: 0.4 * toHz, sampleRateHz })
    : [];
  return stretches.map(({ fromSec, durationSec }) => {
    const piece = recorded.subarray(
      Math.round(fromSec * sampleRateHz),
      Math.round((fromSec + durationSec) * sampleRateHz),
    );
    if (isSlower) filterBothWays(piece, sections, Math.round(sampleRateHz));
    const samples = new Float32Array(Math.floor((piece.length * toHz) / sampleRateHz + 1e-6));
    for (let index = 0; index < samples.length; index += 1) {
      const at = (index * sampleRateHz) / toHz;
      const low = Math.min(piece.length - 1, Math.floor(at));
      const next = piece[Math.min(piece.length - 1, low + 1)]!;
      samples[index] = scale * (piece[low]! + (at - low) * (next - piece[low]!));
    }
    return samples;
  });
}

function unsuited(why: string) {
  return fail("model_unavailable", why);
}
