import type { PointM } from "../../../src/base/geo/line.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { SpeedLimits } from "../../../src/robots/bounds/speed-limits.ts";
import { courseOf } from "../../../src/robots/commands/course.ts";
import type { Situation } from "../../../src/robots/commands/gate.ts";
import { Door } from "../../../src/robots/doors/door.ts";
import type { MapPose, RobotCommand } from "../../../src/robots/driver/command.ts";
import type {
  DriverCommand,
  RobotDriver,
  RobotSink,
} from "../../../src/robots/driver/driver-port.ts";
import type { CorridorRecord } from "../../../src/robots/maps/map-record.ts";
import { Occupancy } from "../../../src/robots/maps/occupancy.ts";
import { assertReachable } from "../../../src/robots/maps/place-checks.ts";
import { SiteTraffic } from "../../../src/robots/traffic/site-traffic.ts";
import { withTraffic } from "../../../src/robots/traffic/with-traffic.ts";
import { FakeClock } from "../box/fake-clock.ts";
import { aDoor, FakeDoor } from "../doors/fake-door.ts";
import {
  command,
  type GateCase,
  geometry,
  type Geometry,
  random,
  situation,
  violations,
  windsAround,
} from "./gate-oracle.ts";
import { layoutCorridor, layoutPlace } from "./traffic-layout.ts";

const radiusM = 0.3;
const doorRadiusM = 1;
/** A lattice of corridors: lines of these coordinates. */
const lines = [-7, 0, 7];
/** The grid of the map: cells of 1 m from (-12, -12) on. */
const cellsWide = 24;

/** A driver that takes everything and notes with which speed. */
class NotingDriver {
  readonly sent: DriverCommand[] = [];
  readonly #dock: MapPose;
  sink: RobotSink | undefined;

  constructor(dock: MapPose) {
    this.#dock = dock;
  }

