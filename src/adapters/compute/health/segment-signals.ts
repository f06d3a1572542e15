import type { SignalSegmentation, StepModel } from "../../../health/eeg/signal-models.ts";
import {
  type MeasuredRecording,
  type WindowBatch,
  windowsFor,
} from "../../../health/eeg/model-windows.ts";
import { SegmentList, StepScores } from "../../../health/eeg/segments.ts";
import type { ModelOutput } from "../../../perception/models/executor.ts";
import { modelRunner, unfit } from "./model-runner.ts";

/** Scores that are held at once: steps of one group of channels, of all rows and classes. */
const maxScores = 8 * 1024 * 1024;

/**
 * Classifies each time step of a recording with a model, and makes segments of it. Rejects with
 * `model_unavailable` when the model is missing, returns anything but scores from 0 to 1 for its steps and
 * classes, or when the recording lacks its channels or a stretch as long as its window.
 */
export async function segmentSignals(
  net: StepModel,
  of: MeasuredRecording,
): Promise<SignalSegmentation> {
  const runner = await modelRunner(net.from);
  try {
    const found = new Found(net, of);
    for (const batch of windowsFor({ ...net, gridSec: net.stepSec }, of)) {
      found.add(batch, await runner.run(batch.data, batch.dims));
    }
    return { ...found.finish(), note: runner.note };
  } finally {
    await runner.close();
  }
}

/** The result for one group of channels: for each stretch one row, or one for each channel. */
interface Group {
  labels: readonly string[];
  rows: StepScores[][];
}

class Found {
  readonly #net: StepModel;
  readonly #of: MeasuredRecording;
  readonly #list: SegmentList;
  /** For each stretch and step the classes of its segments, one bit each. */
  readonly #marks: Uint8Array[];
  readonly #highest: number[];
  #group: Group | undefined;
  #windows = 0;
  #coveredSteps = 0;

  constructor(net: StepModel, of: MeasuredRecording) {
    this.#net = net;
    this.#of = of;
    this.#list = new SegmentList(net.classes);
    this.#highest = net.classes.map(() => 0);
    const steps = of.recording.stretches.map(({ durationSec }) =>
      Math.floor(durationSec / net.stepSec + 1e-6),
    );
    const total = steps.reduce((sum, count) => sum + count, 0);
    if (total * net.classes.length * net.channels > maxScores) {
      throw unfit("the recording has too many of its time steps");
    }
    this.#marks = steps.map((count) => new Uint8Array(count));
  }

  add({ labels, starts, dims: [count] }: WindowBatch, output: ModelOutput): void {
    const rows = rowsOf(output, { net: this.#net, windows: count });
    if (this.#group?.labels !== labels) {
      this.#close();
      this.#group = {
        labels,
        rows: this.#marks.map(({ length }) =>
          Array.from({ length: rows }, () => new StepScores(length, this.#net.classes.length)),
        ),
      };
    }
    const size = output.data.length / count / rows;
    for (const [window, { stretch, cell }] of starts.entries()) {
      for (const [row, scores] of this.#group.rows[stretch]!.entries()) {
        const at = (window * rows + row) * size;
        scores.add(cell, output.data.subarray(at, at + size));
      }
    }
    this.#windows += count;
  }

  finish(): Omit<SignalSegmentation, "note"> {
    this.#close();
    if (this.#windows === 0) throw unfit("the recording is shorter than one of its windows");
    const { classes, background, stepSec } = this.#net;
    return {
      ...this.#list.finish(),
      classes: classes.flatMap((name, label) =>
        name === background
          ? []
          : [
              {
                ...this.#list.figures(label),
                seconds: this.#marked(label) * stepSec,
                highestScore: this.#highest[label]!,
              },
            ],
      ),
      coveredSec: this.#coveredSteps * stepSec,
      windows: this.#windows,
    };
  }

  /** Makes the segments of a group whose windows have all been seen. */
  #close(): void {
    const { classes, stepSec, background, ...net } = this.#net;
    const rules = {
      threshold: net.threshold,
      background: background === null ? -1 : classes.indexOf(background),
      joinSteps: Math.round(net.joinSec / stepSec),
      minSteps: Math.round(net.minSec / stepSec),
    };
    const { labels, rows } = this.#group ?? { labels: [], rows: [] };
    // All groups see the same windows.
    this.#coveredSteps = rows.reduce((sum, [first]) => sum + first!.covered(), 0);
    for (const [stretch, scores] of rows.entries()) {
      const { onsetSec } = this.#of.recording.stretches[stretch]!;
      for (const [row, steps] of scores.entries()) {
        const channel = scores.length === labels.length ? labels[row]! : null;
        for (const label of classes.keys()) {
          this.#highest[label] = Math.max(this.#highest[label]!, steps.highest(label));
        }
        for (const { label, from, to, confidence } of steps.runs(rules)) {
          const [startSec, endSec] = [onsetSec + from * stepSec, onsetSec + to * stepSec];
          const name = classes[label]!;
          this.#list.add(label, { label: name, channel, startSec, endSec, confidence });
          for (let step = from; step < to; step += 1) this.#marks[stretch]![step]! |= 1 << label;
        }
      }
    }
    this.#group = undefined;
  }

  #marked(label: number): number {
    let count = 0;
    for (const marks of this.#marks) for (const mark of marks) count += (mark >> label) & 1;
    return count;
  }
}

/** Returns the count of output rows for a window: one, or one for each channel. Throws when it does not fit. */
function rowsOf(
  { dims, data }: ModelOutput,
  { net, windows }: { net: StepModel; windows: number },
): number {
  const rows = dims.length === 4 ? dims[1]! : 1;
  const [classes = 0, steps = 0] = dims.slice(-2);
  if (dims.length < 3 || dims.length > 4 || dims[0] !== windows) {
    const expectedShape = "[windows, classes, steps] or [windows, channels, classes, steps]";
    throw unfit(`its output for ${windows} windows is [${dims.join(", ")}], not ${expectedShape}`);
  }
  if (dims.length === 4 && rows !== net.channels) {
    throw unfit(`it has ${rows} channels instead of ${net.channels}`);
  }
  if (classes !== net.classes.length) {
    throw unfit(`it gives scores for ${classes} classes, not ${net.classes.length}`);
  }
  const wantedSteps = Math.round(net.windowSec / net.stepSec);
  if (steps !== wantedSteps) {
    throw unfit(
      `it gives ${steps} time steps for a window, not the ${wantedSteps} of step_seconds: ${net.stepSec}`,
    );
  }
  if (!data.every((score) => score >= 0 && score <= 1)) {
    throw unfit("its scores are not from 0 to 1");
  }
  return rows;
}
