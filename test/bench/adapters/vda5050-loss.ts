/**
 * The box as master control over a bad network: one strict robot of each version of VDA 5050 behind a real mosquitto.
 * The network loses one message in ten in each direction, the broker dies and returns, robots leave the network and
 * return, and the broker keeps outdated last wills. The box sends goals one after the other for the given number of
 * minutes (`scripts/bench vda5050-loss 60`; 2 by default).
 *
 * Bounds: every command ends or is refused; if a command succeeds, the robot is at its goal; no robot accepts an
 * order or an update twice; the box sends nothing that the specification forbids; and a robot without the broker
 * drives at most `max_uncontrolled_m`.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { connectAsync } from "mqtt";
import { Broker } from "../../../src/adapters/mqtt-broker/broker.ts";
import { Vda5050Driver } from "../../../src/adapters/vda5050/vda5050-driver.ts";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { HeardRobot } from "../../support/robots/heard-robot.ts";
import { startBroker } from "../../support/notifications/mosquitto.ts";
import type { RobotVersion } from "../../support/vda5050/faces.ts";
import { driverOptions, moveTo } from "../../support/vda5050/rig.ts";
import { StrictRobot } from "../../support/vda5050/robot.ts";

const minutes = Number(process.argv[2] ?? 2);
const maxUncontrolledM = 2;
const lossShare = 0.1;
/** A command that has no end after this has been lost, in milliseconds. */
const patienceMs = 120_000;
const versions: RobotVersion[] = ["1.1", "2.0", "2.1", "3.0"];

let seed = 20_261_122;
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const between = (low: number, high: number): number => low + random() * (high - low);

const ends: (() => unknown)[] = [];
const broker = await startBroker({ after: (end) => ends.push(end as () => unknown) });
const counts = { messages: 0, lost: 0, brokerDeaths: 0, wills: 0, dropOffs: 0, aloneM: 0 };
const outcomes = new Map<string, number>();
const faults: string[] = [];
const note = (what: string): void => void outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
const endMs = performance.now() + minutes * 60_000;
const isOver = (): boolean => performance.now() >= endMs;

const isLost = (): boolean => {
  counts.messages += 1;
  if (random() >= lossShare) return false;
  counts.lost += 1;
  return true;
};
const link = new Broker({ url: broker.url, log: silentLogger, reconnectMs: 250 });
const fleet = await Promise.all(
  versions.map(async (version, at) => {
    const serialNumber = `robot-${at}`;
    const line = { url: broker.url, version, serialNumber, stateIntervalMs: 1000, isLost };
    const robot = new StrictRobot({ ...line, speedMps: 2 });
    await robot.start();
    const options = driverOptions(link, { maxUncontrolledM, version });
    const identity = { ...options.identity, serialNumber };
    const driver = new Vda5050Driver({ ...options, identity });
    const heard = new HeardRobot();
    driver.open(heard);
    return { version, robot, driver, heard };
  }),
);
type Member = (typeof fleet)[number];

/** What became of one goal; null when nothing did. */
async function drive({ driver, heard }: Member, id: string, xM: number, yM: number) {
  try {
    const command = moveTo(xM, yM);
    await driver.execute({ id, command, maxSpeedMps: 2, maxTurnRadps: 1 });
  } catch (error) {
    return `refused ${(error as { code?: string }).code}`;
  }
  const givenUpMs = performance.now() + patienceMs;
  while (performance.now() < givenUpMs) {
    const end = heard.progress.find(
      ({ commandId, state }) => commandId === id && state !== "executing",
    );
    if (end) return end.reason === null ? end.state : `${end.state} ${end.reason.split(":")[0]}`;
    await sleep(100);
  }
  return null;
}

