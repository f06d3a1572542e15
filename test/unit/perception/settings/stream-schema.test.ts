import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { schemaFault } from "../../../support/perception/perception-fixtures.ts";

const camera = { url: "rtsp://10.0.0.9/stream1", type: "rtsp" };
const yard = { yard: { xyxy: [0.1, 0.1, 0.9, 0.9] } };

describe("the schema refuses", () => {
  const bad: [string, unknown, RegExp][] = [
    ["a body that is no object", [], /must be object/],
    ["unknown fields", { source: camera, sauce: 1 }, /sauce/],
    ["unknown fields inside", { source: { ...camera, port: 1 } }, /\/source .*port/],
    [
      "unknown fields of a behavior",
      { source: camera, behaviors: [{ type: "intrusion", speed: 1 }] },
      /\/behaviors\/0.*speed/,
    ],
    ["wrong types", { source: camera, detect: "person" }, /\/detect must be array/],
    ["numbers as text", { source: { ...camera, fps_cap: "5" } }, /fps_cap must be number/],
    [
      "other schemes of source",
      { source: { url: "http://10.0.0.9", type: "http" } },
      /\/source\/type/,
    ],
    [
      "a zone outside the frame",
      { source: camera, context: { zones: { a: { xyxy: [0, 0, 1.2, 1] } } } },
      /zones\/a\/xyxy\/2/,
    ],
    [
      "a polygon of two corners",
      {
        source: camera,
        context: {
          zones: {
            a: {
              polygon: [
                [0, 0],
                [1, 1],
              ],
            },
          },
        },
      },
      /polygon/,
    ],
    ["a stream id with a slash", { source: camera, stream_id: "a/b" }, /stream_id/],
    ["an empty stream id", { source: camera, stream_id: "" }, /stream_id/],
    [
      "65 zones",
      {
        source: camera,
        context: {
          zones: Object.fromEntries(
            Array.from({ length: 65 }, (_, i) => [`z${i}`, { xyxy: [0, 0, 1, 1] }]),
          ),
        },
      },
      /zones/,
    ],
    [
      "65 behaviors",
      { source: camera, behaviors: Array.from({ length: 65 }, () => ({ type: "intrusion" })) },
      /behaviors/,
    ],
    ["unknown severities", { source: camera, alerts: { min_severity: "fatal" } }, /min_severity/],
    ["metadata that is not text", { source: camera, metadata: { a: 1 } }, /metadata/],
    [
      "a heading of 360",
      { source: camera, behaviors: [{ type: "wrong_direction", heading: 360 }] },
      /heading/,
    ],
  ];
  for (const [name, body, expected] of bad) {
    test(name, () => {
      assert.match(schemaFault(body) ?? "accepted", expected);
    });
  }
});

test("every field of the contract and of the decisions is understood", () => {
  const fault = schemaFault({
    stream_id: "dock-1",
    source: { ...camera, fps_cap: 5, sub_url: "rtsp://10.0.0.9/2", username: "u", password: "p" },
    profile: "parking_lot",
    detect: ["person"],
    behaviors: [
      { type: "intrusion", zone: "yard", seconds: 1, classes: ["person"], severity: "info" },
      { type: "line_crossing", line: "gate", direction: "a_to_b" },
      { type: "wrong_direction", zone: "yard", heading: 90 },
      { type: "crowding", zone: "yard", min_count: 3, seconds: 2 },
      { type: "speeding", zone: "yard", max_mps: 5 },
    ],
    anomaly: { enabled: false, sensitivity: 0.5 },
    outputs: { delivery: ["sse", "webhook"], format: "full", webhook_url: "https://example.org" },
    alerts: { min_severity: "warning", cooldown_seconds: 30, group_by: "zone" },
    context: {
      site: "north",
      zones: {
        ...yard,
        gate: {
          line: [
            [0, 0.5],
            [1, 0.5],
          ],
        },
        u: {
          polygon: [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        },
      },
    },
    output: { locale: "en-GB", include_diagnostics: true, format: "json" },
    recording: { mode: "off", pre_seconds: 5, post_seconds: 5 },
    masks: [
      {
        polygon: [
          [0, 0],
          [0.1, 0],
          [0.1, 0.1],
        ],
      },
    ],
    motion: { mode: "auto", sensitivity: 0.5 },
    model: "auto",
    client_reference_id: "order-7",
    metadata: { shift: "night" },
  });
  assert.equal(fault, null);
});
