/**
 * Driving by hand in the whole appliance: the time from a missed heartbeat (100 ms after the last
 * message) to the moment at which the simulated robot's first sample with zero velocity is out on the
 * event stream; bound: 100 ms. Half of the rounds freeze the client by SIGSTOP, half kill it.
 */
import { spawn } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import { startAppliance } from "../support/appliance.ts";
import { until } from "../support/wait.ts";

const rounds = Number(process.argv[2] ?? 30);
const deadmanMs = 100;
const limits = "limits: { reads_per_minute: 1000000, creates_per_minute: 1000000 }";
const box = await startAppliance({ yaml: `${limits}\nrobots: [{ id: cart, driver: sim }]` });
const status = async () => (await box.get("/api/v1/robots/cart/status")).body;
await until(async () => (await status()).status === "online", { deadlineMs: 60_000 });

let zeroAtMs: number | undefined;
let lastAckMs = 0;
const reader = request(
  `${box.url}/api/v1/robots/events`,
  { headers: { authorization: `Bearer ${box.key}` } },
  (response) => {
    response.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      if (/"linear_mps":0\.4/.test(text)) zeroAtMs = undefined;
      else if (/"linear_mps":0[,}]/.test(text)) zeroAtMs ??= performance.now();
    });
    response.on("error", () => undefined);
  },
);
reader.on("error", () => undefined);
reader.end();

const late: Record<string, number[]> = { SIGSTOP: [], SIGKILL: [] };
for (let n = 0; n < rounds; n += 1) {
  const signal = n % 2 === 0 ? "SIGSTOP" : "SIGKILL";
  await until(async () => (await status()).data.active_command === null);
  const address = `${box.url.replace("http", "ws")}/api/v1/robots/cart/teleop?deadman_ms=${deadmanMs}`;
  const file = join(import.meta.dirname, "../support/teleop-child.ts");
  const child = spawn(process.execPath, [file, address, box.key], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let acks = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    lastAckMs = performance.now();
    acks += chunk.toString().split('"ack"').length - 1;
  });
  await until(() => acks > 10 + (n % 7));
  child.kill(signal);
  await until(() => zeroAtMs !== undefined && zeroAtMs > lastAckMs);
  late[signal]!.push(zeroAtMs! - lastAckMs - (signal === "SIGSTOP" ? deadmanMs : 0));
  child.kill("SIGKILL");
}
reader.destroy();
await box.stop();
const worst = (values: number[]): number => Math.max(...values);
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
for (const [signal, values] of Object.entries(late)) {
  const since = signal === "SIGSTOP" ? "the missed heartbeat" : "the last message";
  console.log(
    `client ${signal}: zero on the event stream p50 ${median(values).toFixed(0)} max ${worst(values).toFixed(0)} ms after ${since} (bound 100)`,
  );
}
process.exitCode = worst(late["SIGSTOP"]!) <= 100 ? 0 : 1;
