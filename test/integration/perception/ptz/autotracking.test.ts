import assert from "node:assert/strict";
import { test } from "node:test";
import { byAnn } from "../../../support/cameras/onvif/ptz-order.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";
import { TrackingRig, type WorldThing } from "../../../support/perception/tracking-rig.ts";

const autotracking = { enabled: true, return_after_seconds: 3, hold_seconds: 20 };

/** Walks from left to right through the world, in 40 s. */
const walker = (sec: number): WorldThing[] => {
  const pan = -0.2 + (sec - 8) * 0.025;
  return sec < 8 || pan > 0.8 ? [] : [{ pan, tilt: -0.05, height: 0.07 }];
};

const middleShare = (places: TrackingRig["places"]): number =>
  places.filter((at) => at && Math.abs(at.x - 0.5) < 0.25 && Math.abs(at.y - 0.5) < 0.25).length /
  places.length;

test("a camera follows a person, stops when the person is gone, and returns home", async (t) => {
  const rig = await TrackingRig.make(t, { autotracking });
  rig.world = walker;
  await rig.play(6);
  assert.equal(rig.state, "ready");
  await rig.play(42, () => rig.sec > 9 && rig.world(rig.sec).length === 0);
  assert.ok(middleShare(rig.places) >= 0.8, `${middleShare(rig.places)} in the middle half`);
  assert.ok(rig.head.pose.pan > 0.5, `looks at ${rig.head.pose.pan}`);
  assert.ok(rig.head.pose.zoom > 0, "a small person is zoomed in on");
  assert.equal(rig.runner.autotracking.object, "person");
  await rig.play(2.5, () => rig.state === "lost");
  assert.equal(rig.state, "lost");
  await rig.play(0.6);
  assert.equal(rig.head.isMoving, false, "a camera that has lost its object stands still");
  await rig.play(15, () => rig.state === "ready");
  assert.equal(rig.state, "ready");
  assert.deepEqual(rig.head.pose, { pan: 0, tilt: 0, zoom: 0 });
  assert.deepEqual(rig.audited, ["FOLLOW", "RETURN lost"]);
});

test("a person's command wins at once, holds the camera for its time, and then the camera goes home", async (t) => {
  const rig = await TrackingRig.make(t, { autotracking });
  rig.world = walker;
  await rig.play(16);
  assert.equal(rig.state, "following");
  rig.device.operations.length = 0;
  const moving = rig.ptz.command("default", "dome", byAnn({ action: "move", tilt: 0.5 }));
  await moving;
  await rig.play(5);
  assert.deepEqual(rig.device.operations, ["Stop", "ContinuousMove", "Stop"], "nothing but Ann's");
  const { state, person, heldUntilMs } = rig.runner.autotracking;
  assert.deepEqual([state, person], ["paused", "Ann"]);
  assert.equal(heldUntilMs! - rig.rig.clock.wallMs(), 16_000);
  const { pose } = rig.head;
  await rig.play(10);
  assert.deepEqual(rig.head.pose, pose, "autotracking leaves the camera where Ann put it");
  await rig.play(7, () => rig.state === "returning");
  await rig.play(0.3);
  assert.equal(rig.device.operations.at(-1), "GotoHomePosition");
});

