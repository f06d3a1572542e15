import { numbers } from "../box/numbers.ts";
import { AllowedSpace, type Area, type ZoneArea } from "../../../src/robots/driver/areas.ts";
import type { MapPose, RobotCommand } from "../../../src/robots/driver/command.ts";
import { courseOf } from "../../../src/robots/commands/course.ts";
import type { Situation } from "../../../src/robots/commands/gate.ts";
import { makeHandling } from "../jobs/make-handling.ts";
import { robotCommands } from "../../../src/robots/robot-terms.ts";

/** The source of numbers of all cases. */
export const random = numbers(20_261_121);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const between = (low: number, high: number): number => low + random() * (high - low);
const odd = (value: number): number =>
  random() < 0.01 ? pick([Number.NaN, Infinity, -Infinity, 1e308, -0]) : value;
const maybe = <T>(value: T): T | null => (random() < 0.1 ? null : value);

/** Bounds of a robot. */
export interface Geometry {
  fence: Area | null;
  zones: ZoneArea[];
}

/** Rectangles and stars: the oracle below does not share the product's geometry. */
export function geometry(): Geometry {
  const star = (): [number, number][] => {
    const corners = 3 + Math.floor(random() * 7);
    const [cx, cy] = [between(-8, 8), between(-8, 8)];
    return Array.from({ length: corners }, (_, i) => {
      const angle = (i / corners) * 2 * Math.PI;
      const radius = between(1, 7);
      return [cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius];
    });
  };
  const frame = (): string => (random() < 0.1 ? "floor2" : "map");
  const zones = Array.from({ length: Math.floor(random() * 4) }, (_, i): ZoneArea => {
    const type = pick(["keep_in", "keep_out", "speed_limit"] as const);
    const maxSpeedMps = type === "speed_limit" ? between(0.1, 1) : null;
    return { id: null, name: `z${i}`, type, frame: frame(), polygon: star(), maxSpeedMps };
  });
  return { fence: random() < 0.8 ? { frame: frame(), polygon: star() } : null, zones };
}

/** A random command. */
export function command(): RobotCommand {
  const place = (): MapPose => ({
    frame: random() < 0.05 ? "moon" : random() < 0.1 ? "floor2" : "map",
    xM: odd(between(-12, 12)),
    yM: odd(between(-12, 12)),
    yawRad: maybe(odd(between(-4, 4))),
  });
  const speed = (): number | null => maybe(odd(between(-0.2, 2)));
  const kind = pick(robotCommands.filter((name) => name !== "stop"));
  switch (kind) {
    case "move_to":
      return { kind, target: place(), maxSpeedMps: speed() };
    case "follow_route": {
      const waypoints = Array.from({ length: 1 + Math.floor(random() * 4) }, place);
      return { kind, waypoints, loops: odd(2), maxSpeedMps: speed() };
    }
    case "pick":
    case "drop":
      return {
        kind,
        ...makeHandling({ target: maybe(place()), heightM: maybe(odd(between(0, 5))) }),
        parameters: random() < 0.2 ? { tilt: odd(between(-1, 1)) } : {},
        maxSpeedMps: speed(),
      };
    case "set_speed_limit":
      return { kind, maxSpeedMps: speed() };
    case "announce":
      return { kind, message: "hello" };
    case "teleop": {
      const [linearMps, angularRadps] = [odd(between(-2, 2)), odd(between(-3, 3))];
      return { kind, linearMps, angularRadps, durationMs: odd(250) };
    }
    case "cancel":
      return { kind, commandId: null };
    case "localize":
      return { kind, pose: place() };
    default:
      return { kind };
  }
}

/** A random situation within these bounds. */
export function situation({ fence, zones }: Geometry): Situation {
  const space = new AllowedSpace(fence, zones);
  const dock = { frame: "map", xM: between(-6, 6), yM: between(-6, 6), yawRad: null };
  return {
    isOnline: random() < 0.95,
    capabilities: robotCommands.map((name) => {
      const available = random() < 0.97;
      return { name, source: "test", available, reason: available ? null : "no" };
    }),
    frames: random() < 0.9 ? ["map", "floor2"] : ["map"],
    space,
    waySpace: space,
    courseOf: (sent) => courseOf(sent, { ownPlaces: () => [dock] })!,
    pose: maybe({ frame: "map", xM: between(-6, 6), yM: between(-6, 6) }),
    speedLimitMps: between(0.1, 1),
    maxSpeedMps: 1,
    maxTurnRadps: 1.5,
    picture:
      random() < 0.5
        ? null
        : {
            streamId: "eye",
            fullSpeedAgeMs: 300,
            stopAgeMs: 900,
            ageMs: maybe(odd(between(0, 1200))),
          },
    batteryPercent: maybe(between(0, 100)),
    batteryFloorPercent: pick([0, 15, 15, 40]),
    isEmergencyStopped: random() < 0.05 ? true : maybe(false),
    mode: pick(["automatic", "automatic", "automatic", "manual", "service", null]),
    isHeld: random() < 0.05,
  };
}

