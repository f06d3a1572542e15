/**
 * Readers of one 720p15 stream by RTSP: processor time of the server, and the time from a player's connection to its
 * first frame. Baseline: a program that writes the same MP4 fragments to as many sockets, without a protocol. Both
 * run in a process of their own and send the same clip in real time. Bounds: 50 readers cost at most 0.15 of a core;
 * p95 of the first frame is at most 300 ms.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { login } from "../../support/cameras/rtsp-rig.ts";
import { RtspClient } from "../../support/cameras/rtsp-client.ts";
import { until } from "../../support/box/wait.ts";

const readers = Number(process.argv[2] ?? 50);
const seconds = Number(process.argv[3] ?? 20);
const boundShare = 0.15;
const boundMs = 300;
const program = fileURLToPath(new URL("restream/sender.ts", import.meta.url));

/** Starts the sender as `kind` and returns it with its port. */
async function startSender(kind: "rtsp" | "raw"): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(program, [kind], { stdio: "inherit" });
  const [port] = (await once(child, "message")) as [number];
  return { child, port };
}

/** Processor time of the sender until now, in milliseconds. */
async function processorMs(child: ChildProcess): Promise<number> {
  child.send("usage");
  const [usedMs] = (await once(child, "message")) as [number];
  return usedMs;
}

/** Share of a core that the sender uses in `seconds`. */
async function shareOf(child: ChildProcess): Promise<number> {
  await sleep(3000);
  const before = await processorMs(child);
  await sleep(seconds * 1000);
  return ((await processorMs(child)) - before) / (seconds * 1000);
}

async function measureRaw(): Promise<number> {
  const { child, port } = await startSender("raw");
  const sockets: Socket[] = [];
  for (let at = 0; at < readers; at += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.on("data", () => {});
    await once(socket, "connect");
    sockets.push(socket);
  }
  const share = await shareOf(child);
  for (const socket of sockets) socket.destroy();
  child.kill();
  return share;
}

async function measureRtsp(): Promise<{ share: number; firstMs: number[] }> {
  const { child, port } = await startSender("rtsp");
  const clients: RtspClient[] = [];
  const firstMs: number[] = [];
  for (let at = 0; at < readers; at += 1) {
    const beginMs = performance.now();
    const client = new RtspClient(`rtsp://127.0.0.1:${port}/yard`, login);
    await client.play();
    await until(() => client.packets.some(({ isLast }) => isLast), { everyMs: 1 });
    firstMs.push(performance.now() - beginMs);
    // From here on it only reads.
    client.socket.removeAllListeners("data");
    client.socket.on("data", () => {});
    clients.push(client);
  }
  const share = await shareOf(child);
  for (const client of clients) client.close();
  child.kill();
  return { share, firstMs: firstMs.toSorted((a, b) => a - b) };
}

const raw = await measureRaw();
const { share, firstMs } = await measureRtsp();
const p95Ms = firstMs[Math.floor(firstMs.length * 0.95)]!;
const p50Ms = firstMs[Math.floor(firstMs.length / 2)]!;
console.log(
  `${readers} readers of one stream: ${share.toFixed(3)} of a core (bound ${boundShare}), ` +
    `${(share / raw).toFixed(2)} of writing to as many sockets (${raw.toFixed(3)}); ` +
    `first frame p50 ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms (bound ${boundMs})`,
);
process.exitCode = share <= boundShare && p95Ms <= boundMs ? 0 : 1;
