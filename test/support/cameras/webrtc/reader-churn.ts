import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import WebSocket from "ws";
import { until } from "../../box/wait.ts";
import { ask } from "../../http/ask.ts";
import { RtspClient } from "../rtsp-client.ts";
import { login } from "../rtsp-rig.ts";
import { browserOffer } from "./browser-offer.ts";
import type { ReaderAddresses, ServedMemory } from "./readers-child.ts";
import { endViewerThreads, WebrtcViewer } from "./webrtc-viewer.ts";

const program = fileURLToPath(new URL("./readers-child.ts", import.meta.url));
/** As `scripts/gatehouse` starts the box: the size of the young generation decides about the resident memory. */
const execArgv = [
  "--expose-gc",
  "--min-semi-space-size=4",
  "--max-semi-space-size=4",
  "--initial-old-space-size=64",
  "--heap-growing-percent=50",
];
const environment = { ...process.env, MALLOC_ARENA_MAX: "2" };

/** Readers that each round of a churn opens and ends. */
export const readersPerRound = 4;

const whep = "/api/v1/surveillance/streams/yard/whep";

/** Readers that come and go at a server in a process of its own, which has the flags of the box. */
export class ReaderChurn {
  readonly #server: ChildProcess;
  readonly #at: ReaderAddresses;
  #rounds = 0;

  private constructor(server: ChildProcess, at: ReaderAddresses) {
    this.#server = server;
    this.#at = at;
  }

  static async start(): Promise<ReaderChurn> {
    const server = fork(program, [], { execArgv, env: environment, serialization: "advanced" });
    const [at] = (await once(server, "message")) as [ReaderAddresses];
    return new ReaderChurn(server, at);
  }

  /** One reader by RTSP, one by WebSocket, and two by WebRTC, of which one in ten rounds connects. */
  async round(): Promise<void> {
    await Promise.all([
      readByRtsp(this.#at.rtspUrl),
      readBySocket(this.#at),
      readByWhep(this.#at, this.#rounds % 10 === 0),
      readByWhep(this.#at, false),
    ]);
    this.#rounds += 1;
  }

  /** Memory once all readers are gone. */
  async memory(): Promise<ServedMemory> {
    const next = async (): Promise<ServedMemory> => {
      this.#server.send("memory");
      const [memory] = (await once(this.#server, "message")) as [ServedMemory];
      return memory;
    };
    await until(async () => (await next()).readers === 0, { what: "the end of all readers" });
    return await next();
  }

  async stop(): Promise<void> {
    this.#server.kill("SIGKILL");
    await endViewerThreads();
  }
}

async function readByRtsp(url: string): Promise<void> {
  const client = new RtspClient(url, login);
  await client.play();
  await until(() => client.packets.length > 0, { what: "RTP" });
  client.close();
}

async function readBySocket({ httpPort, key }: ReaderAddresses): Promise<void> {
  const url = `ws://127.0.0.1:${httpPort}/api/v1/surveillance/streams/gate/live-video.mp4`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
  let messages = 0;
  socket.on("message", () => (messages += 1));
  await until(() => messages > 2, { what: "fragments" });
  socket.terminate();
}

/** A viewer that connects, or one that never does. */
async function readByWhep({ httpPort, key }: ReaderAddresses, isReal: boolean): Promise<void> {
  const viewer = isReal ? new WebrtcViewer() : undefined;
  const headers = { "content-type": "application/sdp" };
  const raw = (await viewer?.offer()) ?? browserOffer();
  const answer = await ask(httpPort, whep, { method: "POST", key, raw, headers });
  assert.equal(answer.status, 201, answer.text);
  viewer?.accept(answer.text);
  if (viewer) await until(() => viewer.packets.length > 0, { what: "SRTP" });
  const { status } = await ask(httpPort, answer.headers.location!, { method: "DELETE", key });
  assert.equal(status, 200);
  viewer?.close();
}
