import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import WebSocket from "ws";
import { until } from "../../support/box/wait.ts";
import { browserOffer } from "../../support/cameras/webrtc/browser-offer.ts";
import type { ReaderAddresses, ServedMemory } from "../../support/cameras/webrtc/readers-child.ts";
import { RtspClient } from "../../support/cameras/rtsp-client.ts";
import { login } from "../../support/cameras/rtsp-rig.ts";
import { endViewerThreads, WebrtcViewer } from "../../support/cameras/webrtc/webrtc-viewer.ts";
import { ask } from "../../support/http/ask.ts";

const program = fileURLToPath(
  new URL("../../support/cameras/webrtc/readers-child.ts", import.meta.url),
);
/** Each round opens and ends four readers. Code is compiled and caches are filled in the first rounds. */
const isLong = process.env["TEST_LONG"] === "1";
const warmUpRounds = isLong ? 150 : 60;
const rounds = isLong ? 400 : 60;
const whep = "/api/v1/surveillance/streams/yard/whep";

async function memoryOf(server: ChildProcess): Promise<ServedMemory> {
  const next = async (): Promise<ServedMemory> => {
    server.send("memory");
    const [memory] = (await once(server, "message")) as [ServedMemory];
    return memory;
  };
  await until(async () => (await next()).readers === 0, { what: "the end of all readers" });
  return await next();
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

test(`${rounds} rounds of readers that come and go leave the memory of the main process as it was`, async (t) => {
  const server = fork(program, [], { execArgv: ["--expose-gc"], serialization: "advanced" });
  t.after(async () => {
    server.kill("SIGKILL");
    await endViewerThreads();
  });
  const [at] = (await once(server, "message")) as [ReaderAddresses];
  const churn = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round += 1) {
      await Promise.all([
        readByRtsp(at.rtspUrl),
        readBySocket(at),
        readByWhep(at, round % 10 === 0),
        readByWhep(at, false),
      ]);
    }
  };
  await churn(warmUpRounds);
  const before = await memoryOf(server);
  await churn(rounds);
  const after = await memoryOf(server);
  const text = JSON.stringify({ before, after });
  t.diagnostic(text);
  assert.ok(after.usedBytes <= before.usedBytes * 1.02, text);
});
