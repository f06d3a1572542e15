import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as ort from "onnxruntime-node";

/** How the server behaves; may be changed while it runs. */
export interface StrictServerOptions {
  isReady: boolean;
  /** Tensors as numbers in the JSON, as servers without the binary extension answer. */
  answersInJson: boolean;
  /** Takes requests to run and never answers. */
  hangs: boolean;
  /** Cuts the last bytes off every answer with tensors. */
  cutsShort: boolean;
}

/** A running server. */
export interface StrictServer {
  url: string;
  behaviour: StrictServerOptions;
  /** Runs that were answered. */
  readonly runs: number;
  /** Breaks every connection that is open and keeps listening. */
  dropConnections(): void;
  stop(): Promise<void>;
}

interface TensorJson {
  name: string;
  shape: number[];
  datatype: string;
  parameters?: { binary_data_size?: number };
}

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const LENGTH = "inference-header-content-length";
const datatypes: Record<string, string> = { uint8: "UINT8", float32: "FP32" };
const bytesPerNumber: Record<string, number> = { UINT8: 1, FP32: 4 };

/**
 * A server of the Open Inference Protocol v2 (HTTP, binary tensors) on a free port of loopback that
 * runs one ONNX file. Stricter than real ones: what the protocol does not allow is refused with an
 * error object, and nothing is guessed.
 */
