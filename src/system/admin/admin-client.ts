import { createConnection, type Socket } from "node:net";
import { fail } from "../../base/contract/fail.ts";
import { readLine } from "./line.ts";
import { StreamedReader } from "./streamed.ts";
import { type AdminAnswer, type AdminRequest, socketAddress } from "./protocol.ts";

/** The answer of a running appliance, or the finding that none runs on this data directory. */
export type AdminOutcome = { isRunning: true; result: unknown } | { isRunning: false };

const answerMs = 15_000;
/**
 * Longest wait for an answer: loading a model, checksums of models, replays of days and measuring the
 * capacity take long on a small box.
 */
const slowAnswerMs = 120_000;
/** Longest wait for a copy: a store of gigabytes on a slow card. */
const copyAnswerMs = 1_800_000;

function answerMsOf(method: string): number {
  if (method.startsWith("backup.")) return copyAnswerMs;
  return /^((alarms|models|policies)\.|capacity$)/.test(method) ? slowAnswerMs : answerMs;
}

/**
 * Sends a request to the appliance that runs on `dataDir`. Rejects with the appliance's own coded
 * error, with `store_failed` when the socket may not be opened, or `child_failed` without an
 * answer.
 */
export async function askAppliance(dataDir: string, request: AdminRequest): Promise<AdminOutcome> {
  const socket = await connect(dataDir);
  if (!socket) return { isRunning: false };
  try {
    socket.setTimeout(answerMsOf(request.method), () => socket.destroy());
    socket.write(`${JSON.stringify(request)}\n`);
    const line = await readLine(socket);
    if (line === undefined) throw fail("child_failed", "appliance: gave no answer. Try again");
    const answer = JSON.parse(line) as AdminAnswer;
    if ("result" in answer) return { isRunning: true, result: answer.result };
    const { code, message, param } = answer.error;
    throw fail(code, message, param === undefined ? {} : { param });
  } finally {
    socket.destroy();
  }
}

/**
 * Requests a long answer. The caller must read the chunks to their end; they reject with
 * `child_failed` when the answer is cut, and with the appliance's own coded error.
 */
export async function streamFromAppliance(
  dataDir: string,
  request: AdminRequest,
): Promise<AsyncGenerator<Buffer>> {
  const socket = await connect(dataDir);
  if (!socket) throw fail("child_failed", `${dataDir}: no appliance runs on it. Start it first`);
  return readStreamed(socket, request);
}

async function* readStreamed(socket: Socket, request: AdminRequest): AsyncGenerator<Buffer> {
  try {
    socket.setTimeout(slowAnswerMs, () => socket.destroy());
    const reader = new StreamedReader(socket);
    socket.write(`${JSON.stringify(request)}\n`);
    const line = await reader.line();
    if (line === undefined) throw fail("child_failed", "appliance: gave no answer. Try again");
    const answer = JSON.parse(line) as AdminAnswer;
    if ("error" in answer) throw fail(answer.error.code, answer.error.message);
    yield* reader.blocks();
  } finally {
    socket.destroy();
  }
}

async function connect(dataDir: string): Promise<Socket | undefined> {
  const address = await socketAddress(dataDir).catch(() => undefined);
  if (!address) return undefined;
  try {
    return await connected(address.path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // No socket, or one that a killed appliance left behind: no process listens.
    if (code === "ENOENT" || code === "ECONNREFUSED" || code === "ENOTDIR") return undefined;
    throw fail(
      "store_failed",
      `${dataDir}: its admin socket cannot be opened. Run this as the user of the appliance`,
      {
        cause: error,
      },
    );
  } finally {
    await address.release();
  }
}

function connected(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    socket.once("connect", () => {
      socket.off("error", reject);
      socket.on("error", () => socket.destroy());
      resolve(socket);
    });
    socket.once("error", reject);
  });
}
