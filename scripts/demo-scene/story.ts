import { Person } from "./person.ts";
import type { Looks } from "./person.ts";
import { places } from "./places.ts";
import type { Shape } from "./shape.ts";
import { hatchback, saloon, van, Vehicle } from "./vehicle.ts";
import type { Model } from "./vehicle.ts";
import type { Vec3 } from "./view.ts";

/** Length of the loop in seconds; everything is off the picture or at rest where it closes. */
export const loopSec = 40;

/** A person or vehicle in the scene at one moment. */
export interface Actor {
  id: string;
  label: "person" | "car" | "truck";
  shape: Shape;
}

/** A place on a path and when it is reached. */
type Stop = readonly [atSec: number, x: number, y: number];

/** Somebody who walks. */
export interface Walker {
  id: string;
  looks: Looks;
  path: readonly Stop[];
}

/** A vehicle that drives. */
export interface Driver {
  id: string;
  label: Actor["label"];
  model: Model;
  paint: Vec3;
  path: readonly Stop[];
}

const skins: readonly Vec3[] = [
  [0.5, 0.31, 0.22],
  [0.24, 0.13, 0.085],
  [0.42, 0.26, 0.17],
  [0.55, 0.36, 0.27],
];
const dark: Vec3 = [0.018, 0.016, 0.014];
const foot = places.footwayY;

/** The people and vehicles of one loop. */
export interface Story {
  loopSec: number;
  walkers: readonly Walker[];
  drivers: readonly Driver[];
}

const walkers: readonly Walker[] = [
  {
    id: "visitor",
    looks: {
      heightM: 1.8,
      girth: 1.12,
      top: [0.03, 0.035, 0.05],
      legs: [0.055, 0.075, 0.14],
      shoes: [0.3, 0.3, 0.3],
      skin: skins[0]!,
      hair: dark,
    },
    path: [
      [0, -12.4, foot],
      [6.4, -3.4, foot],
      [7.3, -2.4, 14.2],
      [8.6, -1.9, 12.6],
      [12.2, 2.2, 10.4],
      [13, 3, 10.1],
      [15, 3.5, 10],
      [16.6, 4.9, 9.5],
      [18, 4.6, 9.2],
      [19.6, 3.1, 9.6],
      [21, 3.3, 9.9],
      [22.4, 4.7, 9.6],
      [24, 4.9, 9.3],
      [25.2, 3.9, 8.7],
      [31.4, -3.6, 6.4],
      [34, -7.5, 6],
    ],
  },
  {
    id: "driver",
    looks: {
      heightM: 1.7,
      girth: 1.05,
      top: [0.38, 0.05, 0.045],
      legs: [0.04, 0.04, 0.045],
      shoes: [0.05, 0.035, 0.025],
      skin: skins[1]!,
      hair: dark,
      shortSleeves: true,
    },
    path: [
      [13, -8.8, 6.1],
      [17.4, -4.6, 6.9],
      [18.8, -3.5, 7.6],
      [20.2, -3.2, 8.1],
      [21.6, -2.5, 8.0],
      [22.8, -2.4, 7.5],
      [24.2, -3.2, 7.3],
      [25.4, -3.5, 7.7],
      [26.6, -3.0, 8.2],
      [29.2, -2.4, 9.9],
      [32, -2.3, 13],
      [33.2, -1.9, 14.3],
      [34, -0.8, foot],
      [40, 7.2, foot + 0.05],
      [44.2, 13, foot],
    ],
  },
  {
    id: "worker",
    looks: {
      heightM: 1.76,
      girth: 1.2,
      top: [0.75, 0.27, 0.02],
      legs: [0.06, 0.065, 0.075],
      shoes: [0.04, 0.03, 0.02],
      skin: skins[2]!,
      hair: [0.6, 0.5, 0.08],
      vest: true,
    },
    path: [
      [0.6, 8.2, 7.4],
      [4.6, 3.6, 8.9],
      [5.8, 2.9, 9.2],
      [7.4, 2.4, 8.9],
      [9.2, 0.4, 7.6],
      [15.6, -7.4, 6.1],
    ],
  },
  {
    id: "pair-left",
    looks: {
      heightM: 1.68,
      girth: 1,
      top: [0.42, 0.4, 0.36],
      legs: [0.02, 0.022, 0.03],
      shoes: [0.5, 0.48, 0.46],
      skin: skins[3]!,
      hair: [0.13, 0.07, 0.03],
    },
    path: [
      [9.5, 12.6, foot + 0.25],
      [27.6, -12.4, foot + 0.25],
    ],
  },
  {
    id: "pair-right",
    looks: {
      heightM: 1.82,
      girth: 1.08,
      top: [0.05, 0.13, 0.08],
      legs: [0.2, 0.17, 0.12],
      shoes: [0.06, 0.04, 0.03],
      skin: skins[0]!,
      hair: [0.05, 0.03, 0.02],
      backpack: [0.03, 0.03, 0.035],
    },
    path: [
      [10.5, 13, foot - 0.3],
      [28.6, -12, foot - 0.3],
    ],
  },
  {
    id: "far-walker",
    looks: {
      heightM: 1.74,
      girth: 1.05,
      top: [0.06, 0.09, 0.22],
      legs: [0.09, 0.085, 0.075],
      shoes: [0.03, 0.03, 0.03],
      skin: skins[2]!,
      hair: dark,
    },
    path: [
      [19, -18.6, 23.5],
      [39.6, 18.4, 23.6],
    ],
  },
];

const { nearY, farY } = places.lanes;

