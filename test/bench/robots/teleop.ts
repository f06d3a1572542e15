/**
 * Driving by hand through a real server. The operator's program is a process of its own and sends a message every 50
 * ms. Half of the rounds freeze it with SIGSTOP, half kill it. For a frozen program, the bench measures the time from
 * its missed heartbeat (100 ms after the box answered its last message) to the simulated robot's zero velocity. For a
 * killed one it measures from its last message, because its connection breaks at once. Bound: 100 ms.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { Rig } from "../../support/http/rig.ts";
import { until } from "../../support/box/wait.ts";

const rounds = Number(process.argv[2] ?? 60);
const deadmanMs = 100;
const rig = new Rig({ quotas: { readsPerMinute: 1_000_000, createsPerMinute: 1_000_000 } });
await rig.start();
await rig.ask("/api/v1/robots/cart", { method: "PUT", body: { driver: "sim" } });
const unit = rig.robots.unit("default", "cart")!;
await until(() => unit.state.connection === "online");
const isMoving = (): boolean => unit.state.value("velocity")!.linearMps !== 0;
const address = `${rig.server.url().replace("http", "ws")}/api/v1/robots/cart/teleop?deadman_ms=${deadmanMs}`;
const file = join(import.meta.dirname, "../../support/robots/teleop-child.ts");

/** Milliseconds from the last answer that the program got to the robot's zero velocity. */
async function round(signal: "SIGSTOP" | "SIGKILL", acksWanted: number): Promise<number> {
  await until(() => unit.active === null);
  const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
  const child = spawn(process.execPath, [file, address, rig.key], { stdio });
  let acks = 0;
  let lastMs = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    lastMs = performance.now();
    acks += chunk.toString().split('"ack"').length - 1;
  });
  await until(() => acks >= acksWanted && isMoving());
  child.kill(signal);
  let standsMs: number | undefined;
  while (standsMs === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (!isMoving()) standsMs = performance.now();
  }
  child.kill("SIGKILL");
  return standsMs - lastMs;
}

const late: Record<"SIGSTOP" | "SIGKILL", number[]> = { SIGSTOP: [], SIGKILL: [] };
for (let n = 0; n < rounds; n += 1) {
  const signal = n % 2 === 0 ? "SIGSTOP" : "SIGKILL";
  const tookMs = await round(signal, 8 + (n % 7));
  late[signal].push(signal === "SIGSTOP" ? tookMs - deadmanMs : tookMs);
}
await rig.stop();
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
for (const [signal, values] of Object.entries(late)) {
  const since = signal === "SIGSTOP" ? "the missed heartbeat" : "the last message";
  console.log(
    `client ${signal}: zero velocity p50 ${median(values).toFixed(0)} max ${Math.max(...values).toFixed(0)} ms after ${since} (bound 100)`,
  );
}
process.exitCode = Math.max(...late.SIGSTOP) <= 100 ? 0 : 1;
