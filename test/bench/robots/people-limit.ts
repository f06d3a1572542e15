/**
 * What the advisory limit by people costs a robot: its share of a core at 10 looks a second with eight people on four
 * streams, while the robot drives. Usage: people-limit.ts [SIMULATED-SECONDS]
 */
import { FrameTree } from "../../../src/robots/maps/frame-ties.ts";
import { PeopleLimiter } from "../../../src/robots/people/people-limiter.ts";
import type { GroundLook } from "../../../src/robots/people/people-port.ts";
import { groundMap } from "../../../src/base/geo/ground-map.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { usualLimit } from "../../support/robots/encounters.ts";

const simulatedSec = Number(process.argv[2] ?? 600);
const tickMs = 100;
const clock = new FakeClock();
const streamIds = ["north", "east", "south", "west"];
const corners = [
  { imageNorm: [0.05, 0.2], mapM: [-20, 20] },
  { imageNorm: [0.95, 0.2], mapM: [20, 20] },
  { imageNorm: [0.99, 0.98], mapM: [15, -20] },
  { imageNorm: [0.01, 0.98], mapM: [-15, -20] },
] as const;
const ground = groundMap(corners)!;
const covers: GroundLook["covers"] = (xM, yM) => {
  const point = ground.toImage([xM, yM]);
  return point !== null && ground.isBetween(point);
};
const robot = { xM: -8, yM: 0 };
const looks = new Map<string, GroundLook>();

function film(atMs: number): void {
  for (const [at, id] of streamIds.entries()) {
    const people = [0, 1].map((n) => ({
      trackId: n,
      xM: 6 * Math.sin(atMs / 4000 + at + n),
      yM: 4 * Math.cos(atMs / 3000 + 2 * at + n),
      errorM: 0.1,
    }));
    looks.set(id, { frame: "map", frameId: atMs, capturedMs: atMs, people, covers });
  }
}

const limiter = new PeopleLimiter({
  org: "default",
  settings: { ...usualLimit, streamIds },
  mostMps: 1.5,
  clock,
  sight: { look: (_org, id) => looks.get(id) ?? null },
  pose: () => ({ frame: "map", ...robot, yawRad: 0 }),
  tree: () => new FrameTree([]),
});

let sum = 0;
const beganMs = process.cpuUsage();
for (let ms = 0; ms < simulatedSec * 1000; ms += tickMs) {
  if (ms % 200 === 0) film(clock.monoMs());
  robot.xM = -8 + ((ms / 1000) % 16);
  sum += limiter.mps;
  clock.advance(tickMs);
}
const { user, system } = process.cpuUsage(beganMs);
const share = (user + system) / 1e6 / simulatedSec;
const ticks = (simulatedSec * 1000) / tickMs;
console.log(
  `people limit: ${(100 * share).toFixed(2)} % of a core a robot, ${((1e6 * share * simulatedSec) / ticks).toFixed(0)} µs a look; mean limit ${(sum / ticks).toFixed(2)} m/s`,
);
