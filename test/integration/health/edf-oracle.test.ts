import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { readEdf } from "../../../src/health/eeg/edf.ts";
import { sharedDir } from "../../support/inference/shared-models.ts";

const run = promisify(execFile);
const folder = join(sharedDir, "eeg");
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => /\.[eb]df$/.test(name))
  : [];
const oracle = join(import.meta.dirname, "../../support/health/edf-oracle.py");
/** Debian's own Python, for which python3-mne is packaged. */
const python = "/usr/bin/python3";
const hasMne = await run(python, ["-c", "import mne"]).then(
  () => true,
  () => false,
);
const skip =
  files.length === 0
    ? "the shared recordings are not there"
    : !hasMne && "python3-mne is not installed";

interface Oracle {
  sfreq: number;
  signals: { label: string; length: number; first: number[]; middle: number[]; sum: number }[];
  notes: { onset: number; duration: number; text: string }[];
}

test("MNE-Python reads the same samples and notes in every real file", { skip }, async () => {
  let compared = 0;
  const paths = files.map((name) => join(folder, name));
  const { stdout } = await run(python, [oracle, ...paths], { maxBuffer: 64 * 1024 * 1024 });
  const all = JSON.parse(stdout) as Oracle[];
  for (const [index, name] of files.entries()) {
    const expected = all[index]!;
    const read = readEdf(readFileSync(join(folder, name)));
    for (const signal of expected.signals) {
      const channel = read.channels.find(({ label }) => label === signal.label);
      assert.ok(channel, `${name} ${signal.label}`);
      // MNE resamples what has another rate than the fastest signal.
      if (channel.sampleRateHz !== expected.sfreq) continue;
      const samples = channel.read();
      const middle = Math.floor(samples.length / 2);
      assert.equal(samples.length, signal.length);
      const pairs = [
        [samples.subarray(0, 40), signal.first],
        [samples.subarray(middle, middle + 40), signal.middle],
        [[samples.reduce((sum, value) => sum + value, 0)], [signal.sum]],
      ] as const;
      for (const [ours, theirs] of pairs) {
        for (const [at, value] of ours.entries()) {
          const tolerance = 1e-6 * Math.max(1, Math.abs(theirs[at]!));
          assert.ok(Math.abs(value - theirs[at]!) <= tolerance, `${name} ${signal.label} ${at}`);
        }
      }
      compared += 1;
    }
    const notes = read.annotations.map(({ text, onsetSec }) => [text, onsetSec] as const);
    assert.equal(notes.length, expected.notes.length, name);
    for (const { text, onset } of expected.notes) {
      const found = notes.some(([said, at]) => said === text && Math.abs(at - onset) < 1e-4);
      assert.ok(found, `${name}: ${text} at ${onset}`);
    }
  }
  assert.ok(compared > 100, String(compared));
});
