import assert from "node:assert/strict";
import { test } from "node:test";
import { McapFiles } from "../../../../src/adapters/mcap/mcap-format.ts";
import { type ReadMessage, readMcap } from "../../../support/robots/read-mcap.ts";
import { robotRig } from "../rig.ts";

test("a robot's last minutes are in an MCAP file: where it was, what was commanded, what the gate decided", async (t) => {
  const rig = await robotRig(t);
  await rig.pass(300);
  const beginMs = rig.clock.wallMs();
  const sent = await rig.send({ command: "move_to", target: { frame: "map", x: 1, y: 0 } });
  await rig.send({ command: "move_to", target: { frame: "map", x: 99, y: 0 } }).catch(() => null);
  await rig.pass(3000);
  const trace = rig.robotService.trace("default", "rover", beginMs)!;
  const messages = readMcap(await new McapFiles().write(trace));
  const of = (topic: string): ReadMessage[] => messages.filter((each) => each.topic === topic);
  const poses = of("/pose");
  assert.ok(poses.length >= 20, `${poses.length} poses`);
  assert.equal(poses[0]!.schema, "foxglove.PoseInFrame");
  const { pose, frame_id: frame } = poses.at(-1)!.data as {
    pose: { position: { x: number } };
    frame_id: string;
  };
  assert.equal(frame, "map");
  assert.ok(Math.abs(pose.position.x - rig.body().body.xM) < 0.2);
  assert.ok(messages.every(({ atMs }) => atMs >= beginMs));
  const events = of("/record").map(({ data }) => data["event"]);
  assert.ok(events.includes("command_accepted") && events.includes("command_refused"));
  assert.equal(
    of("/record").some(({ data }) => data["command_id"] === sent.command_id),
    true,
  );
  const refusal = of("/log").find(({ data }) => data["level"] === 3);
  assert.match(String(refusal?.data["message"]), /outside_geofence/);
  const times = messages.map(({ atMs }) => atMs);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  assert.equal(rig.robotService.trace("default", "nobody", 0), undefined);
  assert.equal(rig.robotService.trace("other", "rover", 0), undefined);
});
