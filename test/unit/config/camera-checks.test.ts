import assert from "node:assert/strict";
import { test } from "node:test";
import { checkText } from "../../../src/config/load.ts";

function linesOf(text: string): string[] {
  return checkText(text, []).problems.map(({ line, path, message }) =>
    `${line}: ${path}: ${message}`.slice(0, 90),
  );
}

test("names at once everything for which a camera would be refused, broken zones and all", () => {
  const lines = linesOf(
    [
      "cameras:",
      "  - id: dock",
      "    source: { type: rtsp, url: 'rtsp://10.0.0.1:99999/x', sub_url: 'http://10.0.0.1/' }",
      "    profile: moon_base",
      "    context:",
      "      zones:",
      "        bow.tie: { polygon: [[0, 0], [1, 1], [1, 0], [0, 1]] }",
      "        none: {}",
      "        gate: { line: [[0.1, 0.5], [0.9, 0.5]] }",
      "    behaviors:",
      "      - { type: intruson }",
      "      - { type: loitering, zone: bow.tie }",
      "      - { type: intrusion, zone: gate }",
      "      - { type: intrusion, zone: none, heading: 90 }",
      "    masks: [{ polygon: [[0, 0], [0.5, 0.5], [1, 1]] }]",
      "  - { id: tape, source: { type: file, url: ../tape.mp4 } }",
    ].join("\n"),
  );
  assert.deepEqual(lines, [
    "3: cameras[0].source.url: is no address; special characters of a password must be percent-",
    "3: cameras[0].source.sub_url: starts with `http:`, and type `rtsp` needs `rtsp://`",
    "4: cameras[0].profile: is no profile; there are: construction_site, healthcare_facility, p",
    "7: cameras[0].context.zones.bow.tie.polygon: the polygon crosses or touches itself",
    "8: cameras[0].context.zones.none: a zone has exactly one of xyxy, polygon and line",
    "11: cameras[0].behaviors[0].type: behavior `intruson` is unknown; available: intrusion, lo",
    "12: cameras[0].behaviors[1].seconds: `loitering` needs seconds",
    "13: cameras[0].behaviors[2].zone: `intrusion` needs an area, and gate is a line",
    "14: cameras[0].behaviors[3].heading: `intrusion` has no parameter heading",
    "15: cameras[0].masks[0].polygon: the polygon crosses or touches itself",
    "16: cameras[1].source.url: for type `file` this is an absolute path on the box",
  ]);
});

test("a camera of every part is right", () => {
  const text = [
    "cameras:",
    "  - id: dock",
    "    source: { type: rtsp, url: 'rtsp://u:p%40@10.0.0.1/x', sub_url: 'rtsp://10.0.0.1/y' }",
    "    profile: parking_lot",
    "    context: { zones: { yard: { xyxy: [0, 0, 1, 1] }, gate: { line: [[0, 0], [1, 1]] } } }",
    "    behaviors: [{ type: loitering, zone: yard, seconds: 5 }, { type: line_crossing, line: gate }]",
  ];
  assert.deepEqual(linesOf(text.join("\n")), []);
});

test("says in words what form a number or an address has", () => {
  const text = "version: 2\nserver: { public_url: 'ftp://x' }\nretention: { events_hours: .inf }\n";
  assert.deepEqual(linesOf(text), [
    "1: version: must be a whole number that is 1",
    "2: server.public_url: must be an http:// or https:// address without path, such as https:/",
    "3: retention.events_hours: must be a number from 0.01 to 8760 hours, but is infinite or no",
  ]);
  const [deep] = linesOf(`site: ${"[".repeat(100_000)}`);
  assert.match(deep ?? "", /nested too deeply/);
});