/** Winding number: how often the polygon goes round the point. */
export function windsAround(polygon: readonly (readonly [number, number])[], x: number, y: number) {
  let angle = 0;
  for (let i = 0; i < polygon.length; i += 1) {
    const [ax, ay] = [polygon[i]![0] - x, polygon[i]![1] - y];
    const next = polygon[(i + 1) % polygon.length]!;
    const [bx, by] = [next[0] - x, next[1] - y];
    angle += Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
  }
  return Math.abs(angle) > Math.PI;
}

/** Sampled distance to the edges, never less than the true one by more than the step. */
function nearEdge(polygon: readonly (readonly [number, number])[], x: number, y: number): number {
  let least = Infinity;
  for (let i = 0; i < polygon.length; i += 1) {
    const [a, b] = [polygon[i]!, polygon[(i + 1) % polygon.length]!];
    for (let step = 0; step <= 200; step += 1) {
      const at = step / 200;
      const px = a[0] + (b[0] - a[0]) * at;
      const py = a[1] + (b[1] - a[1]) * at;
      least = Math.min(least, Math.hypot(px - x, py - y));
    }
  }
  return least;
}

const places = (sent: RobotCommand): readonly MapPose[] =>
  sent.kind === "move_to" || sent.kind === "pick" || sent.kind === "drop"
    ? [sent.target].filter((target) => target !== null)
    : sent.kind === "follow_route"
      ? sent.waypoints
      : sent.kind === "localize"
        ? [sent.pose]
        : [];

/** What is wrong with where a command would take the robot. */
function placeViolations(sent: RobotCommand, now: Situation, { fence, zones }: Geometry): string[] {
  const found: string[] = [];
  const say = (isWrong: boolean, what: string): void => void (isWrong && found.push(what));
  for (const { frame, xM, yM } of places(sent)) {
    say(!now.frames.includes(frame), "frame");
    const isIn = (area: Area): boolean =>
      area.frame === frame &&
      windsAround(area.polygon, xM, yM) &&
      nearEdge(area.polygon, xM, yM) > 0.15;
    say(fence !== null && !isIn(fence), "fence");
    const rooms = zones.filter(({ type }) => type === "keep_in");
    say(rooms.length > 0 && !rooms.some(isIn), "room");
    for (const zone of zones.filter(({ type }) => type === "keep_out")) {
      const isNear = windsAround(zone.polygon, xM, yM) || nearEdge(zone.polygon, xM, yM) < 0.15;
      say(zone.frame === frame && isNear, "keep-out");
    }
  }
  return found;
}

/** What is wrong with where the robot stands, for what would move it on from there. */
function standingViolations({ pose }: Situation, { fence, zones }: Geometry): string[] {
  if (pose === null) return [];
  const { frame, xM, yM } = pose;
  const all = [...(fence ? [fence] : []), ...zones];
  // On an edge either answer is right.
  if (all.some(({ polygon }) => nearEdge(polygon, xM, yM) < 0.05)) return [];
  const isIn = (area: Area): boolean => area.frame === frame && windsAround(area.polygon, xM, yM);
  const rooms = zones.filter(({ type }) => type === "keep_in");
  const isLost = (fence !== null && !isIn(fence)) || (rooms.length > 0 && !rooms.some(isIn));
  const isForbidden = zones.some((zone) => zone.type === "keep_out" && isIn(zone));
  return [...(isLost ? ["stands outside"] : []), ...(isForbidden ? ["stands in keep-out"] : [])];
}

/** Distance to the nearest edge, by the heights of triangles. */
function gapToEdge(polygon: readonly (readonly [number, number])[], x: number, y: number): number {
  const gaps = polygon.map(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length]!;
    const [a, b, c] = [
      Math.hypot(bx - x, by - y),
      Math.hypot(ax - x, ay - y),
      Math.hypot(bx - ax, by - ay),
    ];
    if (a * a > b * b + c * c) return b;
    if (b * b > a * a + c * c) return a;
    return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / c;
  });
  return Math.min(...gaps);
}

/** Whether a point is surely on forbidden ground, or surely on allowed ground; null close to an edge. */
function isForbidden({ fence, zones }: Geometry, x: number, y: number): boolean | null {
  const all = [...(fence ? [fence] : []), ...zones.filter(({ type }) => type !== "speed_limit")];
  if (all.some(({ frame, polygon }) => frame === "map" && gapToEdge(polygon, x, y) < 0.05)) {
    return null;
  }
  const isIn = ({ frame, polygon }: Area): boolean => frame === "map" && windsAround(polygon, x, y);
  const rooms = zones.filter(({ type }) => type === "keep_in");
  if (fence && !isIn(fence)) return true;
  if (rooms.length > 0 && !rooms.some(isIn)) return true;
  return zones.some((zone) => zone.type === "keep_out" && isIn(zone));
}