export async function startStrictServer(model: {
  name: string;
  path: string;
}): Promise<StrictServer> {
  const session = await ort.InferenceSession.create(model.path, { logSeverityLevel: 4 });
  const one = new OneModel(model.name, session);
  const behaviour = { isReady: true, answersInJson: false, hangs: false, cutsShort: false };
  let runs = 0;
  const server: Server = createServer((request, response) => {
    void answerTo(one, request, behaviour).then(
      (answer) => {
        if (!answer) return;
        if (answer.isRun) runs += 1;
        response.writeHead(answer.status, answer.headers).end(answer.body);
      },
      (error: unknown) => {
        const { status, message } =
          error instanceof Refusal ? error : new Refusal(500, String(error));
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify({ error: message }));
      },
    );
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour,
    get runs() {
      return runs;
    },
    dropConnections: () => server.closeAllConnections(),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer;
  isRun?: boolean;
}

async function answerTo(
  model: OneModel,
  request: IncomingMessage,
  behaviour: StrictServerOptions,
): Promise<Answer | undefined> {
  const key = `${request.method} ${request.url}`;
  const base = `/v2/models/${model.name}`;
  const status = behaviour.isReady ? 200 : 503;
  if (key === "GET /v2/health/ready" || key === `GET ${base}/ready`) {
    return { status, headers: {}, body: Buffer.alloc(0) };
  }
  if (key === `GET ${base}`) return json(model.metadata());
  if (key !== `POST ${base}/infer`) throw new Refusal(404, `no such model or method: ${key}`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (behaviour.hangs) return undefined;
  const outputs = await model.run(Buffer.concat(chunks), request.headers[LENGTH]);
  if (behaviour.answersInJson) return { ...json(listed(model.name, outputs)), isRun: true };
  const answer = binary(model.name, outputs);
  if (behaviour.cutsShort) answer.body = answer.body.subarray(0, -4);
  return { ...answer, isRun: true };
}

class OneModel {
  readonly name: string;
  readonly #session: ort.InferenceSession;

  constructor(name: string, session: ort.InferenceSession) {
    this.name = name;
    this.#session = session;
  }

  metadata(): Record<string, unknown> {
    const describe = (all: readonly ort.InferenceSession.ValueMetadata[]): unknown[] =>
      all.map((info) => {
        if (!info.isTensor) throw new Refusal(500, "the model has something that is no tensor");
        return { name: info.name, datatype: datatypes[info.type], shape: openShape(info) };
      });
    return {
      name: this.name,
      versions: ["1"],
      platform: "onnxruntime_onnx",
      inputs: describe(this.#session.inputMetadata),
      outputs: describe(this.#session.outputMetadata),
    };
  }

  async run(body: Buffer, header: string | string[] | undefined): Promise<[string, ort.Tensor][]> {
    const jsonLength = Number(header);
    if (!Number.isInteger(jsonLength)) throw new Refusal(400, `${LENGTH} is missing`);
    const request = JSON.parse(body.toString("utf8", 0, jsonLength)) as {
      inputs?: TensorJson[];
      outputs?: { name: string; parameters?: { binary_data?: boolean } }[];
    };
    const tensor = this.#inputOf(request.inputs ?? [], body.subarray(jsonLength));
    const wanted = request.outputs ?? [];
    const unknown = wanted.find(({ name }) => !this.#session.outputNames.includes(name));
    if (unknown) throw new Refusal(400, `unexpected inference output '${unknown.name}'`);
    if (!wanted.every(({ parameters }) => parameters?.binary_data === true)) {
      throw new Refusal(400, "outputs must be asked for in binary");
    }
    const results = await this.#session.run({ [this.#session.inputNames[0]!]: tensor });
    return wanted.map(({ name }) => [name, results[name] as ort.Tensor]);
  }

  #inputOf(inputs: TensorJson[], bytes: Buffer): ort.Tensor {
    const expected = this.#session.inputMetadata[0]!;
    if (!expected.isTensor) throw new Refusal(500, "the model's input is no tensor");
    const [input] = inputs;
    if (inputs.length !== 1) throw new Refusal(400, `expected 1 input but got ${inputs.length}`);
    const { name, shape, datatype, parameters } = input!;
    if (name !== expected.name) throw new Refusal(400, `unexpected inference input '${name}'`);
    const wanted = datatypes[expected.type]!;
    if (datatype !== wanted) {
      throw new Refusal(400, `input '${name}' has datatype ${datatype}, the model wants ${wanted}`);
    }
    const sides = openShape(expected);
    const fits =
      shape.length === sides.length && sides.every((each, at) => each === -1 || each === shape[at]);
    if (!fits) {
      throw new Refusal(
        400,
        `unexpected shape for input '${name}': [${shape.join()}], expected [${sides.join()}]`,
      );
    }
    const size = shape.reduce((product, dim) => product * dim, bytesPerNumber[datatype]!);
    if (parameters?.binary_data_size !== size || bytes.length !== size) {
      throw new Refusal(400, `input '${name}' must be ${size} bytes, got ${bytes.length}`);
    }
    const copy = new Uint8Array(bytes);
    return wanted === "UINT8"
      ? new ort.Tensor("uint8", copy, shape)
      : new ort.Tensor("float32", new Float32Array(copy.buffer), shape);
  }
}

/** Sides that the model leaves open are -1, as the protocol has it. */
function openShape({ shape }: ort.InferenceSession.TensorValueMetadata): number[] {
  return shape.map((side) => (typeof side === "number" ? side : -1));
}

function json(value: unknown): Answer {
  const headers = { "content-type": "application/json" };
  return { status: 200, headers, body: Buffer.from(JSON.stringify(value)) };
}

function listed(model: string, outputs: [string, ort.Tensor][]): unknown {
  return {
    model_name: model,
    outputs: outputs.map(([name, { dims, data }]) => ({
      name,
      datatype: "FP32",
      shape: dims,
      data: [...(data as Float32Array)],
    })),
  };
}

function binary(model: string, outputs: [string, ort.Tensor][]): Answer {
  const parts = outputs.map(([, { data }]) => Buffer.from((data as Float32Array).slice().buffer));
  const head = json({
    model_name: model,
    outputs: outputs.map(([name, { dims }], at) => ({
      name,
      datatype: "FP32",
      shape: dims,
      parameters: { binary_data_size: parts[at]!.length },
    })),
  }).body;
  return {
    status: 200,
    headers: { "content-type": "application/octet-stream", [LENGTH]: head.length },
    body: Buffer.concat([head, ...parts]),
  };
}
