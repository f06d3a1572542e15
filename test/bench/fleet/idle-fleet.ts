/**
 * What a fleet costs while nothing happens: 2, 10 and 20 boxes with ten cameras and two robots each, against one real
 * NATS server. All boxes run in this process, so its figures are divided by their number. Then the server is killed and
 * started again: how long until all boxes have joined.
 */
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { RobotPlacement } from "../../../src/fleet/placement/robot-placement.ts";
import { StreamPlacement } from "../../../src/fleet/placement/stream-placement.ts";
import { until } from "../../support/box/wait.ts";
import { type FleetBox, startFleetBox } from "../../support/fleet/fleet-box.ts";
import { startNats } from "../../support/fleet/nats-server.ts";
import { freePort } from "../../support/system/ports.ts";

const measuredMs = Number(process.argv[2] ?? 20) * 1000;
const org = "default";

/** Counters of the server since its start. */
interface ServerCounters {
  in_msgs: number;
  out_msgs: number;
  in_bytes: number;
  out_bytes: number;
  mem: number;
}

async function startPlacedBox(
  ends: Parameters<typeof startFleetBox>[0],
  boxId: string,
  { url, count }: { url: string; count: number },
): Promise<FleetBox> {
  const box = await startFleetBox(ends, boxId, { servers: [url] });
  const about = { ...box, boxId, clock: systemClock, log: silentLogger };
  const items = (word: string, each: number) =>
    Array.from({ length: count * each }, (_, at) => ({ org, id: `${word}-${at}` }));
  const streams = new StreamPlacement(about);
  const cameras = items("camera", 10);
  streams.place({ wanted: () => cameras, watch: () => Promise.resolve() });
  ends.after(() => streams.stop());
  const robots = new RobotPlacement({ ...about, session: boxId });
  const known = items("robot", 2);
  const done = () => Promise.resolve();
  robots.place({ wanted: () => known, drive: done, leave: done });
  ends.after(() => robots.stop());
  return box;
}

async function measure(count: number): Promise<void> {
  const ends: (() => unknown)[] = [];
  const later = { after: (end: () => unknown) => void ends.push(end) } as Parameters<
    typeof startFleetBox
  >[0];
  const monitor = await freePort();
  const server = await startNats(later, [`http: "127.0.0.1:${monitor}"`]);
  const counters = async (): Promise<ServerCounters> =>
    (await (await fetch(`http://127.0.0.1:${monitor}/varz`)).json()) as ServerCounters;
  const { rss } = process.memoryUsage();
  const boxes = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      startPlacedBox(later, `box-${at}`, { url: server.url, count }),
    ),
  );
  const leases = () => boxes[0]!.table.list("stream.").filter(({ value }) => value !== null);
  await until(() => leases().length === count * 10, { what: "all leases", deadlineMs: 60_000 });
  const before = await counters();
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  await new Promise((resolve) => setTimeout(resolve, measuredMs));
  const sec = (performance.now() - startMs) / 1000;
  const used = process.cpuUsage(cpu);
  const after = await counters();
  const rate = (name: keyof ServerCounters) =>
    ((after[name] - before[name]) / sec / count).toFixed(name.endsWith("bytes") ? 0 : 1);
  const share = (used.user + used.system) / 1e6 / sec / count;
  const memoryMb = (process.memoryUsage().rss - rss) / 1e6 / count;
  const entries = boxes[0]!.table.list("");
  const stored = entries.reduce(
    (sum, { key, value }) => sum + key.length + (value ?? "").length,
    0,
  );
  console.log(
    `${count} boxes: each ${(share * 100).toFixed(2)} % of a core, ${memoryMb.toFixed(1)} MB; ` +
      `sends ${rate("in_msgs")} messages and ${rate("in_bytes")} bytes a second, ` +
      `gets ${rate("out_msgs")} and ${rate("out_bytes")}; ` +
      `table ${entries.length} entries, ${(stored / count).toFixed(0)} bytes a box; ` +
      `server ${(after.mem / 1e6).toFixed(0)} MB`,
  );
  await server.kill();
  await until(() => boxes.every(({ membership }) => membership.contact().server === null));
  await server.start();
  const upMs = performance.now();
  const isBack = () => boxes.every(({ membership }) => membership.contact().state === "joined");
  await until(isBack, { what: "all boxes joined again", deadlineMs: 60_000 });
  console.log(
    `${count} boxes: all joined ${Math.round(performance.now() - upMs)} ms after the server was back`,
  );
  for (const end of ends.toReversed()) await end();
}

for (const count of [2, 10, 20]) await measure(count);
process.exit(0);
