import { ModelRuns } from "../model-runs.ts";
import { fail } from "../../../base/contract/fail.ts";
import type { ModelInput } from "../../../perception/models/model-manifest.ts";
import { describeError, GatehouseError } from "../../../base/core/errors.ts";
import type {
  Executor,
  InputTensor,
  LoadedModel,
  ModelOutput,
} from "../../../perception/models/executor.ts";
import type { InferenceServerAddress } from "../../../perception/models/inference-servers.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";
import { V2Client } from "./v2-client.ts";
import {
  answerJson,
  bytesOf,
  inferHeader,
  metadataOf,
  outputsOf,
  type V2Metadata,
  type V2TensorInfo,
} from "./v2-wire.ts";

/** Patience for the small questions, and for a run, in milliseconds. */
const statusTimeoutMs = 3_000;
const defaultRunTimeoutMs = 10_000;

/** Runs models on a server that speaks the Open Inference Protocol, version 2, over HTTP. */
export class InferenceServerExecutor implements Executor {
  readonly name = "inference-server";
  /** Nothing here blocks the process. */
  readonly patienceMs = statusTimeoutMs;
  readonly mayAppear = true;
  readonly #servers: readonly InferenceServerAddress[];
  readonly #runTimeoutMs: number;

  /** `runTimeoutMs` bounds one run; default 10 s. */
  constructor(servers: readonly InferenceServerAddress[], runTimeoutMs = defaultRunTimeoutMs) {
    this.#servers = servers;
    this.#runTimeoutMs = runTimeoutMs;
  }

  /** Asks the server whether it and the model are ready; takes 6 s at most. */
  async obstacle({ manifest }: InstalledModel): Promise<string | undefined> {
    const server = this.#servers.find((one) => one.model === manifest.name);
    if (!server) return "no inference server is configured for this model";
    const client = new V2Client(server.url);
    try {
      const { status } = await client.send({ path: "v2/health/ready", timeoutMs: statusTimeoutMs });
      if (status !== 200) return `the inference server at ${client.host} is not ready`;
      const path = `${modelPath(server)}/ready`;
      const model = await client.send({ path, timeoutMs: statusTimeoutMs });
      if (model.status === 200) return undefined;
      return `the inference server at ${client.host} does not have the model ready`;
    } catch (error) {
      return GatehouseError.find(error)?.message ?? describeError(error);
    } finally {
      client.close();
    }
  }

  async load({ manifest }: InstalledModel): Promise<LoadedModel> {
    const server = this.#servers.find((one) => one.model === manifest.name);
    if (!server)
      throw fail(
        "model_unavailable",
        "model: no inference server is configured for it. Configure one",
      );
    const client = new V2Client(server.url);
    try {
      const path = modelPath(server);
      const metadata = metadataOf(
        answerJson(await client.send({ path, timeoutMs: statusTimeoutMs })),
      );
      checkInput(metadata, manifest.input);
      const note = `inference server at ${client.host}, ${metadata.platform}`;
      const runTimeoutMs = this.#runTimeoutMs;
      const input = manifest.input.name;
      return new ServerModel(client, {
        note,
        path,
        input,
        outputs: metadata.outputs,
        runTimeoutMs,
      });
    } catch (error) {
      client.close();
      throw error;
    }
  }
}

interface ServerNetOptions {
  note: string;
  path: string;
  input: string;
  outputs: readonly V2TensorInfo[];
  runTimeoutMs: number;
}

class ServerModel implements LoadedModel {
  readonly note: string;
  readonly #client: V2Client;
  readonly #options: ServerNetOptions;
  readonly #outputs: readonly string[];
  readonly #runs = new ModelRuns();

  constructor(client: V2Client, options: ServerNetOptions) {
    this.#client = client;
    this.#options = options;
    this.#outputs = options.outputs.map((one) => one.name);
    this.note = options.note;
  }

  run(input: InputTensor): Promise<ReadonlyMap<string, ModelOutput>> {
    return this.#runs.run(() => this.#run(input));
  }

  close(): Promise<void> {
    return this.#runs.close(() => this.#client.close());
  }

  async #run(tensor: InputTensor): Promise<ReadonlyMap<string, ModelOutput>> {
    const { path, input, runTimeoutMs } = this.#options;
    const answer = await this.#client.send({
      path: `${path}/infer`,
      timeoutMs: runTimeoutMs,
      post: {
        json: inferHeader({ name: input, tensor }, this.#outputs),
        tensor: bytesOf(tensor.data),
      },
    });
    return outputsOf(answer, this.#outputs);
  }
}

function modelPath({ model, remoteName }: InferenceServerAddress): string {
  return `v2/models/${encodeURIComponent(remoteName ?? model)}`;
}

/** Throws `model_unavailable` when the server's model does not accept the manifest's input. */
function checkInput({ inputs }: V2Metadata, expected: ModelInput): void {
  const [found] = inputs;
  if (inputs.length !== 1 || found!.name !== expected.name) {
    const names = inputs.map((one) => one.name).join(", ");
    throw fail(
      "model_unavailable",
      `server model: reads ${names} instead of ${expected.name}. Deploy the model of the manifest`,
    );
  }
  const datatype = expected.dtype === "uint8" ? "UINT8" : "FP32";
  const { width, height, layout } = expected;
  const shape = layout === "nhwc" ? [height, width, 3] : [3, height, width];
  const same = shape.every((side, at) => [-1, side].includes(found!.shape[at + 1] ?? 0));
  const most = expected.batch ?? 1;
  const takesBatch = found!.shape[0] === -1 || (found!.shape[0] === 1 && most === 1);
  if (found!.datatype === datatype && found!.shape.length === 4 && same && takesBatch) return;
  throw fail(
    "model_unavailable",
    `server model: reads ${found!.datatype} [${found!.shape.join(", ")}] ` +
      `instead of ${datatype} [${most === 1 ? 1 : -1}, ${shape.join(", ")}]. Deploy the model of the manifest`,
  );
}
