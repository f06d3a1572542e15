/**
 * A process that queues missions for two simulated robots and carries them out until it is killed. Arguments: data
 * directory, file to which it appends one line per accepted mission (`accepted <id>`) and one per ended step
 * (`ended <job id> <place>`), round, number of missions to queue.
 */
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { FileBlobs } from "../../../src/adapters/files/file-blobs.ts";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { systemClock as clock } from "../../../src/base/core/clock.ts";
import { silentLogger as log } from "../../../src/base/core/logger.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { Jobs } from "../../../src/base/jobs/jobs.ts";
import { makeRobots } from "./make-robots.ts";
import { makeRuns, openSite, ScriptedRunVision } from "./make-runs.ts";

const [dir = "", facts = "", round = "0", count = "0"] = process.argv.slice(2);
const store = new LmdbStore({ dir: join(dir, "store"), reserveBytes: 4096, log, clock });
await store.start();
const blobs = new FileBlobs({ dir: join(dir, "blobs") });
await blobs.start();
const events = new EventLog({ store, clock, log });
await events.start();
const file = openSync(facts, "a");
const say = (line: string): void => void writeSync(file, `${line}\n`);
events.subscribe(({ type, data }) => {
  if (type !== "robot.command" || data["state"] !== "succeeded") return;
  const { target } = data["command"] as { target?: { place?: string } };
  say(`ended ${String(data["requested_by"])} ${target?.place}`);
});

const site = openSite({ store, clock });
const places = ["a", "b", "c"].map((name, at) => ({
  name,
  kind: "station" as const,
  frame: "map",
  level: null,
  layoutId: null,
  xM: at * 0.4,
  yM: 0.3,
  yawRad: null,
}));
await site.places.putPlaces("default", places);
const robots = makeRobots({ store, events, clock, dataDir: dir, places: site.places });
await robots.start();
for (const id of ["one", "two"]) {
  if (!robots.unit("default", id))
    await robots.put("default", id, { driver: "sim", max_speed_mps: 5, max_turn_radps: 15 });
}
const jobs = new Jobs({ store, events, blobs, clock, log });
makeRuns({ store, log: events, clock, robots }, jobs, { vision: new ScriptedRunVision(), ...site });
await jobs.start();
say(`started ${round}`);

const operation = jobs.operations.get("robots.task")!;
const caller = { org: "default", keyId: "anna", scopes: [], requestId: "req_test" };
const steps = ["a", "b", "c"].map((place) => ({ type: "go" as const, place }));
for (let n = 0; n < Number(count); n += 1) {
  const mission = { name: `${round}-${n}`, steps, after_restart: "resume" as const };
  const { job } = await jobs.submit(operation, { mission, priority: n % 3 }, { caller });
  say(`accepted ${job.id}`);
}
setInterval(() => {
  if (jobs.open().length === 0) say("idle");
}, 100);
