import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyse } from "../../../src/health/eeg/analysis.ts";
import { readRaw } from "../../../src/health/eeg/raw.ts";
import { windowsFor } from "../../../src/health/eeg/model-windows.ts";
import { butterworth, filterBothWays, notch } from "../../../src/health/signal/butterworth.ts";
import { bandPower, Welch } from "../../../src/health/signal/spectrum.ts";

const rateHz = 256;
const options = { signalType: "eeg", mainsHz: 50 } as const;

/** The signal on which the figures below were computed with SciPy 1.10 (Debian 12). */
const probe = Float64Array.from(
  { length: 4096 },
  (_, i) =>
    Math.sin((2 * Math.PI * 10 * i) / rateHz) +
    0.5 * Math.sin((2 * Math.PI * 50 * i) / rateHz) +
    ((i * 7919) % 13) / 13 +
    i / 4096,
);

function near(value: number, expected: number, relative = 1e-6): void {
  const message = `${value} for ${expected}`;
  assert.ok(Math.abs(value - expected) <= relative * Math.max(1e-12, Math.abs(expected)), message);
}

function sines(...parts: readonly (readonly [number, number])[]): number[] {
  return Array.from({ length: 60 * rateHz }, (_, at) =>
    parts.reduce(
      (sum, [hz, microvolts]) => sum + microvolts * Math.sin((2 * Math.PI * hz * at) / rateHz),
      0,
    ),
  );
}

function analysed(...channels: number[][]) {
  const raw = { channelCount: channels.length, sampleRateHz: rateHz, data: channels };
  return analyse(readRaw(raw), options);
}

