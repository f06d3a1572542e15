import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { SimCamera } from "../../../../src/adapters/robot-sim/sim-camera.ts";
import { SimRobot } from "../../../../src/adapters/robot-sim/sim-robot.ts";
import { walkerAt } from "../../../../src/adapters/robot-sim/walker.ts";
import type { SimSettings } from "../../../../src/robots/driver/sim-document.ts";
import { groundAt } from "../../../../src/base/geo/ground-view.ts";

type Rgb = readonly [red: number, green: number, blue: number];

/** What the robot sees, and where on the ground the lowest pixel of what `is` this colour stands. */
async function look(settings: SimSettings, is: ([red, green, blue]: Rgb) => boolean) {
  const robot = new SimRobot(settings, "map");
  const { bytes, pose, lens } = await new SimCamera(robot, settings.camera ?? {}).take();
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  assert.equal(info.channels, 3);
  let [count, low, left, right] = [0, -1, width, -1];
  for (let at = 0; at < width * height; at += 1) {
    if (!is([data[at * 3]!, data[at * 3 + 1]!, data[at * 3 + 2]!])) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [count, low, left, right] = [count + 1, y, Math.min(left, x), Math.max(right, x)];
  }
  const foot = [(left + right + 1) / 2 / width, (low + 1) / height] as const;
  const view = { ...pose!, ...lens!, aspect: width / height };
  return { count, foot, place: count === 0 ? null : groundAt([foot[0], foot[1]], view) };
}

/** The figure's jumper is the only red thing, its trousers the only blue one below the sky. */
const isJumper = ([red, green, blue]: Rgb): boolean =>
  red > 90 && red > 2 * green && red > 2 * blue;
const isTrousers = ([red, green, blue]: Rgb): boolean =>
  blue < 120 && blue > 1.35 * red && green < 90;

test("somebody ahead of the robot stands in the picture where the ground view says, from every pose", async () => {
  const poses = [
    { start: { frame: "map", x: 0, y: 0, yaw: 0 }, way: [[4, 0.8]] },
    { start: { frame: "map", x: 2, y: -1, yaw: 1.9 }, way: [[0, 3.5]] },
    { start: { frame: "map", x: -5, y: 5, yaw: -2.4 }, way: [[-9, 1]] },
  ] as const;
  for (const { start, way } of poses) {
    const people = [{ way: way.map(([x, y]): [number, number] => [x, y]), speed_mps: 0 }];
    const camera = { height_m: 1.2, down_degrees: 12 };
    const { place, count } = await look({ start, people, camera }, isTrousers);
    assert.ok(count > 50, `${count} pixels`);
    // Trousers end at the ankle, a hand's breadth above the ground: seen so, they stand a little farther.
    const [xM, yM] = place!;
    const missM = Math.hypot(xM - way[0]![0], yM - way[0]![1]);
    assert.ok(missM < 0.7, `${missM} m beside`);
  }
});

test("nobody is seen behind the robot, beside its view, or behind an obstacle", async () => {
  const start = { frame: "map", x: 0, y: 0, yaw: 0 };
  const seen = async (way: [number, number][], obstacles: [number, number][][] = []) =>
    (await look({ start, people: [{ way }], obstacles }, isJumper)).count;
  assert.ok((await seen([[4, 0]])) > 100);
  assert.equal(await seen([[-4, 0]]), 0);
  assert.equal(await seen([[1, 5]]), 0);
  const wall: [number, number][] = [[2, -1], [2.5, -1], [2.5, 1], [2, 1]]; // prettier-ignore
  assert.equal(await seen([[4, 0]], [wall]), 0);
  assert.ok((await seen([[1.5, 0.3]], [wall])) > 100);
  // From within an obstacle, or with a corner of one behind the camera, a picture comes all the same.
  const around: [number, number][] = [[-1, -2], [1, -2], [3, 2], [-1, 2]]; // prettier-ignore
  assert.equal(await seen([[6, 0]], [around]), 0);
});

test("an obstacle meets the ground in the picture at its near side", async () => {
  const start = { frame: "map", x: 0, y: 0, yaw: 0 };
  const box: [number, number][] = [[5, -1], [6, -1], [6, 1], [5, 1]]; // prettier-ignore
  const isWall = ([red, green, blue]: Rgb): boolean => red > blue + 20 && red > green + 8;
  const { place } = await look({ start, obstacles: [box] }, isWall);
  assert.ok(Math.abs(place![0] - 5) < 0.25 && Math.abs(place![1]) < 0.2, String(place));
});

test("people walk their way, back again, and stand where it is one place", () => {
  const way = [
    [0, 0],
    [2, 0],
    [2, 2],
  ] as const;
  const at = (sec: number): number[] => {
    const { xM, yM, headingRad } = walkerAt({ way, speedMps: 1 }, sec);
    return [xM, yM, headingRad].map((value) => Math.round(value * 100) / 100);
  };
  assert.deepEqual(at(0), [0, 0, 0]);
  assert.deepEqual(at(3), [2, 1, 1.57]);
  assert.deepEqual(at(5), [2, 1, -1.57]);
  assert.deepEqual(at(9), [1, 0, 0]);
  assert.deepEqual(walkerAt({ way: [[3, 4]], speedMps: 1 }, 100), { xM: 3, yM: 4, headingRad: 0 });
});
