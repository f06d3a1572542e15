import type { SignalScores, SignalModel } from "../../../health/eeg/signal-models.ts";
import { type MeasuredRecording, windowsFor } from "../../../health/eeg/model-windows.ts";
import type { ModelOutput } from "../../../perception/models/executor.ts";
import { modelRunner, unfit } from "./model-runner.ts";

/**
 * Runs a model on every window of a recording, half overlapping. Rejects with `model_unavailable` when it is
 * missing, does not accept such windows, returns anything but scores, or when the recording lacks its
 * channels.
 */
export async function classifyWindows(
  net: SignalModel,
  of: MeasuredRecording,
): Promise<SignalScores> {
  const runner = await modelRunner(net.from);
  try {
    const best = net.classes.map(() => ({ score: 0, fromSec: 0 }));
    const { stretches } = of.recording;
    const gridSec = 1 / net.sampleRateHz;
    let windows = 0;
    for (const batch of windowsFor({ ...net, gridSec, hopSec: net.windowSec / 2 }, of)) {
      const count = batch.starts.length;
      const output = await runner.run(batch.data, batch.dims);
      checkScores(output, { windows: count, classes: net.classes.length });
      for (const [index, score] of output.data.entries()) {
        const one = best[index % best.length]!;
        const { stretch, cell } = batch.starts[Math.floor(index / best.length)]!;
        const fromSec = stretches[stretch]!.onsetSec + cell * gridSec;
        if (score > one.score) Object.assign(one, { score, fromSec });
      }
      windows += count;
    }
    if (windows === 0) throw unfit("the recording is shorter than one of its windows");
    const top = best.toSorted((a, b) => b.score - a.score)[0]!;
    const scores = Object.fromEntries(net.classes.map((name, at) => [name, best[at]!.score]));
    return { scores, fromSec: top.fromSec, windows, note: runner.note };
  } finally {
    await runner.close();
  }
}

function checkScores(
  { dims, data }: ModelOutput,
  expected: { windows: number; classes: number },
): void {
  const { windows, classes } = expected;
  if (dims.length !== 2 || dims[0] !== windows) {
    throw unfit(
      `its output for ${windows} windows is [${dims.join(", ")}], not [windows, classes]`,
    );
  }
  if (dims[1] !== classes) throw unfit(`it gives ${dims[1]} scores for ${classes} classes`);
  if (!data.every((score) => score >= 0 && score <= 1)) {
    throw unfit("its scores are not from 0 to 1");
  }
}
