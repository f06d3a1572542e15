import assert from "node:assert/strict";
import { test } from "node:test";
import { readSource } from "../../../../src/perception/settings/stream-source.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";

test("a robot's address names the robot, and its topic inside or outside of its namespace", () => {
  const read = (url: string) => readSource({ type: "robot", url }, "org").robot;
  const usual = { org: "org", fps: 15, widthPx: 1280 };
  assert.deepEqual(read("robot://tug"), { ...usual, id: "tug", topic: null });
  assert.deepEqual(read("robot://tug.1/front/image"), {
    ...usual,
    id: "tug.1",
    topic: "front/image",
  });
  assert.equal(read("robot://tug//camera/image")?.topic, "/camera/image");
});

for (const [what, wire, param] of [
  ["another scheme", { url: "ros://tug" }, "source.url"],
  ["a robot without a name", { url: "robot:///front" }, "source.url"],
  ["a topic that ROS does not know", { url: "robot://tug/a b" }, "source.url"],
  ["a password", { url: "robot://tug", password: "x" }, "source.password"],
  ["a second stream", { url: "robot://tug", sub_url: "robot://tug/b" }, "source.sub_url"],
] as const) {
  test(`${what} is refused with its field`, async () => {
    const error = await codedError(() => readSource({ type: "robot", ...wire }, "org"));
    assert.deepEqual([error.code, error.param], ["invalid_request_body", param]);
  });
}

test("the frame rate of a robot's video is refused for a camera, which has its own", async () => {
  const wire = { type: "rtsp", url: "rtsp://10.0.0.9/main", fps: 15 } as const;
  const error = await codedError(() => readSource(wire));
  assert.deepEqual([error.code, error.param], ["invalid_request_body", "source.fps"]);
});
