import type { ModelGolden } from "../../inference/onnx/golden.ts";
import { Detector } from "../../inference/onnx/detector.ts";
import { frameBytes } from "../../inference/onnx/tensor.ts";
import { fail } from "../../../base/contract/fail.ts";
import { describeError, GatehouseError } from "../../../base/core/errors.ts";
import type { Executor, TriedExecutor } from "../../../perception/models/executor.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";

/** The executor that won, if any did, and how the others did. */
export interface ExecutorChoice {
  /** `ms`: median milliseconds of a frame. */
  result: { detector: Detector; executor: string; ms: number } | { refusal: GatehouseError };
  tried: readonly TriedExecutor[];
  /** Executors that could not be reached now and may be later. */
  awaited: readonly Executor[];
}

/** The parts that the choice uses. */
export interface ChoiceOptions {
  /** Tried in this order. */
  executors: readonly Executor[];
  checkGolden: ModelGolden;
  /** Hears for how many milliseconds the next executor may block the process. */
  announce: (forMs: number) => void;
}

/** Runs that are timed per executor, after one that is not. */
const timedRuns = 5;
/** The site's default score: as many boxes are decoded as in service. */
const minScore = 0.4;

/**
 * Tries every executor on the model, in their order: it must load, return numbers on generated pictures and
 * pass the golden picture; then it times some frames. It keeps the fastest correct one and closes the others.
 * When none is correct the result is `model_unavailable` with the most telling reason.
 */
export async function chooseExecutor(
  model: InstalledModel,
  { executors, checkGolden, announce }: ChoiceOptions,
): Promise<ExecutorChoice> {
  const awaited: Executor[] = [];
  const tried: TriedExecutor[] = [];
  let best: { detector: Detector; at: number; ms: number } | undefined;
  let refusal: GatehouseError | undefined;
  for (const executor of executors) {
    const row: TriedExecutor = { executor: executor.name, outcome: "slower", ms: null };
    tried.push(row);
    const obstacle = await executor.obstacle(model);
    if (obstacle !== undefined) {
      row.outcome = obstacle;
      if (executor.mayAppear) awaited.push(executor);
      continue;
    }
    announce(executor.patienceMs);
    try {
      const detector = await tryExecutor(model, executor, checkGolden);
      const ms = await medianMs(detector);
      row.ms = Math.round(ms * 10) / 10;
      const isBest = !best || ms < best.ms;
      await (isBest ? best?.detector : detector)?.close();
      if (isBest) best = { detector, at: tried.length - 1, ms };
    } catch (error) {
      row.outcome = describeError(error);
      refusal = GatehouseError.find(error) ?? refusal;
    }
  }
  if (!best) {
    return { result: { refusal: refusal ?? noExecutor(model, tried) }, tried, awaited };
  }
  const { detector, at, ms } = best;
  tried[at]!.outcome = "chosen";
  return { result: { detector, executor: tried[at]!.executor, ms }, tried, awaited };
}

function noExecutor({ manifest }: InstalledModel, tried: readonly TriedExecutor[]): GatehouseError {
  const reasons = [...new Set(tried.map(({ outcome }) => outcome))];
  return fail(
    "model_unavailable",
    `model.${manifest.name}: cannot be used (${reasons.join("; ")}). Correct or replace it`,
  );
}

async function tryExecutor(
  model: InstalledModel,
  executor: Executor,
  checkGolden: ModelGolden,
): Promise<Detector> {
  const detector = await Detector.load(model, executor);
  try {
    await checkGolden(detector, model);
    return detector;
  } catch (error) {
    await detector.close();
    throw error;
  }
}

async function medianMs(detector: Detector): Promise<number> {
  const frame = Uint8Array.from(
    { length: frameBytes(detector.input) },
    (_, at) => (at * 37 + (at >> 8)) & 255,
  );
  await detector.detect([frame], minScore);
  const times: number[] = [];
  for (let run = 0; run < timedRuns; run += 1) {
    const startMs = performance.now();
    await detector.detect([frame], minScore);
    times.push(performance.now() - startMs);
  }
  return times.toSorted((a, b) => a - b)[timedRuns >> 1]!;
}
