import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { RobotRequest } from "../../../../src/robots/driver/robot-document.ts";
import type { GroundLook } from "../../../../src/robots/people/people-port.ts";
import { rover } from "../../../support/robots/make-robots.ts";
import { move, robotRig, type RobotRig } from "../rig.ts";

const request: RobotRequest = { ...rover, people_speed_limit: { streams: ["hall"] } };
const framePeriodMs = 200;
const lagMs = 100;

/** A camera that sees the whole yard, and everybody whom a test puts there. */
class Hall {
  people: GroundLook["people"] = [];
  isDead = false;
  covers = (): boolean => true;
  #look: GroundLook | null = null;
  #dueMs = 0;

  /** Lets the time go on, frame by frame. */
  async pass(rig: RobotRig, ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 50) {
      const nowMs = rig.clock.monoMs();
      if (!this.isDead && nowMs >= this.#dueMs) {
        this.#dueMs = nowMs + framePeriodMs;
        const capturedMs = nowMs - lagMs;
        const { people, covers } = this;
        this.#look = { frame: "map", frameId: nowMs, capturedMs, people, covers };
      }
      await rig.pass(50);
    }
  }

  look = (): GroundLook | null => this.#look;
}

async function hallRig(t: TestContext, of: RobotRequest = request) {
  const hall = new Hall();
  const rig = await robotRig(t, { request: of, ground: hall });
  const status = () => rig.service.status("default", "rover")!;
  await hall.pass(rig, 2000);
  return { hall, rig, status };
}

const somebody = (xM: number, yM = 0) => [{ trackId: 1, xM, yM, errorM: 0 }];

test("somebody near slows the robot on its way within 300 ms of the camera's frame, and it goes on when they leave", async (t) => {
  const { hall, rig, status } = await hallRig(t);
  assert.deepEqual(status().people_limit, { limit_mps: 1, reason: "clear", distance_m: null });
  await rig.send(move(8, 0));
  await hall.pass(rig, 3000);
  assert.equal(rig.body().body.linearMps, 1);
  hall.people = somebody(rig.body().body.xM + 2);
  // The next frame may be a period away, and is judged `lagMs` after its capture.
  await hall.pass(rig, framePeriodMs + 300 - lagMs);
  const { people_limit: limit, speed_limit_mps: mps } = status();
  assert.equal(limit!.reason, "person");
  assert.ok(limit!.limit_mps < 0.5 && limit!.distance_m! < 2.1, JSON.stringify(limit));
  assert.equal(mps, limit!.limit_mps);
  assert.ok(rig.body().body.linearMps <= 0.55, `${rig.body().body.linearMps} m/s`);
  hall.people = [];
  await hall.pass(rig, 4000);
  assert.equal(status().people_limit!.reason, "clear");
  assert.equal(rig.body().body.linearMps, 1);
});

test("the limit holds within a second of the camera's last frame, and at the start until it watches", async (t) => {
  const { hall, rig, status } = await hallRig(t);
  await rig.send(move(8, 0));
  await hall.pass(rig, 1500);
  hall.isDead = true;
  await hall.pass(rig, 1000);
  assert.deepEqual(status().people_limit, {
    limit_mps: 0.1,
    reason: "unobserved",
    distance_m: 0,
  });
  assert.ok(rig.body().body.linearMps <= 0.1);
  await rig.crash();
  await rig.pass(500);
  assert.equal(status().people_limit!.limit_mps, 0.1);
});

test("ground that the camera does not see bounds the speed by its distance, unless the site calls it free", async (t) => {
  const { hall, rig, status } = await hallRig(t);
  hall.covers = (xM = 0): boolean => xM < 3;
  await hall.pass(rig, 1500);
  const { reason, distance_m: awayM, limit_mps: mps } = status().people_limit!;
  assert.equal(reason, "unobserved");
  assert.ok(awayM! >= 2.5 && awayM! <= 3.5 && mps > 0.1 && mps < 1, `${mps} m/s at ${awayM} m`);
  const free = { ...request, people_speed_limit: { streams: ["hall"], unobserved: "free" } };
  const other = await hallRig(t, free as RobotRequest);
  other.hall.isDead = true;
  await other.hall.pass(other.rig, 3000);
  assert.equal(other.status().people_limit!.limit_mps, 1);
});

test("an operator's limit and driving by hand are under it too", async (t) => {
  const { hall, rig, status } = await hallRig(t);
  hall.people = somebody(1.5);
  await hall.pass(rig, 1500);
  const { limit_mps: mps } = status().people_limit!;
  await rig.send({ command: "set_speed_limit", max_speed_mps: 0.8 });
  await rig.send(move(-8, 0));
  await hall.pass(rig, 400);
  assert.ok(rig.body().body.linearMps <= mps, `${rig.body().body.linearMps} m/s`);
  await assert.rejects(rig.send({ command: "teleop", linear_mps: 0.7, angular_radps: 0 }), {
    message: /speed_limit/,
  });
  hall.people = [];
  await hall.pass(rig, 5000);
  assert.equal(status().speed_limit_mps, 0.8);
});

test("a robot that does not say where it is keeps to the slowest speed", async (t) => {
  const { hall, rig, status } = await hallRig(t);
  rig.body().faults.no_pose = true;
  await hall.pass(rig, 5000);
  assert.deepEqual(status().people_limit, {
    limit_mps: 0.1,
    reason: "pose_unknown",
    distance_m: null,
  });
});

test("settings that cannot be are refused by name", async (t) => {
  const rig = await robotRig(t);
  const slow = { ...rover, max_speed_mps: 0.5 };
  const people_speed_limit = { streams: ["hall"], slowest_mps: 0.6 };
  await assert.rejects(rig.service.put("default", "rover", { ...slow, people_speed_limit }), {
    message: /^people_speed_limit\.slowest_mps: is above max_speed_mps \(0\.5\)\. /,
  });
});
