import assert from "node:assert/strict";
import { test } from "node:test";
import { navSettings } from "../../../../src/adapters/ros/from-settings.ts";
import { goalOf } from "../../../../src/adapters/ros/child/nav2/nav-goals.ts";
import { yawOf } from "../../../../src/adapters/ros/child/core/transforms.ts";
import type { MapPose, RobotCommand } from "../../../../src/robots/driver/command.ts";

const graph = {
  topics: new Map(),
  actions: new Map([
    ["/navigate_to_pose", "nav2_msgs/action/NavigateToPose"],
    ["/follow_waypoints", "nav2_msgs/action/FollowWaypoints"],
  ]),
  services: new Set<string>(),
  subscribers: new Map(),
  publishers: new Map(),
};
const settings = navSettings({ e_stop_topic: "none" }, "map");
const place = (xM: number, yM: number, yawRad: number | null = null): MapPose => {
  return { frame: "map", xM, yM, yawRad };
};
const from = { frame: "map", xM: 1, yM: 1, yawRad: -2 };

/** Headings of a goal's poses, in quarters of a turn. */
function headings(command: RobotCommand, parts: { distro: string; isPlaced?: boolean }): number[] {
  const at = parts.isPlaced === false ? null : from;
  const { goal } = goalOf(command, { graph, settings, distro: parts.distro, from: at, dock: null });
  const poses = (goal["poses"] ?? [goal["pose"]]) as {
    pose: { orientation: Parameters<typeof yawOf>[0] };
  }[];
  return poses.map(({ pose }) => Math.round((yawOf(pose.orientation) / Math.PI) * 200) / 100);
}

const moveTo = (target: MapPose): RobotCommand => ({ kind: "move_to", target, maxSpeedMps: null });

test("a goal without a heading keeps the one of the way there, and one with a heading its own", () => {
  const distro = "jazzy";
  assert.deepEqual(headings(moveTo(place(1, 5)), { distro }), [1]);
  assert.deepEqual(headings(moveTo(place(-3, 1)), { distro }), [2]);
  assert.deepEqual(headings(moveTo(place(1, 5, -Math.PI / 2)), { distro }), [-1]);
  assert.deepEqual(headings(moveTo(place(1, 1)), { distro }), [-1.27], "where it stands");
  assert.deepEqual(headings(moveTo(place(9, 9)), { distro, isPlaced: false }), [0]);
});

test("places of a route look the way they are come to, in later laps from the last place", () => {
  const waypoints = [place(1, 3), place(3, 3), place(3, 3)];
  const route = (loops: number): RobotCommand => {
    return { kind: "follow_route", waypoints, loops, maxSpeedMps: null };
  };
  assert.deepEqual(headings(route(1), { distro: "jazzy" }), [1, 0, 0]);
  assert.deepEqual(headings(route(3), { distro: "jazzy" }), [2, 0, 0]);
  assert.deepEqual(headings(route(2), { distro: "humble" }), [1, 0, 0, 2, 0, 0]);
});
