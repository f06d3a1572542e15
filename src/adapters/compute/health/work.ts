import { readDicomFacts } from "../dicom/tags.ts";
import { fail } from "../../../base/contract/fail.ts";
import { describeError, GatehouseError } from "../../../base/core/errors.ts";
import { clinicalSpecs } from "../../../health/clinical/all.ts";
import { analyse } from "../../../health/eeg/analysis.ts";
import { readEdf } from "../../../health/eeg/edf.ts";
import { plainSamples } from "../../../health/eeg/plain-samples.ts";
import { readRaw } from "../../../health/eeg/raw.ts";
import { cleanPicture } from "./clean-picture.ts";
import type { ComputeResults, HealthRequest } from "../protocol.ts";
import { segmentPicture } from "./segment-picture.ts";
import { segmentSignals } from "./segment-signals.ts";
import { classifyWindows } from "./classify-windows.ts";

/** Does one request. Rejects with `input_unreadable` when the input is at fault. */
export async function performHealth(
  request: HealthRequest,
): Promise<ComputeResults[HealthRequest["call"]]> {
  try {
    return await perform(request);
  } catch (error) {
    if (error instanceof GatehouseError) throw error;
    // Messages of JavaScript errors may quote the input.
    const name = error instanceof Error ? error.name : "unknown";
    throw fail("internal_error", `a fault of the box in ${request.call}: ${name}`);
  }
}

async function perform(request: HealthRequest): Promise<ComputeResults[HealthRequest["call"]]> {
  switch (request.call) {
    case "signals":
      return await signals(request);
    case "plainSamples":
      return plainSamples(readEdf(request.file), request.options);
    case "clinical":
      return clinicalSpecs
        .find(({ method }) => method === request.method)!
        .compute(request.input, request.picture);
    case "dicomFacts":
      return readDicomFacts(request.bytes);
    case "cleanPicture":
      return await cleanPicture(request);
    case "segment":
      return await segmentPicture(request.bytes, request.net);
  }
}

async function signals({
  input,
  options,
}: Extract<HealthRequest, { call: "signals" }>): Promise<ComputeResults["signals"]> {
  const recording = "file" in input ? readEdf(input.file) : readRaw(input.raw);
  const { net, segmenter, ...analysisOptions } = options;
  const analysis = analyse(recording, analysisOptions);
  const subject = { recording, channels: analysis.channels, kind: analysisOptions.signalType };
  const classified = await netResult(net, (one) => classifyWindows(one, subject));
  const segmented = await netResult(segmenter, (one) => segmentSignals(one, subject));
  return {
    analysis,
    verdict: classified.said,
    netProblem: classified.problem,
    segmentation: segmented.said,
    segmentationProblem: segmented.problem,
  };
}

/** Returns the result of a model. A missing or unfit model leaves the measurements as they are. */
async function netResult<N, T>(
  net: N | undefined,
  ask: (net: N) => Promise<T>,
): Promise<{ said: T | null; problem: string | null }> {
  if (net === undefined) return { said: null, problem: null };
  try {
    return { said: await ask(net), problem: null };
  } catch (error) {
    const problem = GatehouseError.find(error)?.message ?? describeError(error);
    return { said: null, problem };
  }
}
