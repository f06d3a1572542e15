/**
 * One minute of EEG with 64 channels at 256 samples a second: the time from the bytes of its EDF file in the main
 * process to the measured figures, through a child process that already runs. Baseline: the analysis alone, in this
 * process. Bound: 1.5 s.
 */
import { HealthChildren } from "../../../src/adapters/compute/health-compute.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { analyse } from "../../../src/health/eeg/analysis.ts";
import { readEdf } from "../../../src/health/eeg/edf.ts";
import { edfFile } from "../../support/health/edf-writer.ts";

const boundMs = 1500;
const rounds = 7;
const options = { signalType: "eeg", mainsHz: 50 } as const;

const signals = Array.from({ length: 64 }, (_, channel) => ({
  label: `EEG ${channel + 1}`,
  samples: Array.from({ length: 60 * 256 }, (__, at) =>
    Math.round(400 * Math.sin((2 * Math.PI * 10 * at) / 256) + ((at * 7919 + channel * 31) % 200)),
  ),
}));
const file = edfFile({ records: 60, signals });

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

async function timed(work: () => unknown): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const children = new HealthChildren({ clock: systemClock });
const firstMs = await timed(() => children.signals({ file }, options));
const through: number[] = [];
const bare: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  through.push(await timed(() => children.signals({ file }, options)));
  bare.push(await timed(() => analyse(readEdf(file), options)));
}
children.stop();
const ms = median(through);
console.log(
  `60 s of 64 channels at 256 Hz: ${ms.toFixed(0)} ms in a child (first with its start ${firstMs.toFixed(0)} ms), ` +
    `${median(bare).toFixed(0)} ms bare, ratio ${(ms / median(bare)).toFixed(2)}; bound ${boundMs} ms`,
);
if (ms > boundMs) process.exitCode = 1;
