import assert from "node:assert/strict";
import { test } from "node:test";
import { planOf } from "../../../src/cli/frigate/plan.ts";

/** Problems of a file as `line path: message`. */
function problems(yaml: string): string[] {
  return planOf(yaml, {}).problems.map(({ line, path, message }) => `${line} ${path}: ${message}`);
}

test("a file that cannot be read says where and what to do", () => {
  assert.match(problems("cameras:\n  a: [1, 2\n")[0]!, /^3 : /);
  assert.match(problems("cameras: { a: 1, a: 2 }")[0]!, /^1 : .*unique/);
  assert.match(problems("just words")[0]!, /must be a section/);
  assert.match(problems("mqtt: { host: x }")[0]!, /lists no camera/);
  assert.deepEqual(problems(""), problems("null"));
});

test("values of the wrong kind are problems with their lines", () => {
  const found = problems(`cameras:
  gate:
    ffmpeg:
      inputs:
        - path: rtsp://gate:{FRIGATE_GATE}@10.0.0.1/1
          roles: [detect]
    detect:
      enabled: maybe
      fps: fast
    zones: [1]
  yard:
    ffmpeg: { inputs: rtsp://10.0.0.2 }
  "bad name!":
    ffmpeg: { inputs: [{ path: "rtsp://10.0.0.3/1", roles: [audio] }] }
`);
  for (const start of [
    "5 cameras.gate.ffmpeg.inputs[0].path: needs the variable FRIGATE_GATE.",
    "8 cameras.gate.detect.enabled: must be true or false.",
    "9 cameras.gate.detect.fps: must be a number.",
    "10 cameras.gate.zones: must be a section",
    "12 cameras.yard.ffmpeg.inputs: must be a list",
    "13 cameras.bad name!: is no id of a stream.",
    "14 cameras.bad name!.ffmpeg.inputs: has no input with the role",
  ]) {
    assert.ok(
      found.some((each) => each.startsWith(start)),
      `${start} in ${found.join("\n")}`,
    );
  }
});

test("an address that cannot be read is a problem that does not repeat it", () => {
  const found = problems(`cameras:
  gate: { ffmpeg: { inputs: [{ path: "rtsp://admin:pass word", roles: [detect] }] } }
  yard: { ffmpeg: { inputs: [{ path: "rtsp://10.0.0.2", roles: [detect] }] } }
`);
  assert.equal(found.length, 1);
  assert.match(found[0]!, /^2 cameras\.gate\..*: is not an address of a camera\. Write it/);
  assert.ok(!found[0]!.includes("pass word"));
});
