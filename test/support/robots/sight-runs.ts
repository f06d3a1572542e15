import type { FrameTimes, ShownFrame } from "../../../src/base/core/shown-frames.ts";
import { DriverSight } from "../../../src/robots/teleop/driver-sight.ts";
import { TeleopSession } from "../../../src/robots/teleop/teleop-session.ts";
import { judge, type Situation } from "../../../src/robots/commands/gate.ts";
import type { CommandRecord } from "../../../src/robots/commands/command-record.ts";
import type { RobotCommand } from "../../../src/robots/driver/command.ts";
import { SimDriver } from "../../../src/adapters/robot-sim/sim-driver.ts";
import { SimRobot } from "../../../src/adapters/robot-sim/sim-robot.ts";
import type { PictureLimits } from "../../../src/robots/driver/picture-limits.ts";
import { AllowedSpace } from "../../../src/robots/driver/areas.ts";
import { FakeClock } from "../box/fake-clock.ts";
import { HeardRobot } from "./heard-robot.ts";

const maxSpeedMps = 1;
const maxTurnRadps = 1.5;
const stepMs = 5;
const framePeriodMs = 65;

/** What one run saw. */
export interface SightRun {
  /** Greatest age of the driver's picture, by its capture, at a moment at which the robot moved; 0 if it never did. */
  oldestMs: number;
  /** Greatest excess of the robot's speed over what the age of that picture allows, in metres per second. */
  excessMps: number;
  movedSteps: number;
  stops: number;
}

interface Later {
  atMs: number;
  run(): void;
}

/**
 * One session of driving over a network that delays, reorders and loses the pictures on their way to the box and to the
 * page, and what the page sends. The robot, its deadman, the session, the sight and the gate are the product's; the
 * clock is a fake one. `isHonest`: the page names the frame that it shows; otherwise always the newest that the box has.
 */
export async function sightRun(
  random: () => number,
  { isHonest, limits }: { isHonest: boolean; limits: Omit<PictureLimits, "streamId"> },
): Promise<SightRun> {
  const clock = new FakeClock();
  const waiting: Later[] = [];
  const onBox = new Map<number, number>();
  let seenMs: number | null = null;
  const lossy = network(random);
  const later = (run: () => void): void => {
    const delayMs = lossy(clock.monoMs());
    if (delayMs !== null) waiting.push({ atMs: clock.monoMs() + delayMs, run });
  };
  const frames: FrameTimes = {
    newestMs: () => (onBox.size === 0 ? null : Math.max(...onBox.values())),
    capturedMs: (shown: ShownFrame) =>
      (shown.by === "video" ? onBox.get(shown.mediaTimeSec) : undefined) ?? null,
    close: () => undefined,
  };
  const picture = { streamId: "eye", ...limits };
  const sight = new DriverSight({ clock, frames, limits: picture, maxSpeedMps, maxTurnRadps });
  const { robot, session, stops } = sessionOf(clock, sight, picture);
  const run: SightRun = { oldestMs: 0, excessMps: 0, movedSteps: 0, stops: 0 };
  let nextFrameMs = 0;
  let nextDriveMs = 0;
  const endMs = clock.monoMs() + 2000;
  while (clock.monoMs() < endMs) {
    const nowMs = clock.monoMs();
    if (nowMs >= nextFrameMs) {
      nextFrameMs = nowMs + framePeriodMs;
      // To the box, and from there to the page.
      later(() => {
        onBox.set(nowMs, nowMs);
        later(() => (seenMs = Math.max(seenMs ?? -Infinity, nowMs)));
      });
    }
    if (nowMs >= nextDriveMs) {
      nextDriveMs = nowMs + 80;
      const named = isHonest ? seenMs : frames.newestMs();
      const speed = random() < 0.1 ? 0 : 1;
      later(() => {
        const shown = named === null ? undefined : shownAt(named);
        session.drive({ linearMps: speed, angularRadps: speed * (random() - 0.5) }, shown);
      });
    }
    for (const each of waiting.filter(({ atMs }) => atMs <= nowMs)) {
      waiting.splice(waiting.indexOf(each), 1);
      each.run();
    }
    note(run, {
      robot,
      ageMs: nowMs - ((isHonest ? seenMs : frames.newestMs()) ?? -Infinity),
      limits,
    });
    clock.advance(stepMs);
    // What was sent is accepted before the next step.
    await new Promise(setImmediate);
  }
  void session.leave(null);
  return { ...run, stops: stops() };
}

const shownAt = (mediaTimeSec: number): ShownFrame => ({
  by: "video",
  track: "main",
  generation: 1,
  mediaTimeSec,
});

/** A network whose delay and loss change every half second; null: lost. */
function network(random: () => number): (nowMs: number) => number | null {
  let untilMs = -Infinity;
  let mood = { leastMs: 0, spreadMs: 0, loss: 0 };
  return (nowMs) => {
    if (nowMs >= untilMs) {
      untilMs = nowMs + 500;
      mood = {
        leastMs: random() < 0.3 ? random() * 600 : random() * 40,
        spreadMs: random() < 0.3 ? random() * 800 : 20,
        loss: random() < 0.3 ? random() : 0.02,
      };
    }
    return random() < mood.loss ? null : mood.leastMs + random() * mood.spreadMs;
  };
}

function note(
  run: SightRun,
  now: { robot: SimRobot; ageMs: number; limits: Omit<PictureLimits, "streamId"> },
): void {
  const { robot, ageMs, limits } = now;
  const hand = robot.teleop;
  if (!hand || (hand.linearMps === 0 && hand.angularRadps === 0)) return;
  run.movedSteps += 1;
  run.oldestMs = Math.max(run.oldestMs, ageMs);
  const { fullSpeedAgeMs, stopAgeMs } = limits;
  const most = Math.max(0, Math.min(1, (stopAgeMs - ageMs) / (stopAgeMs - fullSpeedAgeMs)));
  run.excessMps = Math.max(run.excessMps, Math.abs(hand.linearMps) - most * maxSpeedMps);
}

function sessionOf(clock: FakeClock, sight: DriverSight, picture: PictureLimits) {
  const robot = new SimRobot({}, "map");
  const driver = new SimDriver({ robot, clock });
  driver.open(new HeardRobot());
  let stops = 0;
  const space = new AllowedSpace(null, []);
  const situation = (ageMs: number | null): Situation => ({
    isOnline: true,
    capabilities: driver.capabilities(),
    frames: ["map"],
    space,
    waySpace: space,
    courseOf: () => [],
    pose: { frame: "map", xM: 0, yM: 0 },
    speedLimitMps: maxSpeedMps,
    maxSpeedMps,
    maxTurnRadps,
    picture: { ...picture, ageMs },
    batteryPercent: 100,
    batteryFloorPercent: 0,
    isEmergencyStopped: false,
    mode: "automatic",
    isHeld: false,
  });
  const session = new TeleopSession({
    clock,
    record: { id: "session", endedAtMs: null } as CommandRecord,
    deadmanMs: 250,
    listener: {
      onStopped: (reason) => void (stops += reason === "picture_stale" ? 1 : 0),
      onEnd: () => undefined,
    },
    isLive: () => true,
    sight,
    judge: (command, ageMs) => judge(command, situation(ageMs)),
    execute: (id, command: RobotCommand) =>
      driver.execute({ id, command, maxSpeedMps, maxTurnRadps }),
    finish: async () => undefined,
    note: () => undefined,
    onOperatorLost: () => undefined,
  });
  session.start();
  return { robot, session, stops: () => stops };
}