/** How far the nearest allowed place is, found by going out in all directions. */
function wayOutM(world: Geometry, x: number, y: number): number {
  for (let far = 0.1; far < 40; far += 0.1) {
    for (let turn = 0; turn < 48; turn += 1) {
      const angle = (turn / 48) * 2 * Math.PI;
      const [px, py] = [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
      if (isForbidden(world, px, py) === false) return far;
    }
  }
  return Infinity;
}

/** Goes along the way in small steps: it may only lead out of forbidden ground, and by a short way. */
function wayViolations(sent: RobotCommand, now: Situation, world: Geometry): string[] {
  if (now.pose === null || sent.kind === "localize") return [];
  const course = now.courseOf(sent);
  if (course.length === 0) return [];
  const start = isForbidden(world, now.pose.xM, now.pose.yM);
  const stepM = 0.1;
  let insideM = 0;
  let hasBeenOut = start === false;
  let [x, y] = [now.pose.xM, now.pose.yM];
  for (const { frame, xM, yM } of course) {
    if (frame !== "map") return ["way to another frame"];
    const steps = Math.max(1, Math.ceil(Math.hypot(xM - x, yM - y) / stepM));
    for (let step = 1; step <= steps; step += 1) {
      const at = step / steps;
      const here = isForbidden(world, x + (xM - x) * at, y + (yM - y) * at);
      if (here === false) hasBeenOut = true;
      if (here !== true) continue;
      if (hasBeenOut) return ["way through forbidden ground"];
      insideM += Math.hypot(xM - x, yM - y) / steps;
    }
    [x, y] = [xM, yM];
  }
  if (insideM <= 0.4) return [];
  // A start within the edge's noise may count as either; steps and directions make the rest.
  const mostM = wayOutM(world, now.pose.xM, now.pose.yM) * 1.5 + 0.4;
  return insideM > mostM ? [`way out of ${insideM} m, ${mostM} m at most`] : [];
}

function handViolations(sent: RobotCommand & { kind: "teleop" }, now: Situation): string[] {
  const age = now.picture === null ? 0 : (now.picture.ageMs ?? Number.NaN);
  const fraction = age <= 300 ? 1 : age < 900 ? 1 - (age - 300) / 600 : 0;
  const mps = Math.min(now.speedLimitMps, fraction * now.maxSpeedMps + 1e-9);
  const found = Math.abs(sent.linearMps) > mps ? ["teleop speed"] : [];
  const isTurning = Math.abs(sent.angularRadps) > fraction * now.maxTurnRadps + 1e-9;
  return isTurning ? [...found, "teleop turn"] : found;
}

/** What must hold of every command that is let through, said once more without the product's code. */
export function violations(
  sent: RobotCommand,
  now: Situation,
  { fence, zones }: Geometry,
): string[] {
  const found: string[] = [];
  const say = (isWrong: boolean, what: string): void => void (isWrong && found.push(what));
  say(!now.capabilities.some(({ name, available }) => name === sent.kind && available), "ability");
  say(!now.isOnline, "offline");
  say(now.isHeld, "held");
  const text = JSON.stringify(sent, (_, value) =>
    typeof value === "number" && !Number.isFinite(value) ? "BAD" : value,
  );
  say(text.includes("BAD"), "finite");
  found.push(...placeViolations(sent, now, { fence, zones }));
  if ("maxSpeedMps" in sent && sent.maxSpeedMps !== null) {
    say(sent.maxSpeedMps <= 0 || sent.maxSpeedMps > now.maxSpeedMps, "speed");
  }
  if (sent.kind === "teleop") found.push(...handViolations(sent, now));
  const isDriving = /^(move_to|follow_route|dock|undock|pick|drop|teleop|resume)$/.test(sent.kind);
  if (!isDriving) return found;
  say(now.isEmergencyStopped !== false, "e-stop");
  const isHandy = sent.kind === "teleop" && now.mode === "manual";
  say(now.mode !== "automatic" && !isHandy, "mode");
  say(
    sent.kind !== "dock" &&
      now.batteryFloorPercent > 0 &&
      !(now.batteryPercent !== null && now.batteryPercent >= now.batteryFloorPercent),
    "battery",
  );
  const isBounded = fence !== null || zones.some(({ type }) => type !== "speed_limit");
  say(isBounded && now.pose === null, "pose");
  if (now.courseOf(sent).length === 0) {
    found.push(...standingViolations(now, { fence, zones }));
  } else if (isBounded) found.push(...wayViolations(sent, now, { fence, zones }));
  return found;
}

/** A random command in a random situation, and what is wrong with letting it through. */
export interface GateCase {
  sent: RobotCommand;
  now: Situation;
  /** By an oracle that shares no code with the gate; it is slow, so it is asked only where it matters. */
  violations(): string[];
}

/** Random cases, the same in every run; eight in a row share their situation. */
export function* gateCases(count: number): Generator<GateCase> {
  let world = geometry();
  let now = situation(world);
  for (let n = 0; n < count; n += 1) {
    if (n % 8 === 0) {
      world = geometry();
      now = situation(world);
    }
    const sent = command();
    yield { sent, now, violations: () => violations(sent, now, world) };
  }
}
