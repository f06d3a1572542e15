/**
 * Plays a site (`SitePlay` in argv) in namespaces of its own: starts it, lets the faults happen under load, and compares
 * what boxes, robot and readers did with the ledger. Prints what it does; ends with 1 after a fault of the product.
 */
import { loadavg } from "node:os";
import { numbers } from "../box/numbers.ts";
import { until } from "../box/wait.ts";
import { Site } from "./site.ts";
import { type FaultSetting, siteFaults } from "./site-faults.ts";
import type { SitePlay } from "./site-world.ts";

const play = JSON.parse(process.argv[2]!) as SitePlay;
const begunMs = performance.now();
const say = (line: string): void => {
  process.stdout.write(`${((performance.now() - begunMs) / 1000).toFixed(1)} s: ${line}\n`);
};
// The test that started this is gone; with this process everything ends.
process.stdin.on("end", () => process.exit(1)).resume();

async function compare(site: Site): Promise<void> {
  await site.ledger.finish();
  let unheard: string[] = [];
  const isHeard = async (): Promise<boolean> =>
    (unheard = await unheardIncidents(site)).length === 0;
  await until(isHeard, { deadlineMs: 30_000, everyMs: 250 }).catch(() => undefined);
  const faults = [...(await site.faults()), ...unheard];
  await site.stop();
  await site.ledger.compareLogs();
  const incidents = new Set(site.readers.flatMap(({ created }) => [...created]));
  say(
    `${site.ledger.jobs.size} jobs, ${site.ledger.commands.size} robot commands, ${site.witness.robot.taken.length} orders taken, ` +
      `${site.witness.published.length} frames to the robot, ${site.leases.leases.length} leases of the robot, ` +
      `${incidents.size} incidents, each heard by ${site.readers.length} readers`,
  );
  if (incidents.size === 0 || site.ledger.commands.size === 0) faults.push("the load did nothing");
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** Incidents that a box has and that a reader of the site was not told of. */
async function unheardIncidents({ boxes, readers }: Site): Promise<string[]> {
  const unheard: string[] = [];
  for (const box of boxes) {
    const { body } = await box.ask("/api/v1/surveillance/incidents?limit=100&site=false");
    for (const { id } of body.data.data as { id: string }[]) {
      for (const [at, { created }] of readers.entries()) {
        if (!created.has(id))
          unheard.push(`reader ${at + 1} did not hear of ${id} of box ${box.number}`);
      }
    }
  }
  return unheard;
}

const random = numbers(play.seed);
const names = Object.keys(siteFaults);
const faults =
  typeof play.faults === "number"
    ? Array.from({ length: play.faults }, () => names[Math.floor(random() * names.length)]!)
    : play.faults;
const isQuiet = loadavg()[0]! < 2;
const site = new Site(play.dir, play.boxes, play.seed);
try {
  await site.start();
  const setting: FaultSetting = { site, random, outageMs: play.outageMs, isQuiet, say };
  say(`${play.boxes} boxes have joined, seed ${play.seed}, load ${loadavg()[0]}`);
  site.ledger.start();
  await site.untilWatched(site.boxes, 40_000);
  for (const name of faults) {
    await siteFaults[name]!(setting);
    const wrong = await site.faults();
    if (wrong.length > 0) throw new Error(`after "${name}":\n${wrong.join("\n")}`);
  }
  await compare(site);
  say("done");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  for (const box of site.boxes) {
    process.stderr.write(`--- box ${box.number}:\n${await box.said().catch(() => "")}\n`);
  }
  process.exit(1);
}
process.exit(0);
