/**
 * What 1000 idle readers of events and 500 long polls cost the appliance: the growth of its main process's resident
 * memory, and the p99 of `GET /jobs/<id>` at 50 requests a second meanwhile. The readers run in a process of their
 * own. Bounds: 60 MB and 20 ms; exits with 1 beyond either.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { startAppliance } from "../../support/box/appliance.ts";

const readers = 1000;
const waiters = 500;
const perSec = 50;
const seconds = Number(process.argv[2] ?? 15);
const boundMb = 60;
const boundMs = 20;

/** Opens the connections a few at a time, says when all have their head or wait, and holds them. */
const client = `
import { connect } from "node:net";
const { PORT, KEY, JOB, READERS, WAITERS } = process.env;
const open = (path) => new Promise((resolve, reject) => {
  const socket = connect(Number(PORT), "127.0.0.1", () => {
    socket.write("GET " + path + " HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nAuthorization: Bearer " + KEY + "\\r\\n\\r\\n");
    if (path.includes("wait_for")) resolve();
  });
  socket.once("data", (head) => String(head).startsWith("HTTP/1.1 200") || path.includes("wait_for")
    ? resolve() : reject(new Error(String(head).slice(0, 400))));
  socket.on("error", reject);
  socket.on("close", () => reject(new Error("closed: " + path)));
});
const all = [
  ...Array(Number(READERS)).fill("/api/v1/surveillance/events"),
  ...Array(Number(WAITERS)).fill("/api/v1/jobs/" + JOB + "?wait_for_completion=true&timeout_seconds=300"),
];
for (let at = 0; at < all.length; at += 25) await Promise.all(all.slice(at, at + 25).map(open));
console.log("open");
setInterval(() => {}, 1000);
`;

function rssMb(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1];
  return Number(kib) / 1024;
}

/** One request on a kept connection; its duration in milliseconds. */
async function timed(url: string, key: string): Promise<number> {
  const startMs = performance.now();
  const sent = request(url, { headers: { authorization: `Bearer ${key}` } }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
  return performance.now() - startMs;
}

/** Requests at a steady pace, sent whether or not the ones before were answered; sorted durations. */
async function load(url: string, key: string): Promise<number[]> {
  const sent: Promise<number>[] = [];
  const startMs = performance.now();
  for (let n = 0; n < perSec * seconds; n += 1) {
    await sleep(Math.max(0, startMs + (n * 1000) / perSec - performance.now()));
    sent.push(timed(url, key));
  }
  return (await Promise.all(sent)).toSorted((a, b) => a - b);
}

function p99(durations: number[]): number {
  return durations[Math.floor(durations.length * 0.99)]!;
}

const box = await startAppliance({
  yaml: `limits: { reads_per_minute: 1000000, readers: ${readers}, readers_per_key: ${readers}, waiters: ${waiters}, waiters_per_key: ${waiters} }\nlog: { level: warn }`,
});
try {
  const made = await box.post("/api/v1/surveillance/streams", {
    source: { type: "rtsp", url: "rtsp://127.0.0.1:9/none" },
  });
  const job = made.body.data.job_id as string;
  const url = `${box.url}/api/v1/jobs/${job}`;
  const aloneMs = p99(await load(url, box.key));
  const beforeMb = rssMb(box.pid);
  const clients = spawn(process.execPath, ["--input-type=module", "-e", client], {
    env: {
      ...process.env,
      PORT: new URL(box.url).port,
      KEY: box.key,
      JOB: job,
      READERS: String(readers),
      WAITERS: String(waiters),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await Promise.race([
    once(createInterface({ input: clients.stdout }), "line"),
    once(clients, "exit"),
  ])) as [unknown];
  if (line !== "open") throw new Error("the readers were not let in");
  const withMs = p99(await load(url, box.key));
  const costMb = rssMb(box.pid) - beforeMb;
  const { event_streams: streams, jobs } = (await box.get("/api/v1/system")).body.data;
  const held = `${streams.open} + ${jobs.waiters} held`;
  if (clients.exitCode !== null) throw new Error("a reader was cut");
  clients.kill("SIGKILL");
  console.log(
    `${readers} event readers and ${waiters} long polls: +${costMb.toFixed(0)} MB  bound ${boundMb}   ` +
      `GET job p99 ${withMs.toFixed(1)} ms (${aloneMs.toFixed(1)} ms without them)  bound ${boundMs}   ` +
      held,
  );
  if (costMb > boundMb || withMs > boundMs) process.exitCode = 1;
} finally {
  await box.stop();
}
