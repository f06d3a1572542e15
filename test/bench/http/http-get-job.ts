/**
 * Rate of authenticated `GET /jobs/<id>` requests to the appliance, divided by that of a bare fastify that answers
 * the same bytes over the same connections. Each is one process, and they take turns. If the machine has `taskset`,
 * both servers run on one core and the clients on the other. Bound: ratio at least 0.5. The bound applies to the
 * rates; the bench also prints the processor time per request, which is steadier on a busy machine.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import autocannon from "autocannon";
import { startAppliance } from "../../support/box/appliance.ts";

const seconds = Number(process.argv[2] ?? 2);
const rounds = 7;
const bound = 0.5;
/** Clock ticks of `/proc/<pid>/stat` a second (USER_HZ). */
const ticksPerSec = 100;

const bareServer = `
import Fastify from "fastify";
const payload = process.env.PAYLOAD;
const app = Fastify();
app.get("/api/v1/jobs/:id", (_request, reply) => reply.type("application/json").send(payload));
await app.listen({ port: 0, host: "127.0.0.1" });
console.log(app.server.address().port);
`;

interface Side {
  pid: number;
  url: string;
}

/** Requests a second, and processor time of the server for each in microseconds. */
interface Slice {
  rate: number;
  cpuUs: number;
}

async function slice({ pid, url }: Side, headers: Record<string, string>): Promise<Slice> {
  const before = cpuSec(pid);
  const result = await autocannon({ url, headers, connections: 16, duration: seconds });
  const refused = result.non2xx + result.errors;
  if (refused > 0 || result.requests.total === 0) throw new Error(`${refused} refused answers`);
  const cpuUs = ((cpuSec(pid) - before) * 1e6) / result.requests.total;
  return { rate: result.requests.total / result.duration, cpuUs };
}

function cpuSec(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSec;
}

function pin(pid: number, core: number): boolean {
  try {
    execFileSync("taskset", ["-a", "-p", "-c", String(core), String(pid)], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const box = await startAppliance({
  yaml: "limits: { reads_per_minute: 10000000 }\nlog: { level: warn }",
});
const made = await box.post("/api/v1/surveillance/streams", {
  source: { type: "rtsp", url: "rtsp://127.0.0.1:9/none" },
});
const jobId = made.body.data.job_id as string;
await box.post(`/api/v1/jobs/${jobId}/cancel`);
await box.get(`/api/v1/jobs/${jobId}?wait_for_completion=true`);
const path = `/api/v1/jobs/${jobId}`;
const payload = await (await box.fetch(path)).text();
const bare = spawn(process.execPath, ["--input-type=module", "-e", bareServer], {
  env: { ...process.env, PAYLOAD: payload },
  stdio: ["ignore", "pipe", "inherit"],
});
const [port] = (await once(createInterface({ input: bare.stdout }), "line")) as [string];
const apart = pin(box.pid, 0) && pin(bare.pid!, 0) && pin(process.pid, 1);
const us: Side = { pid: box.pid, url: box.url + path };
const them: Side = { pid: bare.pid!, url: `http://127.0.0.1:${port}${path}` };
// Bare fastify reads no key, but gets the same request.
const headers = { authorization: `Bearer ${box.key}` };
const ours: Slice[] = [];
const theirs: Slice[] = [];
// The first round of each warms it up.
for (let round = 0; round <= rounds; round += 1) {
  const pair = [await slice(us, headers), await slice(them, headers)] as const;
  if (round === 0) continue;
  ours.push(pair[0]);
  theirs.push(pair[1]);
}
bare.kill("SIGKILL");
await box.stop();
const rateRatio = median(ours.map(({ rate }, i) => rate / theirs[i]!.rate));
const cpuRatio = median(ours.map(({ cpuUs }, i) => theirs[i]!.cpuUs / cpuUs));
const show = (slices: Slice[]): string =>
  `${median(slices.map(({ rate }) => rate)).toFixed(0)} /s ${median(slices.map(({ cpuUs }) => cpuUs)).toFixed(0)} us`;
console.log(
  `GET job${apart ? "" : " (not on cores of their own)"}: appliance ${show(ours)}  bare fastify ${show(theirs)}` +
    `  ratio of rates ${rateRatio.toFixed(2)}  of processor time ${cpuRatio.toFixed(2)}  bound ${bound}`,
);
if (rateRatio < bound) process.exitCode = 1;
