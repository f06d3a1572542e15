import type { PointM } from "../../base/geo/line.ts";
import type { PeopleLimitSettings } from "../driver/people-limit-settings.ts";

/** A person, or ground where a person could stand, as seen `ageSec` ago; metres. */
export interface Presence {
  at: PointM;
  /** The person was within this radius of `at`, in metres. */
  errorM: number;
  ageSec: number;
  /** Their velocity in metres per second, measured `velocityAgeSec` before the position; null when it is not known. */
  velocityMps: readonly [x: number, y: number] | null;
  velocityAgeSec: number;
}

/** Steps of the prediction, in seconds. */
const stepSec = 0.1;
const rounds = 12;
/** How hard somebody changes their pace or direction, in metres per second squared: a brisk start of a walk. */
const personMps2 = 2;

/**
 * Returns the highest speed at which the robot still stops `clearanceM` away from the person, whatever path it takes, at
 * most `mostMps`. Speed and separation monitoring (ISO/TS 15066:2016, 5.5.4; approach speeds of ISO 13855:2010): until
 * the robot stands, the person turns towards it as fast as people can, and comes nearer at `personMps`, or at their own
 * pace where that is higher. A person whose motion is not known comes nearer at `personMps` from the start.
 */
export function speedBeside(
  robot: PointM,
  person: Presence,
  { settings, mostMps }: { settings: PeopleLimitSettings; mostMps: number },
): number {
  if (isFar(robot, person, { settings, mostMps })) return mostMps;
  const isSafe = (mps: number): boolean => staysClear(robot, person, { settings, mps });
  if (isSafe(mostMps)) return mostMps;
  let [low, high] = [0, mostMps];
  for (let round = 0; round < rounds; round += 1) {
    const middle = (low + high) / 2;
    if (isSafe(middle)) low = middle;
    else high = middle;
  }
  return Math.max(low, settings.slowestMps);
}

/** The distance beyond which a person whose motion is not known bounds no speed up to `mostMps`, in metres. */
export function farthestM(settings: PeopleLimitSettings, mostMps: number): number {
  const { personMps, clearanceM } = settings;
  return clearanceM + stopM(settings, mostMps) + personMps * stopSec(settings, mostMps);
}

function isFar(
  robot: PointM,
  person: Presence,
  { settings, mostMps }: { settings: PeopleLimitSettings; mostMps: number },
): boolean {
  const { ageSec, velocityMps } = person;
  const fastest = Math.max(settings.personMps, velocityMps ? Math.hypot(...velocityMps) : 0);
  const approachM = fastest * (ageSec + stopSec(settings, mostMps));
  return gapM(robot, person) > settings.clearanceM + stopM(settings, mostMps) + approachM;
}

function staysClear(
  robot: PointM,
  person: Presence,
  { settings, mps }: { settings: PeopleLimitSettings; mps: number },
): boolean {
  const untilSec = stopSec(settings, mps);
  const approach = approachOf(robot, person, settings);
  const nowM = gapM(robot, person);
  for (let sec = 0; ; sec = Math.min(sec + stepSec, untilSec)) {
    const nearestM = nowM - approach(person.ageSec + sec) - drivenM(settings, mps, sec);
    if (nearestM < settings.clearanceM) return false;
    if (sec >= untilSec) return true;
  }
}

function gapM(robot: PointM, { at, errorM }: Presence): number {
  return Math.hypot(at[0] - robot[0], at[1] - robot[1]) - errorM;
}

/** Returns how much nearer the person can have come after so many seconds, in metres; negative for one who walks away. */
function approachOf(
  robot: PointM,
  { at, velocityMps, velocityAgeSec }: Presence,
  { personMps }: PeopleLimitSettings,
): (sec: number) => number {
  if (!velocityMps) return (sec) => personMps * sec;
  const [dx, dy] = [robot[0] - at[0], robot[1] - at[1]];
  const away = Math.hypot(dx, dy);
  const towards = away === 0 ? 0 : (velocityMps[0] * dx + velocityMps[1] * dy) / away;
  const fastest = Math.max(personMps, Math.hypot(...velocityMps));
  const start = Math.min(fastest, towards + personMps2 * velocityAgeSec);
  const turnedSec = (fastest - start) / personMps2;
  return (sec) => {
    const turning = Math.min(sec, turnedSec);
    const whileTurning = start * turning + (personMps2 * turning ** 2) / 2;
    return whileTurning + fastest * (sec - turning);
  };
}

/** Time until it stands. */
function stopSec({ reactionMs, brakeMps2 }: PeopleLimitSettings, mps: number): number {
  return reactionMs / 1000 + mps / brakeMps2;
}

function stopM(settings: PeopleLimitSettings, mps: number): number {
  return drivenM(settings, mps, stopSec(settings, mps));
}

/** How far it drives in that time, when it brakes after its reaction. */
function drivenM({ reactionMs, brakeMps2 }: PeopleLimitSettings, mps: number, sec: number): number {
  const brakedSec = Math.max(0, sec - reactionMs / 1000);
  return mps * sec - (brakeMps2 * brakedSec ** 2) / 2;
}
