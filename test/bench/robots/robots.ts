/**
 * Robots in the whole appliance. (1) 20 simulated robots that report 10 times a second, with 50 readers of events:
 * processor time of the box (bound: below one core). (2) 200 stops with these readers: the time from the request to
 * the answer, which waits for the record, and to the moment at which the robot has the stop (bound: p99 at most 50
 * ms). (3) Two clients with 1000 commands each: the record never shows both as holders of the lease. The readers run
 * in this process, so the bench does not count its own processor time.
 */
import { request } from "node:http";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { cpuSec } from "../../support/box/cpu-time.ts";
import { until } from "../../support/box/wait.ts";

const robotCount = 20;
const readerCount = 50;
const stops = 200;
const perClient = Number(process.argv[2] ?? 1000);
const seconds = 20;

const list = Array.from({ length: robotCount }, (_, n) => `{ id: r${n}, driver: sim }`);
const limits =
  "limits: { reads_per_minute: 1000000, creates_per_minute: 1000000, readers_per_key: 100 }";
const box = await startAppliance({ yaml: `${limits}\nrobots: [${list.join(", ")}]` });

let bytes = 0;
function openReader(): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${box.url}/api/v1/robots/events`,
      { headers: { authorization: `Bearer ${box.key}` } },
      (response) => {
        response.on("data", (chunk: Buffer) => (bytes += chunk.length));
        response.on("error", () => undefined);
        resolve(() => outgoing.destroy());
      },
    );
    outgoing.on("error", reject);
    outgoing.end();
  });
}

const move = (x: number, y: number) => ({
  command: { command: "move_to", target: { frame: "map", x, y } },
});
const quantile = (values: number[], at: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * at))]!;

await until(async () => (await box.get("/api/v1/robots/r19/status")).body.status === "online", {
  deadlineMs: 60_000,
});
const readers = await Promise.all(Array.from({ length: readerCount }, openReader));
for (let n = 0; n < robotCount; n += 1)
  await box.post(`/api/v1/robots/r${n}/command`, move(500, n));
const before = cpuSec(box.pid);
const bytesBefore = bytes;
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const cores = (cpuSec(box.pid) - before) / seconds;
const perReader = (bytes - bytesBefore) / readerCount / seconds;

const took: number[] = [];
const reached: number[] = [];
for (let n = 0; n < stops; n += 1) {
  const start = performance.now();
  const startWallMs = Date.now();
  const answer = await box.post(`/api/v1/robots/r${n % robotCount}/stop`);
  took.push(performance.now() - start);
  reached.push((answer.body.data.stopped_at as number) * 1000 - startWallMs);
  if (n % 4 === 0) await box.post(`/api/v1/robots/r${n % robotCount}/command`, move(500, n));
}

async function keyOf(appliance: Appliance, name: string): Promise<string> {
  const made = await appliance.post("/api/v1/keys", { name, preset: "operator" });
  return made.body.data.key as string;
}

let held = 0;
async function client(key: string): Promise<void> {
  for (let n = 0; n < perClient; n += 1) {
    const body = n % 3 === 0 ? { command: { command: "cancel" } } : move((n % 7) - 3, n % 5);
    const answer = await box.post("/api/v1/robots/r0/command", body, {
      authorization: `Bearer ${key}`,
    });
    if (answer.status === 409) held += 1;
  }
}
const startMs = performance.now();
await Promise.all([client(await keyOf(box, "a")), client(await keyOf(box, "b"))]);
const commandsPerSec = (2 * perClient) / ((performance.now() - startMs) / 1000);

let holder: string | null = null;
let doubles = 0;
let entries = 0;
const pages: { event: string; robot_id: string; who: { key_id: string } | null }[][] = [];
for (let after = ""; ;) {
  const page = (await box.get(`/api/v1/robots/record?limit=100${after}`)).body.data;
  pages.push(page.data);
  if (!page.has_more) break;
  after = `&after=${page.next_cursor}`;
}
for (const { event, robot_id: id, who } of pages.flat().toReversed()) {
  entries += 1;
  if (id !== "r0") continue;
  if (event === "lease_taken") {
    if (holder !== null) doubles += 1;
    holder = who!.key_id;
  }
  if (/^lease_(released|preempted|expired)$/.test(event)) holder = null;
}
for (const close of readers) close();
await box.stop();
console.log(
  `robots: ${robotCount} at 10 Hz, ${readerCount} readers: ${cores.toFixed(2)} cores (below 1), ${(perReader / 1024).toFixed(0)} KiB/s each`,
);
console.log(
  `stop with ${readerCount} readers: request to robot p50 ${quantile(reached, 0.5).toFixed(1)} p99 ${quantile(reached, 0.99).toFixed(1)} ms (bound 50), to answer p50 ${quantile(took, 0.5).toFixed(1)} p99 ${quantile(took, 0.99).toFixed(1)} ms`,
);
console.log(
  `two clients x ${perClient} commands: ${commandsPerSec.toFixed(0)} /s, ${held} refused as held, ${doubles} times two holders in ${entries} entries`,
);
process.exitCode = cores < 1 && quantile(reached, 0.99) <= 50 && doubles === 0 ? 0 : 1;
