import type { PeopleLimitSettings } from "../../../src/robots/driver/people-limit-settings.ts";
import { FrameTree } from "../../../src/robots/maps/frame-ties.ts";
import { PeopleLimiter } from "../../../src/robots/people/people-limiter.ts";
import type { GroundLook } from "../../../src/robots/people/people-port.ts";
import { FakeClock } from "../box/fake-clock.ts";

/** The usual settings, for one stream that watches everything. */
export const usualLimit: PeopleLimitSettings = {
  streamIds: ["hall"],
  personMps: 1.6,
  reactionMs: 500,
  brakeMps2: 0.5,
  clearanceM: 0.5,
  slowestMps: 0.1,
  isUnobservedOccupied: true,
};

/** What one encounter of a robot with a person came to. */
export interface Encounter {
  /** Least distance at any time, in metres. */
  leastM: number;
  /** The robot's speed when a person came within the clearance, in metres per second; 0 when none did. */
  hitMps: number;
  /** How far the robot came, in metres. */
  drivenM: number;
}

const stepMs = 50;
const framePeriodMs = 200;
/** From the camera's capture until the box has judged the frame. */
const lagMs = 150;
/** From the box's limit until the robot follows it. */
const linkMs = 100;
const noiseM = 0.08;

/**
 * Simulates a robot that drives straight on at the limit, at most 1 m/s, while a person crosses, meets, overtakes or
 * stops in its way, at up to 1.6 m/s and with sudden turns. Without `isLimited` it drives on at 1 m/s.
 */
export function encounter(random: () => number, { isLimited }: { isLimited: boolean }): Encounter {
  const clock = new FakeClock();
  const person = walker(random);
  const robot = { x: -6, mps: 0 };
  let look: GroundLook | null = null;
  const limiter = new PeopleLimiter({
    org: "default",
    settings: usualLimit,
    mostMps: 1,
    clock,
    sight: { look: () => look },
    pose: () => ({ frame: "map", xM: robot.x, yM: 0, yawRad: 0 }),
    tree: () => new FrameTree([]),
  });
  const judged: GroundLook[] = [];
  const limits: number[] = [];
  const result: Encounter = { leastM: Infinity, hitMps: 0, drivenM: 0 };
  for (let ms = 0; ms < 16_000; ms += stepMs) {
    if (ms % framePeriodMs === 0) judged.push(lookAt(person, clock.monoMs(), random));
    look = judged.findLast(({ capturedMs }) => clock.monoMs() - capturedMs >= lagMs) ?? null;
    limits.push(isLimited ? limiter.mps : 1);
    const limit = limits.at(-1 - linkMs / stepMs) ?? 0;
    drive(robot, limit);
    person.walk(stepMs / 1000);
    const awayM = Math.hypot(person.x - robot.x, person.y);
    result.leastM = Math.min(result.leastM, awayM);
    if (awayM < usualLimit.clearanceM) result.hitMps = Math.max(result.hitMps, robot.mps);
    clock.advance(stepMs);
  }
  result.drivenM = robot.x + 6;
  return result;
}

/** Brakes and speeds up as hard as the settings say. */
function drive(robot: { x: number; mps: number }, limit: number): void {
  const change = (usualLimit.brakeMps2 * stepMs) / 1000;
  robot.mps = Math.max(0, Math.min(robot.mps + change, Math.max(limit, robot.mps - change)));
  robot.x += (robot.mps * stepMs) / 1000;
}

function lookAt(
  { x, y }: { x: number; y: number },
  nowMs: number,
  random: () => number,
): GroundLook {
  const noise = (): number => (random() + random() - 1) * noiseM;
  return {
    frame: "map",
    frameId: nowMs,
    capturedMs: nowMs,
    people: [{ trackId: 1, xM: x + noise(), yM: y + noise(), errorM: noiseM }],
    covers: () => true,
  };
}

/** A person who walks at up to 1.6 m/s, turns and stops by chance as fast as people can, and passes the robot's way. */
function walker(random: () => number) {
  const turn = 2 * Math.PI * random();
  const person = { x: -2 + 5 * Math.cos(turn), y: 5 * Math.sin(turn), vx: 0, vy: 0, walk };
  let goal = { vx: 0, vy: 0 };
  const aim = (): void => {
    const mps = random() < 0.15 ? 0 : 0.3 + 1.3 * random();
    const yaw = Math.atan2(random() * 2 - 1 - person.y, random() * 6 - 4 - person.x);
    goal = { vx: mps * Math.cos(yaw), vy: mps * Math.sin(yaw) };
  };
  aim();
  Object.assign(person, goal);
  function walk(sec: number): void {
    if (random() < 0.3 * sec) aim();
    const change = Math.hypot(goal.vx - person.vx, goal.vy - person.vy);
    const share = change === 0 ? 0 : Math.min(1, (2 * sec) / change);
    person.vx += (goal.vx - person.vx) * share;
    person.vy += (goal.vy - person.vy) * share;
    person.x += person.vx * sec;
    person.y += person.vy * sec;
  }
  return person;
}
