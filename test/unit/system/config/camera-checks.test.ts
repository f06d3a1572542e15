import assert from "node:assert/strict";
import { test } from "node:test";
import { checkConfig, checkText, loadConfig } from "../../../../src/system/config/load.ts";
import { secretsOf } from "../../../../src/system/config/secrets.ts";
import { linesOf, siteFile } from "../../../support/box/site-file.ts";

function textLines(text: string): string[] {
  return checkText(text, []).problems.map(({ line, path, message }) =>
    `${line}: ${path}: ${message}`.slice(0, 90),
  );
}

test("names at once everything for which a camera would be refused, broken zones and all", () => {
  const lines = textLines(
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
    "3: cameras[0].source.url: is not a valid address. Percent-encode special characters of the",
    "3: cameras[0].source.sub_url: starts with `http:`. Use `rtsp://` for type `rtsp`",
    "4: cameras[0].profile: is no profile; there are: construction_site, healthcare_facility, p",
    "7: cameras[0].context.zones.bow.tie.polygon: the polygon crosses or touches itself",
    "8: cameras[0].context.zones.none: has none or several of xyxy, polygon and line. Give exac",
    "11: cameras[0].behaviors[0].type: is the unknown behavior `intruson`. Use one of intrusion",
    "12: cameras[0].behaviors[1].seconds: is missing. Give it for `loitering`",
    "13: cameras[0].behaviors[2].zone: is the line gate. Give `intrusion` an area",
    "14: cameras[0].behaviors[3].heading: is no parameter of `intrusion`. Leave it out",
    "15: cameras[0].masks[0].polygon: the polygon crosses or touches itself",
    "16: cameras[1].source.url: is not an absolute path. Give one on the box for type `file`",
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
  assert.deepEqual(textLines(text.join("\n")), []);
});

test("says in words what form a number or an address has", () => {
  const text = "version: 2\nserver: { public_url: 'ftp://x' }\nretention: { events_hours: .inf }\n";
  assert.deepEqual(textLines(text), [
    "1: version: must be a whole number that is 1",
    "2: server.public_url: must be an http:// or https:// address without path, such as https:/",
    "3: retention.events_hours: must be a number from 0.01 to 8760 hours, but is infinite or no",
  ]);
  const [deep] = textLines(`site: ${"[".repeat(100_000)}`);
  assert.match(deep ?? "", /nested too deeply/);
});

test("reads camera passwords from files and makes stream requests", async (t) => {
  const secret = await siteFile(t, "s3cret-of-gate\nsecond line\n");
  const file = await siteFile(
    t,
    [
      "cameras:",
      "  - id: gate",
      `    source: { type: rtsp, url: "rtsp://192.168.1.2/a", username: u, password_file: ${secret} }`,
      "    profile: parking_lot",
      "    context: { zones: { my_zone: { xyxy: [0, 0, 1, 1] } } }",
    ].join("\n"),
  );
  const { config, warnings } = await loadConfig({ file, environment: {} });
  assert.deepEqual(config.cameras, [
    {
      organisation: "default",
      request: {
        stream_id: "gate",
        source: {
          type: "rtsp",
          url: "rtsp://192.168.1.2/a",
          username: "u",
          password: "s3cret-of-gate",
        },
        profile: "parking_lot",
        context: { zones: { my_zone: { xyxy: [0, 0, 1, 1] } } },
      },
    },
  ]);
  assert.deepEqual(warnings, []);
  assert.deepEqual(secretsOf(config), ["s3cret-of-gate"]);
});

test("names cameras that share an id, two passwords, an unreadable password file, a wrong network", async (t) => {
  const lines = await linesOf(
    t,
    [
      "camera_networks: [192.168.1.0/24, 10.0.0.0, 10.0.0.0/33]",
      "cameras:",
      "  - { id: a, source: { type: file, url: /a } }",
      "  - { id: a, organisation: other, source: { type: file, url: /a } }",
      "  - { id: a, source: { type: file, url: /a } }",
      "  - id: b",
      "    source: { type: rtsp, url: u, password: one-secret, password_file: /nowhere/x }",
      "  - { id: c, source: { type: rtsps, url: 'rtsp://a/b', sub_url: 'rtsps://a/c' } }",
      "  - { id: d, source: { type: rtsp, url: 'rtsp://a/b', onvif_url: 'ftp://one-secret@a/' } }",
      "  - { id: e, source: { type: rtsp, url: 'rtsp://a/b', onvif_url: 'http://u:one-secret@a/' } }",
    ].join("\n"),
  );
  assert.deepEqual(lines, [
    "site.yaml:1: camera_networks[1]: must be a network such as 192.168.10.0/24",
    "site.yaml:1: camera_networks[2]: must be a network such as 192.168.10.0/24",
    "site.yaml:5: cameras[2].id: is the id of camera 1 already",
    "site.yaml:7: cameras[3].source.password: stands beside password_file: give one of the two",
    "site.yaml:7: cameras[3].source.url: is not a valid address. Percent-encode special characters of the password",
    "site.yaml:7: cameras[3].source.password_file: cannot be read (there is no such file)",
    "site.yaml:8: cameras[4].source.url: starts with `rtsp:`. Use `rtsps://` for type `rtsps`",
    "site.yaml:9: cameras[5].source.onvif_url: is not an http:// or https:// address. Correct it",
    "site.yaml:10: cameras[6].source.onvif_url: contains credentials. Send them as username and password",
  ]);
  assert.ok(!lines.join().includes("one-secret"));
});

test("names cameras that the box would refuse to watch: an address outside, a zone that is not there", async (t) => {
  const cameras = [
    "cameras:",
    "  - { id: a, source: { type: rtsp, url: 'rtsp://8.8.8.8/a', sub_url: 'rtsp://localhost/b' } }",
    "  - { id: b, source: { type: rtsp, url: 'rtsp://[fd00::1]/a', onvif_url: 'http://127.0.0.1/' } }",
    "  - id: c",
    "    source: { type: rtsp, url: 'rtsp://camera.local/a' }",
    "    context: { zones: { yard: { xyxy: [0.5, 0, 0.5, 1] } } }",
    "    behaviors: [{ type: intrusion, zone: yard }, { type: line_crossing, line: gate }]",
  ];
  const here = "is on this machine: that takes allow_loopback_cameras: true";
  const others = [
    "site.yaml:6: cameras[2].context.zones.yard.xyxy: is not a rectangle. Give left, top, right, bottom with x1 < x2 and y1 < y2",
    "site.yaml:7: cameras[2].behaviors[1].line: is `gate`, which context.zones does not have. Use one of its zones (none)",
  ];
  assert.deepEqual(await linesOf(t, cameras.join("\n")), [
    "site.yaml:2: cameras[0].source.url: is in no network of camera_networks",
    `site.yaml:2: cameras[0].source.sub_url: ${here}`,
    `site.yaml:3: cameras[1].source.onvif_url: ${here}`,
    ...others,
  ]);
  const open = [
    "allow_loopback_cameras: true\ncamera_networks: [8.8.8.0/24, 'fd00::/8']",
    ...cameras,
  ];
  const left = await linesOf(t, open.join("\n"));
  assert.deepEqual(
    left.map((line) => line.replace(/:\d+:/, ":")),
    others.map((line) => line.replace(/:\d+:/, ":")),
  );
});

test("warns of a password in a file that others can read", async (t) => {
  const text =
    'cameras: [{ id: a, source: { type: rtsp, url: "rtsp://10.0.0.1/", password: pw } }]\n';
  const open = await checkConfig({ file: await siteFile(t, text, 0o644), environment: {} });
  assert.match(open.warnings.join(), /readable by others/);
  const closed = await checkConfig({ file: await siteFile(t, text), environment: {} });
  assert.deepEqual(closed.warnings, []);
});

test("robots behind rosbridge must be where the site allows robots", async (t) => {
  const robot = (id: string, url: string): string =>
    `  - { id: ${id}, driver: rosbridge, rosbridge: { url: '${url}', e_stop_topic: none } }`;
  const robots = [
    "robots:",
    robot("a", "ws://8.8.8.8:9090"),
    robot("b", "ws://0x7f.1:9090"),
    robot("c", "ws://tug.local:9090"),
  ];
  assert.deepEqual(await linesOf(t, ["robot_networks: [10.0.0.0/33]", ...robots].join("\n")), [
    "site.yaml:1: robot_networks[0]: must be a network such as 192.168.10.0/24",
  ]);
  assert.deepEqual(await linesOf(t, robots.join("\n")), [
    "site.yaml:2: robots[0].rosbridge.url: is in no network of robot_networks",
    "site.yaml:3: robots[1].rosbridge.url: is on this machine: that takes allow_loopback_robots: true",
  ]);
  const open = ["allow_loopback_robots: true\nrobot_networks: [8.8.8.0/24]", ...robots];
  assert.deepEqual(await linesOf(t, open.join("\n")), []);
});