/** Traffic keeps to the right: towards the right of the picture on the near lane. */
const drivers: readonly Driver[] = [
  {
    id: "red-car",
    label: "car",
    model: hatchback,
    paint: [0.42, 0.02, 0.018],
    path: [
      [1.5, 20, farY],
      [6.6, -19, farY],
    ],
  },
  {
    id: "blue-car",
    label: "car",
    model: saloon,
    paint: [0.035, 0.075, 0.2],
    path: [
      [13.4, 20.6, farY],
      [18.6, -18.8, farY],
    ],
  },
  {
    id: "white-van",
    label: "truck",
    model: van,
    paint: [0.72, 0.73, 0.74],
    path: [
      [26.2, -17.6, nearY],
      [31.8, 17.6, nearY],
    ],
  },
  {
    id: "dark-car",
    label: "car",
    model: saloon,
    paint: [0.025, 0.026, 0.028],
    path: [
      [32, 20.6, farY],
      [37.2, -18.8, farY],
    ],
  },
  {
    id: "silver-car",
    label: "car",
    model: hatchback,
    paint: [0.36, 0.37, 0.39],
    path: [
      [34.8, -17, nearY],
      [40.6, 18, nearY],
    ],
  },
];

/** The vehicle that never moves. */
export const parkedCar: Actor = {
  id: "parked-car",
  label: "car",
  shape: new Vehicle(saloon, {
    x: -5.6,
    y: 9.7,
    headingRad: 1.32,
    paint: [0.09, 0.12, 0.1],
    rollRad: 0.3,
  }),
};

interface Place {
  x: number;
  y: number;
  vx: number;
  vy: number;
  travelledM: number;
}

/** Cubic Hermite: value and slope at `s` in 0–1 between two values with given slopes. */
function hermite(
  s: number,
  [p1, p2]: [number, number],
  [d1, d2]: [number, number],
): [number, number] {
  const value =
    (2 * s ** 3 - 3 * s ** 2 + 1) * p1 +
    (s ** 3 - 2 * s ** 2 + s) * d1 +
    (3 * s ** 2 - 2 * s ** 3) * p2 +
    (s ** 3 - s ** 2) * d2;
  const slope =
    (6 * s ** 2 - 6 * s) * (p1 - p2) + (3 * s ** 2 - 4 * s + 1) * d1 + (3 * s ** 2 - 2 * s) * d2;
  return [value, slope];
}

/** Catmull-Rom between stops in time, so that bodies turn and slow down without jerks. */
function placeAt(path: readonly Stop[], atSec: number): Place | undefined {
  const last = path.length - 1;
  if (atSec < path[0]![0] || atSec >= path[last]![0]) return undefined;
  let travelledM = 0;
  let leg = 0;
  while (atSec >= path[leg + 1]![0]) {
    travelledM += Math.hypot(path[leg + 1]![1] - path[leg]![1], path[leg + 1]![2] - path[leg]![2]);
    leg += 1;
  }
  const [t1, x1, y1] = path[leg]!;
  const [t2, x2, y2] = path[leg + 1]!;
  const share = (atSec - t1) / (t2 - t1);
  const slope = (i: number): [number, number] => {
    const a = path[Math.max(0, i - 1)]!;
    const b = path[Math.min(last, i + 1)]!;
    return [(b[1] - a[1]) / (b[0] - a[0]), (b[2] - a[2]) / (b[0] - a[0])];
  };
  const span = t2 - t1;
  const [before, after] = [slope(leg), slope(leg + 1)];
  const [x, vx] = hermite(share, [x1, x2], [before[0] * span, after[0] * span]);
  const [y, vy] = hermite(share, [y1, y2], [before[1] * span, after[1] * span]);
  return {
    x,
    y,
    vx: vx / span,
    vy: vy / span,
    travelledM: travelledM + share * Math.hypot(x2 - x1, y2 - y1),
  };
}

/** A full turn of the walking cycle covers this many metres (two steps). */
const cycleM = 1.45;

function walk(walker: Walker, atSec: number): Actor | undefined {
  const place = placeAt(walker.path, atSec);
  if (!place) return undefined;
  const speedMps = Math.hypot(place.vx, place.vy);
  const stride = Math.min(1, speedMps / 0.95);
  const pose = {
    x: place.x,
    y: place.y,
    headingRad: Math.atan2(place.vy, place.vx),
    gaitRad: (place.travelledM / cycleM) * 2 * Math.PI,
    stride,
    idleRad: atSec * 1.3,
  };
  return { id: walker.id, label: "person", shape: new Person(walker.looks, pose) };
}

function drive(driver: Driver, atSec: number): Actor | undefined {
  const place = placeAt(driver.path, atSec);
  if (!place) return undefined;
  const rollRad = -place.travelledM / driver.model.wheelM;
  const at = {
    x: place.x,
    y: place.y,
    headingRad: Math.atan2(place.vy, place.vx),
    paint: driver.paint,
    rollRad,
  };
  return { id: driver.id, label: driver.label, shape: new Vehicle(driver.model, at) };
}

/** The loop of the yard by day. */
export const yardStory: Story = { loopSec, walkers, drivers };

/**
 * Returns all moving persons and vehicles at a time within the loop; paths may run over its end.
 */
export function actorsAt(story: Story, atSec: number): Actor[] {
  const actors: (Actor | undefined)[] = [];
  for (const wrapped of [atSec, atSec + story.loopSec]) {
    actors.push(
      ...story.walkers.map((walker) => walk(walker, wrapped)),
      ...story.drivers.map((driver) => drive(driver, wrapped)),
    );
  }
  return actors.filter((actor) => actor !== undefined);
}

/** Share of the sun that clouds let through; one slow wave per loop and a smaller, faster one. */
export function sunlightAt(atSec: number): number {
  const turn = (2 * Math.PI * atSec) / loopSec;
  return 0.9 + 0.09 * Math.sin(turn) + 0.04 * Math.sin(3 * turn + 1);
}