async function work(member: Member): Promise<void> {
  while (!isOver()) {
    const [xM, yM] = [between(-6, 6), between(-6, 6)];
    const id = uuidv7(Date.now());
    const outcome = await drive(member, id, xM, yM);
    const farM = Math.hypot(member.robot.position.x - xM, member.robot.position.y - yM);
    const name = `VDA 5050 ${member.version}, ${id}`;
    if (outcome === null) faults.push(`${name}: no end`);
    if (outcome === "succeeded" && farM > 0.05) faults.push(`${name}: ${farM} m from its goal`);
    note(outcome ?? "no end");
    // What the driver has told is not needed any more.
    member.heard.progress.length = 0;
    member.heard.samples.length = 0;
    await sleep(outcome?.startsWith("refused") === true ? 1000 : between(100, 500));
  }
}

async function killBroker(): Promise<void> {
  counts.brokerDeaths += 1;
  await broker.kill();
  const from = fleet.map(({ robot }) => ({ ...robot.position }));
  await sleep(between(1000, 9000));
  for (const [at, { robot }] of fleet.entries()) {
    const aloneM = Math.hypot(robot.position.x - from[at]!.x, robot.position.y - from[at]!.y);
    counts.aloneM = Math.max(counts.aloneM, aloneM);
  }
  await broker.start();
}

async function leaveStaleWill({ robot, version }: Member): Promise<void> {
  counts.wills += 1;
  const word = version === "3.0" ? "CONNECTION_BROKEN" : "CONNECTIONBROKEN";
  const will = { ...robot.frame("connection", { connectionState: word }), headerId: 0 };
  const other = await connectAsync(broker.url);
  const kept = { qos: 1, retain: true } as const;
  await other.publishAsync(robot.topic("connection"), JSON.stringify(will), kept);
  await other.endAsync();
}

async function dropOff({ robot }: Member): Promise<void> {
  counts.dropOffs += 1;
  robot.vanish();
  await sleep(between(500, 6000));
  await robot.start();
}

async function disturb(): Promise<void> {
  while (!isOver()) {
    await sleep(between(4000, 12_000));
    const member = fleet[Math.floor(random() * fleet.length)]!;
    const kind = random();
    if (kind < 0.3) await killBroker();
    else if (kind < 0.65) await leaveStaleWill(member);
    else await dropOff(member);
  }
}

const startCpu = process.cpuUsage();
const startRss = process.memoryUsage().rss;
const workers = fleet.map(work);
await disturb();
await Promise.all(workers);

const taken = fleet.flatMap(({ robot, version }) =>
  robot.taken.map((each) => `${version} ${each}`),
);
const doubled = taken.length - new Set(taken).size;
for (const { robot, version } of fleet) {
  for (const violation of robot.violations) faults.push(`VDA 5050 ${version}: ${violation}`);
}
if (doubled > 0) faults.push(`${doubled} orders or updates were taken twice`);
if (counts.aloneM > maxUncontrolledM) faults.push(`${counts.aloneM} m alone`);
const { user, system } = process.cpuUsage(startCpu);
const cores = (user + system) / 1e6 / (minutes * 60);
const grownMib = (process.memoryUsage().rss - startRss) / 2 ** 20;
for (const { driver } of fleet) await driver.close();
for (const { robot } of fleet) await robot.stop();
for (const end of ends.toReversed()) await end();
const list = [...outcomes].toSorted(([, a], [, b]) => b - a).map(([name, n]) => `${n} ${name}`);
console.log(
  `VDA 5050 over a bad network, ${minutes} min, ${fleet.length} robots (${versions.join(", ")}): ` +
    `${counts.lost} of ${counts.messages} messages lost, broker killed ${counts.brokerDeaths} times, ` +
    `${counts.wills} stale last wills, ${counts.dropOffs} robots dropped off`,
);
console.log(
  `commands: ${list.join(", ")}; ${taken.length} orders and updates taken, ${doubled} twice`,
);
console.log(
  `furthest that a robot drove without its broker: ${counts.aloneM.toFixed(2)} m (bound ${maxUncontrolledM}); ` +
    `${cores.toFixed(3)} cores with the robots, ${grownMib.toFixed(0)} MiB more`,
);
for (const fault of faults.slice(0, 20)) console.log(`FAULT ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
