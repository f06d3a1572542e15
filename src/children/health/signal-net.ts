import {
  bytesOf,
  inferHeader,
  answerJson,
  metadataOf,
  outputsOf,
} from "../../adapters/inference-server/v2-wire.ts";
import { V2Client } from "../../adapters/inference-server/v2-client.ts";
import { fail } from "../../contract/fail.ts";
import { describeError } from "../../core/errors.ts";
import type { NetVerdict, SignalNet } from "../../health/compute-port.ts";
import type { ChannelAnalysis } from "../../health/eeg/analysis.ts";
import type { Recording } from "../../health/eeg/recording.ts";
import { windowsFor } from "../../health/eeg/net-windows.ts";

const askMs = 3_000;
const runMs = 15_000;

/** Runs batches `[windows, channels, samples]` of microvolts and gives `[windows, classes]` of scores. */
interface Runner {
  note: string;
  run(data: Float32Array, dims: readonly number[]): Promise<Float32Array>;
  close(): Promise<void> | void;
}

/**
 * Asks a net about every window of a recording. Rejects with `model_unavailable` when it is away, does not
 * take such windows, answers with what are no scores, or when the recording has not the channels it needs.
 */
export async function askNet(
  net: SignalNet,
  of: { recording: Recording; channels: readonly ChannelAnalysis[] },
): Promise<NetVerdict> {
  const runner = await ("path" in net.from ? localRunner(net.from.path) : serverRunner(net.from));
  try {
    const best = net.classes.map(() => ({ score: 0, fromSec: 0 }));
    let windows = 0;
    for (const batch of windowsFor(net, of)) {
      const count = batch.starts.length;
      const scores = await runner.run(batch.data, batch.dims);
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

async function localRunner(path: string): Promise<Runner> {
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
        const answer = await session.run({ [input]: new ort.Tensor("float32", data, dims) });
        const found = answer[output]!.data;
        if (!(found instanceof Float32Array)) throw unfit("its output is not float32");
        return found;
      },
      close: () => session.release(),
    };
  } catch (cause) {
    throw fail(
      "model_unavailable",
      `the model cannot be used: ${describeError(cause).replaceAll(path, "the file")}`,
      { cause },
    );
  }
}

async function serverRunner(from: { url: string; model: string }): Promise<Runner> {
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
        const answer = await client.send({ path: `${path}/infer`, timeoutMs: runMs, post });
        return outputsOf(answer, [output.name]).get(output.name)!.data;
      },
      close: () => client.close(),
    };
  } catch (error) {
    client.close();
    throw error;
  }
}

function unfit(reason: string) {
  return fail("model_unavailable", `the model does not fit: ${reason}`);
}