describe("signals", () => {
  test("filters have the coefficients that SciPy designs", () => {
    const low = butterworth("lowpass", { order: 4, cutoffHz: 45, sampleRateHz: rateHz });
    const [a, b] = low.toSorted((one, two) => one.a2 - two.a2);
    near(a!.a1, -0.49266221, 1e-7);
    near(a!.a2, 0.09575133, 1e-6);
    near(b!.a1, -0.67015041, 1e-7);
    near(b!.a2, 0.49051051, 1e-7);
    near(a!.b0 * b!.b0, 0.03092189, 1e-6);
    const cut = notch(50, 30, rateHz);
    near(cut.b0, 0.97995413, 1e-7);
    near(cut.a1, -0.6602732, 1e-6);
    near(cut.a2, 0.95990825, 1e-7);
  });

  test("filtering both ways gives what sosfiltfilt gives, at the ends too", () => {
    const samples = probe.slice();
    const sections = [
      ...butterworth("highpass", { order: 2, cutoffHz: 0.5, sampleRateHz: rateHz }),
      ...butterworth("lowpass", { order: 4, cutoffHz: 45, sampleRateHz: rateHz }),
    ];
    filterBothWays(samples, sections, 768);
    near(samples[1000]!, 0.59337806, 1e-7);
    near(samples[1004]!, 1.05171593, 1e-7);
    near(samples[0]!, -2.19438105e-4, 1e-6);
    near(samples[4]!, 1.39095558, 1e-7);
  });

  test("spectra are those of scipy.signal.welch", () => {
    const { density, windows } = new Welch(512, rateHz).of(probe, [[0, 4096]]);
    assert.equal(windows, 15);
    near(density[1]!, 5.94197024e-4);
    near(density[20]!, 6.66673191e-1);
    near(density[21]!, 1.66663868e-1);
  });

  test("no window of a spectrum crosses a gap", () => {
    const jump = Float64Array.from({ length: 2048 }, (_, at) => (at < 1024 ? 0 : 1000));
    const spectrum = new Welch(256, rateHz).of(jump, [
      [0, 1024],
      [1024, 2048],
    ]);
    assert.equal(Math.max(...spectrum.density), 0);
    assert.ok(Math.max(...new Welch(256, rateHz).of(jump, [[0, 2048]]).density) > 1);
  });

  test("band powers are those of the sines in a signal", () => {
    const { channels } = analysed(sines([2, 20], [10, 10]));
    const { features } = channels[0]!;
    near(features!.bandPower!.delta!.absolute, 200, 0.02);
    near(features!.bandPower!.alpha!.absolute, 50, 0.02);
    near(features!.bandPower!.alpha!.relative, 0.2, 0.03);
    assert.equal(features!.peakHz, 2);
    assert.ok(features!.spectralEdgeHz! > 9 && features!.spectralEdgeHz! < 11);
    near(features!.rmsMicrovolts, Math.sqrt(250), 0.02);
    near(bandPower({ binHz: 1, density: new Float64Array([1, 1, 1, 1]), windows: 1 }, 0.5, 2.5), 2);
  });

  test("line length is the way that the trace travels in a second", () => {
    const triangle = Array.from({ length: 60 * rateHz }, (_, at) =>
      at % 128 < 64 ? at % 128 : 128 - (at % 128),
    );
    const { features } = analysed(triangle).channels[0]!;
    near(features!.lineLengthPerSec, 256, 0.1);
  });

  test("sharp transients are counted, slow waves and single samples are not", () => {
    const noise = (at: number): number => ((at * 7919) % 101) / 25 - 2;
    const bump = (at: number, every: number, samples: number): number => {
      const from = at % (every * rateHz);
      return from < samples ? 150 * Math.sin((Math.PI * from) / samples) : 0;
    };
    const make = (samples: number): number[] =>
      Array.from({ length: 60 * rateHz }, (_, at) => noise(at) + bump(at, 5, samples));
    const rate = (samples: number): number =>
      analysed(make(samples)).channels[0]!.features!.spikeRatePerMinute!;
    const spikes = rate(16);
    assert.ok(spikes >= 11 && spikes <= 13, String(spikes));
    assert.equal(rate(256), 0);
  });

  test("quality: flat, mains and high amplitude are told apart, and none hides a seizure", () => {
    const flat = Array.from({ length: 60 * rateHz }, () => 7);
    const hum = sines([10, 10], [50, 60]);
    const high = sines([3, 300]);
    const { channels, usableChannels } = analysed(flat, hum, high);
    assert.deepEqual(channels[0]!.quality!.problems, ["flat"]);
    assert.equal(channels[0]!.quality!.usable, false);
    assert.ok(channels[1]!.quality!.problems.includes("mains"));
    assert.ok(channels[2]!.quality!.problems.includes("high_amplitude"));
    assert.equal(channels[2]!.quality!.usable, true);
    assert.equal(usableChannels, 2);
  });

  test("raw samples that cannot be are refused", () => {
    const read = (data: number[][] | Uint8Array, channelCount = 1): void =>
      void readRaw({ channelCount, sampleRateHz: 100, data });
    assert.throws(() => read([[1, Number.NaN]]), /sample 2 of channel 1 is no finite number/);
    assert.throws(() => read([[1], [1, 2]], 2), /different numbers of samples/);
    assert.throws(() => read([[1]], 2), /channel_count says 2/);
    assert.throws(() => read([], 0), /1 to 512 channels/);
    assert.throws(() => read(new Uint8Array(6)), /same number of float32/);
    assert.throws(() => read(new Uint8Array(0)), /no samples/);
    const infinite = new Uint8Array(new Float32Array([1, Infinity]).buffer);
    assert.throws(() => read(infinite), /no finite number/);
    assert.throws(() => readRaw({ channelCount: 1, sampleRateHz: 0, data: [[1]] }), /no rate/);
  });

  test("a net sees windows at its own rate, half overlapping, with what the signal shows", () => {
    const recording = readRaw({ channelCount: 1, sampleRateHz: rateHz, data: [sines([5, 10])] });
    const { channels } = analyse(recording, options);
    const wanted = { channels: 1, channelLabels: null, sampleRateHz: 128, windowSec: 4 };
    const net = { ...wanted, gridSec: 1 / 128, hopSec: 2 };
    const subject = { recording, channels, kind: "eeg" } as const;
    const batches = [...windowsFor(net, subject)];
    assert.equal(
      batches.reduce((sum, { starts }) => sum + starts.length, 0),
      29,
    );
    const { data, dims } = batches[0]!;
    assert.deepEqual(dims, [29, 1, 512]);
    // A quarter of a period of 5 Hz.
    near(data[512 * 4 + Math.round(128 / 20)]!, 10, 0.02);
    const refused = { code: "model_unavailable" };
    assert.throws(() => [...windowsFor({ ...net, channels: 2 }, subject)], refused);
    assert.throws(() => [...windowsFor(net, { ...subject, kind: "ecg" })], refused);
  });
});
