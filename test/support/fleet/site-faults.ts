import { until } from "../box/wait.ts";
import type { Site } from "./site.ts";
import type { SiteBox } from "./site-box.ts";
import { nameOf } from "./site-network.ts";

/** Streams run elsewhere after this, in milliseconds (docs/fleet.md). */
export const resumeMs = 10_000;
/**
 * The same for a machine that does much else at the same time, and for loss in one direction: a leader that is heard and
 * hears nobody steps down after more than ten seconds.
 */
const patientMs = 40_000;

/** What happens to a site, and how the play goes on. */
export interface FaultSetting {
  site: Site;
  /** Uniform in [0, 1). */
  random: () => number;
  outageMs: number;
  /** The machine does nothing else: bounds in time hold. */
  isQuiet: boolean;
  say(line: string): void;
}

/** A fault that happens to a site, ends, and what must hold meanwhile. */
export type SiteFault = (setting: FaultSetting) => Promise<void>;

const limitOf = ({ isQuiet }: FaultSetting): number => (isQuiet ? resumeMs : patientMs);

/** The box that drives the robot, more often than not: it has the most to lose. */
async function victim({ site, random }: FaultSetting): Promise<SiteBox> {
  const driver = await site.driver();
  if (driver && random() < 0.7) return driver;
  return site.boxes[Math.floor(random() * site.boxes.length)]!;
}

const others = ({ site }: FaultSetting, box: SiteBox): SiteBox[] =>
  site.boxes.filter((each) => each !== box);

/** The others watch every stream in time, and one of them drives the robot. */
async function takenOver(
  setting: FaultSetting,
  box: SiteBox,
  { what, limitMs = limitOf(setting) }: { what: string; limitMs?: number },
): Promise<void> {
  const rest = others(setting, box);
  const tookMs = await setting.site.untilWatched(rest, limitMs);
  const startMs = performance.now();
  const isDriven = async () => (await setting.site.driver(rest)) !== undefined;
  await until(isDriven, { what: "a box that drives", deadlineMs: limitMs });
  const driverMs = Math.round(tookMs + performance.now() - startMs);
  setting.say(
    `${what} box ${box.number}: all streams watched elsewhere after ${Math.round(tookMs)} ms, robot driven after ${driverMs} ms`,
  );
}

async function allWell(setting: FaultSetting): Promise<void> {
  const { site } = setting;
  await site.untilJoined(site.boxes);
  await site.untilWatched(site.boxes, patientMs);
  const isDriven = async () => (await site.driver()) !== undefined;
  await until(isDriven, { what: "a box that drives", deadlineMs: patientMs });
}

async function killBox(setting: FaultSetting): Promise<void> {
  const box = await victim(setting);
  await setting.site.kill(box);
  await takenOver(setting, box, { what: "killed" });
  await setting.site.revive(box);
  await allWell(setting);
}

async function killLeader(setting: FaultSetting): Promise<void> {
  const { site, say } = setting;
  let leader: string | null = null;
  const isKnown = async () => (leader = await site.leases.leader()) !== null;
  await until(isKnown, { what: "a leader of the table" });
  const box = site.boxes.find(({ number }) => nameOf(number) === leader)!;
  await site.voters.kill(box.number);
  const startMs = performance.now();
  const isChosen = async () => ![null, leader].includes(await site.leases.leader());
  await until(isChosen, { what: "another leader", deadlineMs: 30_000 });
  await site.untilJoined(site.boxes);
  say(`killed the leader of the table: all joined again after ${since(startMs)} ms`);
  site.voters.start(box.number);
  await allWell(setting);
}

function partition(
  about: { what: string; limitMs?: number },
  begin: (setting: FaultSetting, box: SiteBox) => Promise<void>,
) {
  return async (setting: FaultSetting): Promise<void> => {
    const box = await victim(setting);
    await begin(setting, box);
    await takenOver(setting, box, about);
    await setting.site.network.heal();
    await allWell(setting);
  };
}

async function outage(setting: FaultSetting): Promise<void> {
  const { site, outageMs, say } = setting;
  for (const { number } of site.boxes) await site.network.cut(number);
  const endMs = performance.now() + outageMs;
  await until(() => performance.now() > endMs, { deadlineMs: 2 * outageMs, everyMs: 100 });
  const driving = await site.driver();
  if (driving) throw new Error(`box ${driving.number} drives without contact`);
  await site.network.heal();
  const startMs = performance.now();
  await allWell(setting);
  say(`cut everything for ${outageMs} ms: all well again ${since(startMs)} ms after it`);
}

async function roll(setting: FaultSetting): Promise<void> {
  const { site, say } = setting;
  const startMs = performance.now();
  for (const box of site.boxes) {
    await box.terminate();
    await site.untilWatched(others(setting, box), limitOf(setting));
    await box.start();
    await site.untilJoined(site.boxes);
  }
  await allWell(setting);
  say(`rolled ${site.boxes.length} boxes in ${since(startMs)} ms`);
}

const since = (startMs: number): number => Math.round(performance.now() - startMs);

/** Every fault by its name. */
export const siteFaults: Readonly<Record<string, SiteFault>> = {
  "kill a box": killBox,
  "kill the leader": killLeader,
  "partition a box": partition({ what: "partitioned" }, ({ site }, box) =>
    site.network.cut(box.number),
  ),
  "lose what a box sends": partition(
    { what: "lost what was sent by", limitMs: patientMs },
    ({ site }, box) => site.network.loseFrom(box.number),
  ),
  "lose what a box should hear": partition(
    { what: "lost what was sent to", limitMs: patientMs },
    ({ site }, box) => site.network.loseTo(box.number),
  ),
  "cut everything": outage,
  "roll all boxes": roll,
};
