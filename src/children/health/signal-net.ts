import type { NetVerdict, SignalNet } from "../../health/compute-port.ts";
import type { ChannelAnalysis } from "../../health/eeg/analysis.ts";
import type { Recording } from "../../health/eeg/recording.ts";
import { windowsFor } from "../../health/eeg/net-windows.ts";
import { netRunner, unfit } from "./net-runner.ts";

/**
 * Asks a net about every window of a recording. Rejects with `model_unavailable` when it is away, does not
 * take such windows, answers with what are no scores, or when the recording has not the channels it needs.
 */
export async function askNet(
  net: SignalNet,
  of: { recording: Recording; channels: readonly ChannelAnalysis[] },
): Promise<NetVerdict> {
  const runner = await netRunner(net.from);
  try {
    const best = net.classes.map(() => ({ score: 0, fromSec: 0 }));
    let windows = 0;
    for (const batch of windowsFor(net, of)) {
      const count = batch.starts.length;
      const { data: scores } = await runner.run(batch.data, batch.dims);
      if (scores.length !== count * net.classes.length) {
        throw unfit(`it gives ${scores.length / count} scores for ${net.classes.length} classes`);
      }
      for (const [index, score] of scores.entries()) {
        if (!(score >= 0 && score <= 1)) throw unfit("what it gives are no scores from 0 to 1");
        const one = best[index % best.length]!;
        const fromSec = batch.starts[Math.floor(index / best.length)]!;
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
