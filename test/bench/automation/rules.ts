/**
 * Time from an incident to the command at a simulated robot, on the real store: the rule's decision, the lease, the
 * gate, the record, the gate again, the driver. The bench creates the incident and treats it as stored. Bound: p95 at
 * most 150 ms.
 */
import type { TestContext } from "node:test";
import { systemClock as clock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { RobotService } from "../../../src/robots/fleet/robot-service.ts";
import { makeRobots, rover } from "../../support/robots/make-robots.ts";
import { makeRules, ScriptedIncidents } from "../../support/automation/make-rules.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

const incidents = Number(process.argv[2] ?? 200);
const boundMs = 150;
const ends: (() => unknown)[] = [];
const t = { after: (end: () => unknown) => void ends.push(end) } as unknown as TestContext;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const store = await makeStore(t);
const events = new EventLog({ store, clock, log: silentLogger });
await events.start();
const robots = makeRobots({ store, events, clock, dataDir: await tempDir(t) });
await robots.start();
const service = new RobotService({ robots, store });
await service.put("default", "rover", rover);
const scripted = new ScriptedIncidents(clock);
const rules = makeRules({ store, events, clock, robots: service, incidents: scripted });
await rules.start();
const command = { command: "move_to" } as const;
await rules.put("default", "go", {
  on: { type: "intrusion" },
  cooldown_seconds: 0,
  do: [{ type: "command", robot_id: "rover", command, target_from: "incident", standoff_m: 1 }],
});
await pause(500);
for (let n = 0; n < incidents; n += 1) {
  const place = {
    frame: "map",
    xM: 4 + (n % 3),
    yM: (n % 5) - 2,
    errorM: 0,
    isExtrapolated: false,
  };
  scripted.see({ mapPosition: place });
  await pause(60);
}
await pause(500);
const latencies = rules
  .chains("default")
  .flatMap(({ steps }) => steps.flatMap(({ latency_ms: ms }) => ms ?? []))
  .toSorted((a, b) => a - b);
const at = (share: number): number => latencies[Math.floor((latencies.length - 1) * share)] ?? NaN;
await rules.stop();
await robots.stop();
await events.stop();
for (const end of ends.toReversed()) await end();
console.log(
  `incident to robot, ${latencies.length} of ${incidents}: p50 ${at(0.5)} p95 ${at(0.95)} ms (bound ${boundMs})`,
);
process.exitCode = latencies.length === incidents && at(0.95) <= boundMs ? 0 : 1;
