import { bytes, FLOAT, floats, int, message, node } from "./onnx-bytes.ts";

/** A small net for EEG, as `bandPowerNet` writes it. */
export interface BandPowerNet {
  sampleRateHz: number;
  windowSec: number;
  stepSec: number;
  /** Whole hertz, both included. */
  bands: readonly (readonly [number, number])[];
  /**
   * Of each class the weight of each band's log power (of amplitudes in µV), and its bias. Without them the
   * log powers come out, `[windows, bands, steps]`, for training.
   */
  classes?: readonly { weights: readonly number[]; bias: number }[];
  /** With a number the net tells of each channel by itself: `[windows, channels, classes, steps]`. */
  channels?: number;
}

/** Seconds that each step looks at. */
const kernelSec = 1;

/**
 * Writes an ONNX file: a bank of Hann-windowed sines and cosines as a convolution whose stride is a step,
 * their squares summed over each band, the logarithm, a linear layer and softmax over the classes.
 */
export function bandPowerNet(net: BandPowerNet): Buffer {
  const { sampleRateHz, windowSec, stepSec, bands, classes, channels } = net;
  const [samples, step] = [windowSec * sampleRateHz, stepSec * sampleRateHz];
  const length = kernelSec * sampleRateHz;
  const bank = bands.flatMap(([from, to], band) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ hz: from + index, band })).flatMap(
      (one) => [Math.cos, Math.sin].map((wave) => ({ ...one, wave })),
    ),
  );
  const kernels = bank.flatMap(({ hz, wave }) =>
    Array.from({ length }, (_, at) => {
      const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / length);
      return (4 / length) * hann * wave((2 * Math.PI * hz * at) / sampleRateHz);
    }),
  );
  const sums = bands.flatMap((_, band) => bank.map((one) => (one.band === band ? 1 : 0)));
  const padding = length - step;
  const isEach = channels !== undefined;
  const [outputs, last] = classes
    ? [classes.length, isEach ? "apart" : "scores"]
    : [bands.length, "logs"];
  const steps = Math.round(windowSec / stepSec);
  const graph = message(
    7,
    ...(isEach ? [node("Reshape", ["signal", "one_channel"], "single")] : []),
    node(
      "Conv",
      [isEach ? "single" : "signal", "kernels"],
      "waves",
      ints("strides", [step]),
      ints("pads", [Math.floor(padding / 2), Math.ceil(padding / 2)]),
    ),
    node("Mul", ["waves", "waves"], "squares"),
    node("Conv", ["squares", "sums"], "powers"),
    node("Add", ["powers", "least"], "more"),
    node("Log", ["more"], "logs"),
    ...(classes
      ? [
          node("Conv", ["logs", "weights", "biases"], "logits"),
          node("Softmax", ["logits"], "scores", attribute("axis", int(3, 1), 2)),
        ]
      : []),
    ...(isEach ? [node("Reshape", ["scores", "each_channel"], "apart")] : []),
    bytes(2, "band_power"),
    floats("kernels", [bank.length, 1, length], kernels),
    floats("sums", [bands.length, bank.length, 1], sums),
    floats("least", [], [1e-3]),
    ...(classes
      ? [
          floats(
            "weights",
            [outputs, bands.length, 1],
            classes.flatMap(({ weights }) => weights),
          ),
          floats(
            "biases",
            [outputs],
            classes.map(({ bias }) => bias),
          ),
        ]
      : []),
    ...(isEach
      ? [
          shape("one_channel", [-1, 1, samples]),
          shape("each_channel", [-1, channels, outputs, steps]),
        ]
      : []),
    edge(11, "signal", [channels ?? 1, samples]),
    edge(12, last, isEach ? [channels, outputs, steps] : [outputs, steps]),
  );
  return Buffer.concat([int(1, 8), graph, message(8, bytes(1, ""), int(2, 13))]);
}

const INT64 = 7;

function attribute(name: string, value: Buffer, type: number): Buffer {
  return message(5, bytes(1, name), value, int(20, type));
}

function ints(name: string, values: readonly number[]): Buffer {
  return attribute(name, Buffer.concat(values.map((value) => int(8, value))), 7);
}

/** A shape as a constant of the graph. */
function shape(name: string, sides: readonly number[]): Buffer {
  const raw = Buffer.from(BigInt64Array.from(sides.map(BigInt)).buffer);
  return message(5, int(1, sides.length), int(2, INT64), bytes(8, name), bytes(9, raw));
}

/** An input or output with any number of windows. */
function edge(field: number, name: string, sides: readonly number[]): Buffer {
  const anyNumber = message(1, bytes(2, "n"));
  const all = message(2, anyNumber, ...sides.map((side) => message(1, int(1, side))));
  return message(field, bytes(1, name), message(2, message(1, int(1, FLOAT), all)));
}

/** A class by the log powers of bands. */
export type LinearClass = NonNullable<BandPowerNet["classes"]>[number];

/**
 * Logistic regression by gradient descent on standardised features: what tells `isIt` from the others, as the
 * two classes of a net (the others first).
 */
export function fitTwoClasses(
  features: readonly (readonly number[])[],
  isIt: readonly boolean[],
): LinearClass[] {
  const size = features[0]!.length;
  const count = features.length;
  const mean = (of: (row: readonly number[]) => number): number =>
    features.reduce((sum, row) => sum + of(row), 0) / count;
  const centres = Array.from({ length: size }, (_, at) => mean((row) => row[at]!));
  const spreads = centres.map((centre, at) => Math.sqrt(mean((row) => (row[at]! - centre) ** 2)));
  const rows = features.map((row) => row.map((value, at) => (value - centres[at]!) / spreads[at]!));
  const weights = Array.from({ length: size }, () => 0);
  let bias = 0;
  for (let round = 0; round < 300; round += 1) {
    const slopes = weights.map(() => 0);
    let lift = 0;
    for (const [index, row] of rows.entries()) {
      const logit = row.reduce((sum, value, at) => sum + value * weights[at]!, bias);
      const error = 1 / (1 + Math.exp(-logit)) - (isIt[index] ? 1 : 0);
      lift += error / count;
      for (const [at, value] of row.entries()) slopes[at]! += (error * value) / count;
    }
    bias -= lift;
    for (const [at, slope] of slopes.entries()) weights[at]! -= slope;
  }
  const plain = weights.map((weight, at) => weight / spreads[at]!);
  const offset = plain.reduce((sum, weight, at) => sum - weight * centres[at]!, bias);
  return [
    { weights: plain.map(() => 0), bias: 0 },
    { weights: plain, bias: offset },
  ];
}