test("a command of autotracking that a slow camera has not answered yields to a person", async (t) => {
  let isSlow = false;
  const rig = await TrackingRig.make(t, { autotracking }, (name) =>
    isSlow && name === "ContinuousMove" ? { hang: true } : undefined,
  );
  rig.world = walker;
  await rig.play(9.5);
  isSlow = true;
  for (let at = 0; at < 6; at += 1) {
    rig.rig.clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  isSlow = false;
  const startedMs = performance.now();
  await rig.ptz.command("default", "dome", byAnn({ action: "home" }));
  assert.ok(performance.now() - startedMs < 3000, "Ann does not wait for the time limit");
  await rig.play(0.2);
  assert.equal(rig.state, "paused");
});

test("zones of the home view raise nothing while the camera looks elsewhere, and coverage says so", async (t) => {
  const rig = await TrackingRig.make(t, {
    autotracking: { ...autotracking, zones: ["gate"] },
    context: { zones: { gate: { xyxy: [0, 0, 0.4, 1] }, yard: { xyxy: [0.45, 0, 0.55, 1] } } },
    behaviors: [{ type: "intrusion", zone: "yard" }],
    detect: ["person"],
  });
  rig.world = walker;
  await rig.play(40);
  assert.equal(rig.state, "following");
  assert.deepEqual(rig.rig.told(), [], "the middle of the picture is not the yard");
  rig.world = () => [];
  await rig.play(25, () => rig.state === "ready");
  assert.equal(rig.state, "ready");
  rig.world = (sec) => [{ pan: 0, tilt: -0.05 + (sec % 1) / 1000 }];
  await rig.play(4);
  assert.equal(rig.rig.told()[0], "created intrusion", "at home it is");
  const spans = rig.rig.coverage.list("default", {}, { limit: 9, offset: 0 }).items;
  const movedMs = spans.reduce((sum, { row }) => sum + (row.ms.moved ?? 0), 0);
  assert.ok(movedMs > 30_000, JSON.stringify(spans));
});

test("an object that does not begin in the zone, a still one and one of another class are not followed", async (t) => {
  const rig = await TrackingRig.make(t, {
    autotracking: { ...autotracking, zones: ["gate"] },
    context: { zones: { gate: { xyxy: [0, 0, 0.2, 1] } } },
  });
  rig.world = (sec) => [
    { pan: 0.1 + (sec % 10) * 0.01, tilt: 0 },
    { pan: -0.22, tilt: 0 },
    { pan: -0.24 + (sec % 5) * 0.01, tilt: 0.1, label: "dog" },
  ];
  await rig.play(15);
  assert.equal(rig.state, "ready");
});

test("a following ends after its longest time, and at the limits of the look", async (t) => {
  const limits = { pan: [-0.3, 0.3] };
  const rig = await TrackingRig.make(t, {
    autotracking: { ...autotracking, max_seconds: 20, limits },
  });
  rig.world = walker;
  let furthest = 0;
  await rig.play(40, () => {
    furthest = Math.max(furthest, rig.head.pose.pan);
    return rig.audited.length === 2;
  });
  assert.ok(furthest > 0.15 && furthest <= 0.35, `went to ${furthest}`);
  assert.equal(rig.audited[0], "FOLLOW");
  assert.match(rig.audited[1]!, /^RETURN (max_seconds|lost)$/);
});

test("a camera that takes no stop ends at its own timeout and comes home all the same", async (t) => {
  const slow = { ...autotracking, return_after_seconds: 6 };
  const rig = await TrackingRig.make(t, { autotracking: slow });
  rig.head.ignoresStop = true;
  rig.world = (sec) => (sec < 20 ? walker(sec) : []);
  await rig.play(21.5, () => rig.state === "lost");
  await rig.play(2.5);
  assert.equal(rig.head.isMoving, false);
  assert.ok(rig.head.ended.timeout > 0);
  await rig.play(15, () => rig.state === "ready");
  assert.equal(rig.state, "ready");
});

test("a camera that fails is a state with a reason, and is tried again until it is home", async (t) => {
  let isDead = false;
  const rig = await TrackingRig.make(t, { autotracking }, (name) =>
    isDead && name !== "GetStatus" ? { status: 500, body: "" } : undefined,
  );
  rig.world = walker;
  await rig.play(14);
  isDead = true;
  await rig.play(3, () => rig.state === "failed");
  assert.equal(rig.runner.autotracking.problem?.code, "onvif_broken");
  assert.equal(
    rig.rig.moves.isAway(rig.runner.task.source.url),
    true,
    "nobody knows where it looks",
  );
  isDead = false;
  rig.world = () => [];
  await rig.play(40, () => rig.state === "ready");
  assert.deepEqual([rig.state, rig.head.pose.pan], ["ready", 0]);
});

test("a camera that cannot turn fails without silencing its zones", async (t) => {
  const rig = await TrackingRig.make(t, { autotracking: { ...autotracking, home_preset: "77" } });
  await rig.play(2);
  const { state, problem } = rig.runner.autotracking;
  assert.deepEqual([state, problem?.code], ["failed", "onvif_refused"]);
  assert.equal(rig.rig.moves.isAway(rig.runner.task.source.url), false);
});

test("autotracking that is turned off brings the camera home first", async (t) => {
  const rig = await TrackingRig.make(t, { autotracking });
  rig.world = walker;
  await rig.play(18);
  assert.equal(rig.state, "following");
  await rig.rig.streams.patch("default", "dome", { autotracking: { enabled: false } });
  await rig.play(10, () => rig.state === "off");
  assert.deepEqual([rig.state, rig.head.pose.pan], ["off", 0]);
  assert.equal(rig.audited.at(-1), "RETURN disabled");
});

test("masks, lines as zones and ranges without extent are refused", async (t) => {
  const rig = await TrackingRig.make(t, {
    context: {
      zones: {
        door: {
          line: [
            [0, 0],
            [1, 1],
          ],
        },
      },
    },
  });
  const polygon = [
    [0, 0],
    [1, 0],
    [1, 1],
  ];
  for (const [patch, param] of [
    [{ masks: [{ polygon }], autotracking: { enabled: true } }, "autotracking.enabled"],
    [{ autotracking: { zones: ["door"] } }, "autotracking.zones[0]"],
    [{ autotracking: { limits: { tilt: [0.5, 0.1] } } }, "autotracking.limits.tilt"],
  ] as const) {
    const error = await codedError(() => rig.rig.streams.patch("default", "dome", patch));
    assert.deepEqual([error.code, error.param], ["invalid_request_body", param]);
  }
});

test("an order after a command is refused once anybody else has moved the camera", async (t) => {
  const { ptz } = await TrackingRig.make(t, {});
  const tour = { action: "goto_preset", preset: "1" } as const;
  const first = (await ptz.command("default", "dome", byAnn(tour)))!;
  const second = (await ptz.command(
    "default",
    "dome",
    byAnn({ ...tour, onlyAfter: first.moveId }),
  ))!;
  await ptz.command("default", "dome", { order: { action: "move", pan: 1 }, by: "Ben" });
  const error = await codedError(() =>
    ptz.command("default", "dome", byAnn({ ...tour, onlyAfter: second.moveId })),
  );
  assert.equal(error.code, "lease_held");
  assert.match(error.message, /Ben has moved it/);
});
