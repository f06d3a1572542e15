/**
 * How soon a reader on one box sees an event of another box: two real appliances and one NATS server on this machine,
 * one robot at the second box. The event is a state of a command, which takes the way of incidents: log, feed, reader. The
 * time runs from the sending of the command to the event at a reader of the second box itself, and at a reader of the first.
 */
import { until } from "../../support/box/wait.ts";
import { type SiteBox, startSite } from "../../support/fleet/site-boxes.ts";
import { openSse } from "../../support/http/sse.ts";

const count = Number(process.argv[2] ?? 60);
const ends: (() => unknown)[] = [];
const later = { after: (end: () => unknown) => void ends.push(end) };
const yaml = "robots: [{ id: bee, driver: sim }]\nlimits: { robot_commands_per_minute: 100000 }";
const [a, b] = (await startSite(later, ["", yaml])) as [SiteBox, SiteBox];

/** Opens a reader; the result has the time of the first event of each command. */
async function readerOf(box: SiteBox): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const url = `${box.url}/api/v1/robots/events?telemetry=false`;
  const client = await openSse(url, { authorization: `Bearer ${box.key}` }, ({ data }) => {
    const id = data.command_id as string;
    if (!seen.has(id)) seen.set(id, performance.now());
  });
  ends.push(() => client.close());
  return seen;
}

const [there, here] = [await readerOf(a), await readerOf(b)];
const status = async () => (await b.get("/api/v1/robots/bee/status")).body.data;
await until(async () => (await status()).driven_by?.here === true, { what: "the lease" });
const sent = new Map<string, number>();
for (let at = 0; at < count; at += 1) {
  const sentMs = performance.now();
  const command = { command: "set_speed_limit", max_speed_mps: 0.1 + (at % 9) / 10 };
  const answer = await b.post("/api/v1/robots/bee/command", { command });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const id = answer.body.data.command_id as string;
  sent.set(id, sentMs);
  await until(() => there.has(id) && here.has(id), { everyMs: 2, what: `command ${at}` });
}

function share(seen: ReadonlyMap<string, number>, part: number): string {
  const waits = [...sent].map(([id, sentMs]) => seen.get(id)! - sentMs).toSorted((x, y) => x - y);
  return `${waits[Math.min(waits.length - 1, Math.floor(waits.length * part))]!.toFixed(0)} ms`;
}

for (const [name, seen] of [
  ["the box itself", here],
  ["another box", there],
] as const) {
  console.log(`${name}: p50 ${share(seen, 0.5)}, p95 ${share(seen, 0.95)}, most ${share(seen, 1)}`);
}
for (const end of ends.toReversed()) await end();
