import {
  answerJson,
  bytesOf,
  inferHeader,
  metadataOf,
  outputsOf,
} from "../../inference/inference-server/v2-wire.ts";
import { V2Client } from "../../inference/inference-server/v2-client.ts";
import { fail } from "../../../base/contract/fail.ts";
import { describeError } from "../../../base/core/errors.ts";
import type { ModelPlace } from "../../../health/eeg/signal-models.ts";
import type { ModelOutput } from "../../../perception/models/executor.ts";

const askMs = 3_000;
const runMs = 15_000;
/** The time for all runs of one model: two models and the measurements fit into the time of a request. */
const totalMs = 20_000;

/** A loaded model: it reads one float32 tensor, and returns its first output. */
export interface ModelRunner {
  /** A line on the way it runs, for technicians. */
  note: string;
  /** Rejects with `model_unavailable`. */
  run(data: Float32Array, dims: readonly number[]): Promise<ModelOutput>;
  close(): Promise<void> | void;
}

/**
 * Loads the model of a file, or of a server; the caller closes it. Rejects with `model_unavailable` when it
 * is missing or cannot be loaded; runs that begin more than 20 s later reject too.
 */
export async function modelRunner(place: ModelPlace): Promise<ModelRunner> {
  const untilMs = performance.now() + totalMs;
  const leftMs = (): number => {
    const left = Math.ceil(untilMs - performance.now());
    if (left > 0) return left;
    throw fail(
      "model_unavailable",
      `model: needs longer than ${totalMs / 1000} s. Use a smaller model`,
    );
  };
  return "path" in place
    ? await localRunner(place.path, leftMs)
    : await serverRunner(place, leftMs);
}

/** The error of an existing model that differs from its description. */
export function unfit(reason: string) {
  return fail(
    "model_unavailable",
    `model: does not match its description (${reason}). Correct the description or the model`,
  );
}

async function localRunner(path: string, leftMs: () => number): Promise<ModelRunner> {
  try {
    const ort = await import("onnxruntime-node");
    ort.env.logLevel = "fatal";
    const session = await ort.InferenceSession.create(path, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 4,
    });
    const [input, output] = [session.inputNames[0]!, session.outputNames[0]!];
    return {
      note: "ONNX Runtime on the CPU",
      async run(data, dims) {
        leftMs();
        try {
          const answer = await session.run({ [input]: new ort.Tensor("float32", data, dims) });
          const found = answer[output]!;
          if (found.data instanceof Float32Array) return { data: found.data, dims: found.dims };
        } catch (cause) {
          throw refused(cause, path);
        }
        throw unfit("its output is not float32");
      },
      close: () => session.release(),
    };
  } catch (cause) {
    throw refused(cause, path);
  }
}

function refused(cause: unknown, path: string) {
  const words = describeError(cause).replaceAll(path, "the file");
  return fail("model_unavailable", `model: cannot be used (${words}). Replace its file`, { cause });
}

async function serverRunner(
  from: { url: string; model: string },
  leftMs: () => number,
): Promise<ModelRunner> {
  const client = new V2Client(from.url);
  const path = `v2/models/${encodeURIComponent(from.model)}`;
  try {
    const { platform, inputs, outputs } = metadataOf(
      answerJson(await client.send({ path, timeoutMs: askMs })),
    );
    const [input, output] = [inputs[0], outputs[0]];
    if (!input || !output || input.datatype !== "FP32")
      throw unfit("it does not read one FP32 tensor");
    return {
      note: `inference server at ${client.host}, ${platform}`,
      async run(data, dims) {
        const post = {
          json: inferHeader({ name: input.name, tensor: { data, dims } }, [output.name]),
          tensor: bytesOf(data),
        };
        const timeoutMs = Math.min(runMs, leftMs());
        const answer = await client.send({ path: `${path}/infer`, timeoutMs, post });
        return outputsOf(answer, [output.name]).get(output.name)!;
      },
      close: () => client.close(),
    };
  } catch (error) {
    client.close();
    throw error;
  }
}