  open(sink: RobotSink): void {
    this.sink = sink;
  }
  capabilities = () => [];
  frames = () => ["map", "floor2"];
  ownPlaces = ({ kind }: RobotCommand) =>
    kind === "dock" || kind === "undock" ? [this.#dock] : null;
  execute = async (each: DriverCommand): Promise<void> => void this.sent.push(each);
}

/** Corridors with their directions, one door, a map with walls, and a limit by people. */
interface Site {
  now: Situation;
  /** Places that the box has taken. */
  places: readonly MapPose[];
  problems(sent: RobotCommand): string[];
}

function lattice(): CorridorRecord[] {
  const all: CorridorRecord[] = [];
  const add = (from: PointM, to: PointM): void => {
    if (random() < 0.2) return;
    const [a, b] = random() < 0.5 ? [from, to] : [to, from];
    all.push(layoutCorridor(`c${all.length}`, [a, b], { isOneWay: random() < 0.5 }));
  };
  for (const x of lines)
    for (const y of [-7, 0]) {
      add([x, y], [x, y + 7]);
      add([y, x], [y + 7, x]);
    }
  return all;
}

function doorOf(clock: FakeClock): { door: Door; mayPass: boolean } {
  const link = new FakeDoor();
  const door = new Door({
    settings: aDoor({ radiusM: doorRadiusM }),
    link,
    clock,
    wasRequested: false,
    remember: async () => undefined,
    onChange: () => undefined,
  });
  door.start();
  const word = ["fault", "fault", "open", "closed", "OPEN!", null][Math.floor(random() * 6)]!;
  if (word !== null) link.say(word);
  // A door that says nothing, or something unknown, is waited for; one with a fault is not.
  return { door, mayPass: word !== "fault" };
}

/** The places that are taken on a map with walls, and whether a position is in one. */
function mapOf(): { places: MapPose[]; isWall(at: PointM): boolean } {
  const cells = Uint8Array.from({ length: cellsWide ** 2 }, () => (random() < 0.2 ? 100 : 0));
  const shape = { widthCells: cellsWide, heightCells: cellsWide, resolutionM: 1 };
  const grid = new Occupancy({ ...shape, origin: { xM: -12, yM: -12, yawRad: 0 } }, cells);
  const places: MapPose[] = [];
  for (let n = 0; n < 6; n += 1) {
    const [xM, yM] = [random() * 16 - 8, random() * 16 - 8];
    const place = { name: `p${n}`, kind: "station", frame: "map", xM, yM } as const;
    try {
      assertReachable(
        place,
        { grids: [{ map: { name: "hall" }, cells: grid }], zones: [] },
        "place",
      );
      places.push({ frame: "map", xM, yM, yawRad: null });
    } catch {
      // Refused: no command can name it.
    }
  }
  // The first row of cells is the highest one.
  const isWall = ([x, y]: PointM): boolean =>
    cells[(cellsWide - 1 - Math.floor(y + 12)) * cellsWide + Math.floor(x + 12)] === 100;
  return { places, isWall };
}

function siteOf(base: Situation, world: Geometry): Site {
  const clock = new FakeClock();
  const corridors = lattice();
  const { door, mayPass } = doorOf(clock);
  const at: PointM = [lines[Math.floor(random() * 3)]!, [-3.5, 3.5][Math.floor(random() * 2)]!];
  const map = mapOf();
  const driver = new NotingDriver({ frame: "map", xM: 1, yM: -6, yawRad: null });
  const traffic = new SiteTraffic({
    clock,
    corridors: () => corridors,
    places: () => [{ ...layoutPlace("doorway", at, "door"), door: "gate" }],
    keep: async () => undefined,
    kept: [],
    onFinding: () => undefined,
    door: () => door,
  });
  const inner = driver as unknown as RobotDriver;
  const member = withTraffic({ driver: inner, robotId: "rover", radiusM, traffic, clock });
  member.open({ onSample: () => undefined } as unknown as RobotSink);
  const { pose } = base;
  if (pose) driver.sink!.onSample({ source: "test", pose: { ...pose, yawRad: 0 } });
  const peopleMps = random() < 0.5 ? random() : 1;
  const limits = new SpeedLimits({
    id: "rover",
    settings: { maxSpeedMps: base.maxSpeedMps, maxTurnRadps: base.maxTurnRadps } as never,
    driver: inner,
    clock,
    log: silentLogger,
    state: { value: () => pose } as never,
    commandLog: undefined as never,
    space: () => base.space,
    people: { mps: peopleMps },
  });
  const now: Situation = {
    ...base,
    speedLimitMps: limits.mps,
    courseOf: (sent) => courseOf(sent, member) ?? [],
    wayProblem: (sent) => member.wayProblem?.(sent) ?? null,
  };
  const faulty = mayPass ? null : at;
  return {
    now,
    places: map.places,
    problems: (sent) => [
      ...map.places.filter(({ xM, yM }) => map.isWall([xM, yM])).map(() => "place in a wall"),
      ...wayProblems(sent, now, { corridors, faulty }),
      ...speedProblems(sent, { limits, driver, world, now, peopleMps }),
    ],
  };
}

/** The command's speed as the driver gets it, and the limit for hands, against people and zones. */
function speedProblems(
  sent: RobotCommand,
  parts: {
    limits: SpeedLimits;
    driver: NotingDriver;
    world: Geometry;
    now: Situation;
    peopleMps: number;
  },
): string[] {
  const { limits, driver, world, now, peopleMps } = parts;
  const zones = world.zones.filter(
    ({ type, frame, polygon }) =>
      type === "speed_limit" &&
      frame === now.pose?.frame &&
      windsAround(polygon, now.pose.xM, now.pose.yM),
  );
  const mostMps = Math.min(peopleMps, ...zones.map(({ maxSpeedMps }) => maxSpeedMps ?? Infinity));
  const found = now.speedLimitMps > mostMps ? ["limit above people or zone"] : [];
  void limits.execute("id", sent);
  const { maxSpeedMps } = driver.sent.at(-1)!;
  return maxSpeedMps > mostMps ? [...found, `driver gets ${maxSpeedMps} m/s of ${mostMps}`] : found;
}

/** Goes along the way of the command: never against a corridor's direction, never through a faulty door. */
function wayProblems(
  sent: RobotCommand,
  { pose, courseOf: course }: Situation,
  { corridors, faulty }: { corridors: readonly CorridorRecord[]; faulty: PointM | null },
): string[] {
  if (!pose || sent.kind === "localize") return [];
  const way = [pose, ...course(sent)].map(({ xM, yM }): PointM => [xM, yM]);
  const found = new Set<string>();
  for (const [index, to] of way.entries()) {
    const from = way[index - 1];
    if (!from) continue;
    const lengthM = Math.hypot(to[0] - from[0], to[1] - from[1]);
    for (let m = 0; faulty && m <= lengthM; m += 0.05) {
      const share = lengthM === 0 ? 0 : m / lengthM;
      const [x, y] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      const isIn = Math.hypot(x - faulty[0], y - faulty[1]) < doorRadiusM + radiusM - 0.02;
      if (isIn) found.add("through a door with a fault");
    }
    if (sent.kind !== "follow_route" && corridors.some((each) => isAgainst(each, from, to)))
      found.add("against a one-way corridor");
  }
  return [...found];
}

/** True for a piece of a way that lies on a one-way corridor and leads against it. */
function isAgainst({ isOneWay, points }: CorridorRecord, from: PointM, to: PointM): boolean {
  const [a, b] = [points[0]!, points[1]!];
  if (!isOneWay) return false;
  const along = ([x, y]: PointM): number =>
    ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / 7;
  const aside = ([x, y]: PointM): number =>
    Math.abs((x - a[0]) * (b[1] - a[1]) - (y - a[1]) * (b[0] - a[0])) / 7;
  const isOn = (point: PointM): boolean =>
    aside(point) < 1e-6 && along(point) > -1e-6 && along(point) < 7 + 1e-6;
  return isOn(from) && isOn(to) && along(to) < along(from) - 0.01;
}

/** Random cases as `gateCases`, on a site with corridors, a door, people, and places on a map. */
export function* siteCases(count: number): Generator<GateCase> {
  let world = geometry();
  let site = siteOf(situation(world), world);
  for (let n = 0; n < count; n += 1) {
    if (n % 8 === 0) {
      world = geometry();
      site = siteOf(situation(world), world);
    }
    const { now, places } = site;
    const drawn = command();
    const place = places[Math.floor(random() * places.length)];
    const isNamed = drawn.kind === "move_to" && place !== undefined && random() < 0.5;
    const sent = isNamed ? { ...drawn, target: place } : drawn;
    const own = site;
    const bounds = world;
    yield {
      sent,
      now,
      violations: () => [...violations(sent, now, bounds), ...own.problems(sent)],
    };
  }
}
