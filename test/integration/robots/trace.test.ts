import assert from "node:assert/strict";
import { test } from "node:test";
import Ajv from "ajv";
import { McapStreamReader } from "@mcap/core";
import { McapFiles } from "../../../src/adapters/mcap/mcap-format.ts";
import { robotRig } from "./rig.ts";

interface Message {
  topic: string;
  schema: string;
  atMs: number;
  data: Record<string, unknown>;
}

/** Reads a file with the reader of MCAP's makers, and checks each message against the schema in the file. */
function read(file: Uint8Array): Message[] {
  const reader = new McapStreamReader({ validateCrcs: true });
  reader.append(file);
  const schemas = new Map<number, { name: string; check: (value: unknown) => boolean }>();
  const channels = new Map<number, { topic: string; schemaId: number }>();
  const messages: Message[] = [];
  const ajv = new Ajv.Ajv();
  for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
    if (record.type === "Schema") {
      assert.equal(record.encoding, "jsonschema");
      const schema = JSON.parse(Buffer.from(record.data).toString()) as object;
      schemas.set(record.id, { name: record.name, check: ajv.compile(schema) });
    }
    if (record.type === "Channel") channels.set(record.id, record);
    if (record.type !== "Message") continue;
    const { topic, schemaId } = channels.get(record.channelId)!;
    const { name, check } = schemas.get(schemaId)!;
    const data = JSON.parse(Buffer.from(record.data).toString()) as Record<string, unknown>;
    assert.ok(check(data), `${topic}: ${JSON.stringify(data)}`);
    messages.push({ topic, schema: name, atMs: Number(record.logTime / 1_000_000n), data });
  }
  assert.equal(reader.done(), true);
  return messages;
}

test("a robot's last minutes are in an MCAP file: where it was, what was commanded, what the gate decided", async (t) => {
  const rig = await robotRig(t);
  await rig.pass(300);
  const beginMs = rig.clock.wallMs();
  const sent = await rig.send({ command: "move_to", target: { frame: "map", x: 1, y: 0 } });
  await rig.send({ command: "move_to", target: { frame: "map", x: 99, y: 0 } }).catch(() => null);
  await rig.pass(3000);
  const trace = rig.robotService.trace("default", "rover", beginMs)!;
  const messages = read(await new McapFiles().write(trace));
  const of = (topic: string): Message[] => messages.filter((each) => each.topic === topic);
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
