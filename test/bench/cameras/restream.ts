/**
 * Readers of one 720p15 stream by RTSP, without and with its sound: processor time of the server, and the time from a
 * player's connection to its first frame. Baseline: a program that writes the same MP4 fragments to as many sockets,
 * without a protocol and without sound. All run in a process of their own, one after the other, and send the same clip
 * in real time. Bounds: 50 readers cost at most 0.15 of a core; p95 of the first frame is at most 300 ms.
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

type Kind = "rtsp" | "sound" | "raw";

/** Starts the sender as `kind` and returns it with its port. */
async function startSender(kind: Kind): Promise<{ child: ChildProcess; port: number }> {
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

async function measureRtsp(kind: "rtsp" | "sound"): Promise<{ share: number; firstMs: number[] }> {
  const { child, port } = await startSender(kind);
  const clients: RtspClient[] = [];
  const firstMs: number[] = [];
  for (let at = 0; at < readers; at += 1) {
    const beginMs = performance.now();
    const client = new RtspClient(`rtsp://127.0.0.1:${port}/yard`, login);
    await (kind === "sound" ? playBoth(client) : client.play());
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

async function playBoth(client: RtspClient): Promise<void> {
  await client.request("DESCRIBE");
  await client.setUp(0, "RTP/AVP/TCP;unicast;interleaved=0-1");
  await client.setUp(1, "RTP/AVP/TCP;unicast;interleaved=2-3");
  await client.request("PLAY", { fields: [`Session: ${client.session}`] });
}

const raw = await measureRaw();
console.log(`writing to ${readers} sockets: ${raw.toFixed(3)} of a core`);
for (const kind of ["rtsp", "sound"] as const) {
  const { share, firstMs } = await measureRtsp(kind);
  const p95Ms = firstMs[Math.floor(firstMs.length * 0.95)]!;
  const p50Ms = firstMs[Math.floor(firstMs.length / 2)]!;
  console.log(
    `${readers} readers ${kind === "sound" ? "with" : "without"} sound: ${share.toFixed(3)} of a core ` +
      `(bound ${boundShare}), ratio ${(share / raw).toFixed(2)}; ` +
      `first frame p50 ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms (bound ${boundMs})`,
  );
  if (share > boundShare || p95Ms > boundMs) process.exitCode = 1;
}
