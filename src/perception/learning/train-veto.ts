import type { Veto } from "../core/learnt.ts";

/** One box for the training: its description, and whether an alarm about it was false. */
export interface VetoSample {
  features: Float32Array;
  isFalse: boolean;
}

/** Steps of gradient descent; the loss of a few hundred samples is flat long before. */
const steps = 300;
const learningRate = 0.5;
/**
 * Weight of the penalty on large weights. With far more features than samples it decides between the many separating
 * planes: a strong one takes nearly the direction between the two means, which overfits least.
 */
const penalty = 0.05;
/** Value from which a false alarm is more likely than a real one. */
const evenValue = 0;

/** A veto before it is decided how far it may go. */
export interface TrainedVeto extends Omit<Veto, "dropFrom"> {
  /** Value of the real object that is most like a false alarm. */
  highestReal: number;
  meanFalse: number;
}

interface Scaling {
  means: Float64Array;
  factors: Float64Array;
}

/**
 * Learns to tell false alarms from real objects: logistic regression on standardised features, both kinds with equal
 * weight, from zero, so that the same samples give the same veto. Undefined unless there are samples of both kinds.
 */
export function trainVeto(
  samples: readonly VetoSample[],
  labels: readonly string[],
): TrainedVeto | undefined {
  const falseCount = samples.filter(({ isFalse }) => isFalse).length;
  const realCount = samples.length - falseCount;
  if (falseCount === 0 || realCount === 0) return undefined;
  const scaling = scalingOf(samples);
  const rows = samples.map(({ features }) => standardised(features, scaling));
  const { weights, bias } = descend(rows, samples, { falseCount, realCount });
  const folded = Array.from(weights, (weight, at) => rounded(weight * scaling.factors[at]!));
  const offset = folded.reduce((sum, weight, at) => sum + weight * scaling.means[at]!, 0);
  const veto = { weights: folded, bias: rounded(bias - offset), labels };
  return { ...veto, ...valuesOf(samples, veto) };
}

function scalingOf(samples: readonly VetoSample[]): Scaling {
  const size = samples[0]!.features.length;
  const means = new Float64Array(size);
  const squares = new Float64Array(size);
  for (const { features } of samples) {
    for (let at = 0; at < size; at += 1) {
      means[at]! += features[at]! / samples.length;
      squares[at]! += features[at]! ** 2 / samples.length;
    }
  }
  const factors = squares.map((square, at) => {
    const deviation = Math.sqrt(Math.max(0, square - means[at]! ** 2));
    return deviation < 1e-6 ? 0 : 1 / deviation / Math.sqrt(size);
  });
  return { means, factors };
}

function standardised(features: Float32Array, { means, factors }: Scaling): Float64Array {
  return Float64Array.from(features, (value, at) => (value - means[at]!) * factors[at]!);
}

function descend(
  rows: readonly Float64Array[],
  samples: readonly VetoSample[],
  { falseCount, realCount }: { falseCount: number; realCount: number },
): { weights: Float64Array; bias: number } {
  const size = rows[0]!.length;
  const weights = new Float64Array(size);
  let bias = 0;
  for (let step = 0; step < steps; step += 1) {
    const gradient = weights.map((weight) => penalty * weight);
    let biasGradient = 0;
    for (const [index, row] of rows.entries()) {
      const { isFalse } = samples[index]!;
      const error = logistic(dot(weights, row) + bias) - (isFalse ? 1 : 0);
      const share = error / (2 * (isFalse ? falseCount : realCount));
      for (let at = 0; at < size; at += 1) gradient[at]! += share * row[at]!;
      biasGradient += share;
    }
    for (let at = 0; at < size; at += 1) weights[at]! -= learningRate * gradient[at]!;
    bias -= learningRate * biasGradient;
  }
  return { weights, bias };
}

function valuesOf(
  samples: readonly VetoSample[],
  veto: Pick<Veto, "weights" | "bias">,
): Pick<TrainedVeto, "highestReal" | "meanFalse"> {
  const valueOf = ({ features }: VetoSample): number => dot(veto.weights, features) + veto.bias;
  const falseValues = samples.filter(({ isFalse }) => isFalse).map(valueOf);
  const highestReal = Math.max(...samples.filter(({ isFalse }) => !isFalse).map(valueOf));
  const meanFalse = falseValues.reduce((sum, value) => sum + value, 0) / falseValues.length;
  return { highestReal, meanFalse };
}

/**
 * The veto that drops nothing below `share` of the way from the real object most like a false alarm to the mean false
 * alarm, and nothing that is more likely real.
 */
export function vetoAt(trained: TrainedVeto, share: number): Veto {
  const { highestReal, meanFalse, weights, bias, labels } = trained;
  const margin = share * Math.max(0, meanFalse - highestReal);
  const dropFrom = rounded(Math.max(evenValue, highestReal + margin));
  return { weights, bias, labels, dropFrom };
}

function dot(weights: ArrayLike<number>, row: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < row.length; at += 1) sum += weights[at]! * row[at]!;
  return sum;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** Six digits: what a veto decides does not change, and a record stays small. */
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
