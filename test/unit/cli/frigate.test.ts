import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "typebox/value";
import { type ImportPlan, planOf } from "../../../src/cli/frigate/plan.ts";
import { streamRequestSchema } from "../../../src/perception/settings/stream-document.ts";
import { checkText } from "../../../src/system/config/load.ts";

/** Returns the plan of a file without problems; every request of it has the API's form. */
function planned(yaml: string, variables: Record<string, string> = {}): ImportPlan {
  const plan = planOf(yaml, variables);
  assert.deepEqual(plan.problems, []);
  for (const { request } of plan.cameras) {
    assert.deepEqual([...Value.Errors(streamRequestSchema, request)], []);
  }
  assert.deepEqual(checkText(`version: 1\n${plan.siteYaml}`, []).problems, []);
  return plan;
}

/** The request of the only camera. */
function only(yaml: string, variables?: Record<string, string>) {
  const { cameras } = planned(yaml, variables);
  assert.equal(cameras.length, 1);
  return cameras[0]!.request;
}

/** A file with one camera on an RTSP address, and `more` lines below it. */
const camera = (more = "", version = "0.16-0"): string => `
version: ${version}
mqtt: { enabled: false }
detect: { enabled: true, width: 1280, height: 720 }
cameras:
  yard:
    ffmpeg:
      inputs:
        - path: rtsp://10.0.0.5:554/main
          roles: [detect, record]
${more.replaceAll(/^(?=.)/gm, "    ")}`;

/** Paths of the differences, each with the start of its message. */
function differences(plan: ImportPlan, path: RegExp): string[] {
  return plan.differences.filter((each) => path.test(each.path)).map(({ message }) => message);
}

/** A house as its owner wrote it for 0.13: pixels, events, plain addresses. */
const house013 = `mqtt:
  host: 192.168.1.4
  user: frigate
  password: "{FRIGATE_MQTT_PASSWORD}"
detectors:
  coral: { type: edgetpu, device: usb }
record:
  enabled: True
  retain: { days: 7, mode: motion }
  events:
    pre_capture: 8
    retain: { default: 21, mode: active_objects, objects: { person: 60 } }
snapshots:
  enabled: yes
  retain: { default: 30 }
objects:
  track: [person, car, dog]
  filters:
    person: { min_area: 3600, threshold: 0.75 }
cameras:
  front_door:
    ffmpeg:
      inputs:
        - path: rtsp://viewer:{FRIGATE_RTSP_PASSWORD}@192.168.1.20:554/Streaming/Channels/101
          roles: [record, rtmp]
        - path: rtsp://viewer:{FRIGATE_RTSP_PASSWORD}@192.168.1.20:554/Streaming/Channels/102
          roles: [detect]
    detect: { width: 640, height: 360, fps: 5 }
    motion:
      mask:
        - 0,0,200,0,200,40,0,40
    zones:
      porch:
        coordinates: 64,360,64,180,320,180,320,360
        objects: [person]
        inertia: 5
      street:
        coordinates: 0,90,640,90,640,0,0,0
    record:
      events:
        required_zones: [porch]
  garage:
    ffmpeg:
      inputs:
        - path: rtsp://192.168.1.21/live
          roles: [detect]
    detect: { enabled: false, width: 1920, height: 1080 }
    record: { enabled: False }
`;
const house013Secrets = { FRIGATE_RTSP_PASSWORD: "p@ss /w#rd", FRIGATE_MQTT_PASSWORD: "Mq-secret" };

test("a house of 0.13 brings both streams, zones in pixels, classes and pre-capture", () => {
  const { cameras } = planned(house013, house013Secrets);
  const [front, garage] = cameras.map(({ request }) => request);
  assert.deepEqual(front!.source, {
    url: "rtsp://192.168.1.20:554/Streaming/Channels/101",
    type: "rtsp",
    username: "viewer",
    password: "p@ss /w#rd",
    sub_url: "rtsp://192.168.1.20:554/Streaming/Channels/102",
    fps_cap: 5,
  });
  assert.deepEqual(front!.context?.zones?.["porch"], {
    polygon: [
      [0.1, 1],
      [0.1, 0.5],
      [0.5, 0.5],
      [0.5, 1],
    ],
  });
  assert.deepEqual(front!.detect, ["person", "car", "truck", "dog"]);
  // 3600 of 640 × 360 pixels, as a square, is 60 pixels high.
  const minHeight = 0.166;
  assert.deepEqual(front!.behaviors, [
    {
      type: "intrusion",
      zone: "porch",
      seconds: 1,
      severity: "warning",
      classes: ["person"],
      min_height: minHeight,
    },
    { type: "intrusion", severity: "info", classes: ["person"], min_height: minHeight },
    { type: "intrusion", severity: "info", classes: ["car", "truck", "dog"] },
  ]);
  assert.deepEqual(front!.recording, { mode: "continuous", pre_seconds: 8, post_seconds: 5 });
  assert.deepEqual(
    [garage!.model, garage!.behaviors, garage!.recording],
    ["motion", [], { mode: "off" }],
  );
});

test("the site file gets the broker, retention and no password", () => {
  const plan = planned(house013, house013Secrets);
  assert.match(plan.siteYaml, /url: "mqtt:\/\/192\.168\.1\.4:1883"\n +username: "frigate"\n/);
  assert.match(plan.siteYaml, /password_file: \/etc\/gatehouse\/mqtt-password/);
  assert.match(plan.siteYaml, /recordings_days: 7\n +clips_days: 21\n +assets_days: 30\n/);
  const all = JSON.stringify([plan.siteYaml, plan.differences]);
  for (const secret of Object.values(house013Secrets)) assert.ok(!all.includes(secret), secret);
});

test("what 0.13 has without counterpart is listed with its line and what to do", () => {
  const plan = planned(house013, house013Secrets);
  const listed = plan.differences.map(({ line, path }) => `${line} ${path}`);
  for (const each of [
    "1 mqtt",
    "5 detectors",
    "9 record.retain.mode",
    "12 record.events.retain.objects",
    "19 objects.filters.person.min_area",
    "19 objects.filters.person.threshold",
    "30 cameras.front_door.motion.mask",
    "47 cameras.garage.detect.enabled",
  ]) {
    assert.ok(listed.includes(each), `${each} in ${listed.join("; ")}`);
  }
  assert.match(differences(plan, /motion\.mask$/)[0]!, /Do not set a privacy mask/);
  for (const { message } of plan.differences) assert.match(message, /^\S.*\. [A-Z].*[^.]$/);
});

/** A farm of 0.16 behind go2rtc, with merge keys, relative zones and speeds. */
const farm016 = `version: 0.16-0
ui: { unit_system: imperial }
mqtt:
  enabled: true
  host: mqtt.lan
  port: 8883
  topic_prefix: farm
  tls_ca_certs: /config/ca.crt
  tls_insecure: true
notifications: { enabled: true, email: farmer@example.org }
go2rtc:
  streams:
    barn:
      - "ffmpeg:barn_src#video=copy#audio=aac"
    barn_src: "rtsp://admin:s%40fe@10.1.0.9:554/h264?channel=1#backchannel=0"
    barn_sub: ["rtsp://admin:s%40fe@10.1.0.9:554/h264?channel=1&sub=1"]
    gate: ["http://10.1.0.10/flv?user=a&password=b", "rtspx://10.1.0.10:7441/AbC"]
    till: ["tapo://secret@10.1.0.11"]
    loop: ["rtsp://127.0.0.1:8554/loop"]
  webrtc: { candidates: ["10.1.0.2:8555"] }
camera_groups:
  Outside: { order: 1, icon: LuCar, cameras: [birdseye, barn] }
  All: { cameras: barn }
x-defaults: &usual
  record: { enabled: true, alerts: { retain: { days: 14 } }, detections: { retain: { days: 3 } } }
  detect: { enabled: true, fps: 6 }
review:
  alerts: { labels: [person] }
cameras:
  barn:
    <<: *usual
    friendly_name: Big barn
    ffmpeg:
      inputs:
        - { path: "rtsp://127.0.0.1:8554/barn?video&audio", roles: [record] }
        - { path: "rtsp://127.0.0.1:8554/barn_sub", roles: [detect, audio] }
    onvif: { host: 10.1.0.9, port: 80, user: admin, password: "s@fe" }
    objects: { track: [person, car, license_plate] }
    zones:
      road:
        coordinates: ["0.2,0.4", "0.8,0.4", "1,1.246", "0,1"]
        distances: 20,60,20,60
        speed_threshold: 25
        objects: car
      door:
        coordinates: 0.1,0.1,0.3,0.1,0.3,0.3,0.1,0.3
        loitering_time: 20
    review:
      alerts: { labels: [person, car], required_zones: [road, door] }
      detections: { enabled: false }
  gate:
    <<: *usual
    ffmpeg: { inputs: [{ path: "rtsp://localhost:8554/gate", roles: [detect, record] }] }
  till:
    ffmpeg: { inputs: [{ path: "rtsp://127.0.0.1:8554/till", roles: [detect] }] }
  ghost:
    ffmpeg: { inputs: [{ path: "rtsp://127.0.0.1:8554/ghost", roles: [detect] }] }
  loop:
    ffmpeg: { inputs: [{ path: "rtsp://127.0.0.1:8554/loop", roles: [detect] }] }
  old:
    enabled: false
    ffmpeg: { inputs: [{ path: "rtsp://10.1.0.12/1", roles: [detect] }] }
`;

test("a farm of 0.16 finds its cameras behind go2rtc, over names, ffmpeg and merge keys", () => {
  const plan = planned(farm016);
  const [barn, gate] = plan.cameras.map(({ request }) => request);
  assert.deepEqual(barn!.source, {
    url: "rtsp://10.1.0.9:554/h264?channel=1",
    type: "rtsp",
    username: "admin",
    password: "s@fe",
    sub_url: "rtsp://10.1.0.9:554/h264?channel=1&sub=1",
    onvif_url: "http://10.1.0.9:80/onvif/device_service",
    fps_cap: 6,
  });
  assert.equal(barn!.display_name, "Big barn");
  assert.equal(barn!.context!.site, "Outside");
  assert.match(differences(plan, /^camera_groups\.All/)[0]!, /It joins Outside/);
  assert.deepEqual([gate!.source.type, gate!.source.url], ["rtsps", "rtsps://10.1.0.10:7441/AbC"]);
  assert.match(differences(plan, /^go2rtc\.streams\.gate/)[0]!, /checks certificates/);
  assert.deepEqual(gate!.recording, { mode: "incidents", pre_seconds: 5, post_seconds: 5 });
});

test("cameras that the box cannot read are left out with the reason", () => {
  const plan = planned(farm016);
  assert.deepEqual(plan.skipped, ["till", "ghost", "loop", "old"]);
  assert.match(differences(plan, /^go2rtc\.streams\.till/)[0]!, /type tapo/);
  assert.match(differences(plan, /^cameras\.ghost/)[0]!, /go2rtc stream ghost, which is missing/);
  assert.ok(plan.differences.some(({ message }) => /loop, which names itself/.test(message)));
  assert.match(differences(plan, /^cameras\.old/)[0]!, /is off in Frigate/);
  assert.ok(!JSON.stringify(plan.differences).includes("secret"));
});

test("zones with lengths and speeds become `speeding`, with loitering times `loitering`", () => {
  const { behaviors, context } = planned(farm016).cameras[0]!.request;
  assert.deepEqual(behaviors, [
    {
      type: "speeding",
      zone: "road",
      max_mps: 11.18,
      severity: "warning",
      classes: ["car", "truck"],
    },
    {
      type: "loitering",
      zone: "door",
      seconds: 20,
      severity: "warning",
      classes: ["person", "car", "truck"],
    },
  ]);
  const road = context!.zones!["road"]!;
  assert.deepEqual(road.metres, { width: 6.1, height: 18.29 });
  assert.deepEqual(road.polygon?.[2], [1, 1], "what lies outside the frame is cut off");
});

test("the broker of 0.16 speaks TLS, and a contact for push is kept", () => {
  const { siteYaml, differences: listed } = planned(farm016);
  assert.match(siteYaml, /url: "mqtts:\/\/mqtt\.lan:8883"\n +ca_file: /);
  assert.match(siteYaml, /contact: "mailto:farmer@example\.org"/);
  assert.match(siteYaml, /clips_days: 14/);
  const paths = listed.map(({ path }) => path);
  for (const path of ["mqtt", "mqtt.tls_insecure", "go2rtc.webrtc", "x-defaults"]) {
    assert.ok(paths.includes(path), path);
  }
});

test("detection is on unless a file of 0.16 or later leaves it out", () => {
  const bare = (version: string): string =>
    camera("", version).replace("detect: { enabled: true, width: 1280, height: 720 }\n", "");
  assert.equal(only(bare("0.16-0")).model, "motion");
  assert.equal(only(bare("0.15-1")).model, undefined);
  assert.deepEqual(only(bare("0.15-1")).behaviors, [
    { type: "intrusion", severity: "warning", classes: ["person"] },
  ]);
});

test("alerts win over detections of the same class at the same place", () => {
  const request = only(
    camera(`objects: { track: [person, car, dog] }
review: { alerts: { labels: [person] }, detections: { labels: [person, dog] } }`),
  );
  assert.deepEqual(request.behaviors, [
    { type: "intrusion", severity: "warning", classes: ["person"] },
    { type: "intrusion", severity: "info", classes: ["dog"] },
  ]);
});

test("trucks belong to cars unless the file has a model of its own", () => {
  const yaml = camera("objects: { track: [car] }");
  assert.deepEqual(only(yaml).detect, ["car", "truck"]);
  assert.deepEqual(only(`model: { path: plus://abc }\n${yaml}`).detect, ["car"]);
});

test("continuous and motion recordings of 0.17 become continuous ones", () => {
  const plan = planned(
    camera(`record: { enabled: "on", continuous: { days: 2 }, motion: { days: 9.5 } }`),
  );
  assert.equal(plan.cameras[0]!.request.recording!.mode, "continuous");
  assert.match(plan.siteYaml, /recordings_days: 9\.5\n +clips_days: 10\n/);
  assert.match(differences(plan, /record\.motion$/)[0]!, /needs more space/);
});

test("masks of every form are listed and never become privacy masks", () => {
  const plan = planned(
    camera(`motion: { mask: { sky: { coordinates: "0,0,1,0,1,0.2,0,0.2" } } }
objects:
  mask: ["0,0,100,0,100,100,0,100"]
  filters: { person: { mask: "0,0,1,0,1,0.4", max_area: 0.5, min_ratio: 0.2, min_score: 0.6 } }`),
  );
  assert.equal(plan.cameras[0]!.request.masks, undefined);
  const paths = plan.differences.map(({ path }) => path.replace("cameras.yard.", ""));
  assert.deepEqual(
    paths.filter((path) => /mask|filters/.test(path)),
    [
      "motion.mask",
      "objects.mask",
      "objects.filters.person.mask",
      "objects.filters.person.min_score",
      "objects.filters.person.max_area",
      "objects.filters.person.min_ratio",
    ],
  );
});

test("zones that the box cannot use are left out with the reason", () => {
  const plan = planned(
    camera(`zones:
  bow: { coordinates: "0,0,1,1,1,0,0,1" }
  thin: { coordinates: "0.1,0.1,0.2,0.2" }
  off: { enabled: false, coordinates: "0,0,1,0,1,1" }
  dent: { coordinates: "0,0,1,0,0.1,0.1,0,1", distances: "1,2,3,4", speed_threshold: 3 }
review: { alerts: { required_zones: [bow] } }`),
  );
  assert.deepEqual(Object.keys(plan.cameras[0]!.request.context!.zones!), ["dent"]);
  assert.match(differences(plan, /zones\.bow/)[0]!, /crosses or touches itself/);
  assert.match(differences(plan, /zones\.thin/)[0]!, /at least three/);
  assert.match(differences(plan, /zones\.off/)[0]!, /is off/);
  assert.match(differences(plan, /zones\.dent\.distances/)[0]!, /not a convex quadrangle/);
  assert.match(differences(plan, /zones\.dent\.speed_threshold/)[0]!, /needs the size/);
  assert.match(differences(plan, /required_zones/)[0]!, /names the zone bow/);
});

test("pixels outside the frame, or without its size, say what to correct", () => {
  const outside = planned(camera(`zones: { yard: { coordinates: "10,10,1900,10,1900,1000" } }`));
  assert.match(differences(outside, /zones\.yard/)[0]!, /lies outside the frame/);
  const yaml = camera(`zones: { yard: { coordinates: "10,10,300,10,300,200" } }`);
  const plan = planned(yaml.replace(", width: 1280, height: 720", ""));
  assert.match(differences(plan, /zones\.yard/)[0]!, /Write detect\.width and detect\.height/);
});

test("features without counterpart are listed only where they are on", () => {
  const features = (enabled: boolean): string =>
    camera(`audio: { enabled: ${enabled} }
lpr: { enabled: ${enabled} }
face_recognition: { enabled: ${enabled} }
onvif: { host: 10.0.0.5, autotracking: { enabled: ${enabled} } }
profiles: { away: { detect: { enabled: true } } }
some_new_thing: 1`);
  const paths = (enabled: boolean): string[] =>
    planned(features(enabled)).differences.map(({ path }) => path.replace("cameras.yard.", ""));
  assert.deepEqual(paths(false), ["profiles", "some_new_thing"]);
  assert.deepEqual(paths(true), [
    "audio",
    "lpr",
    "face_recognition",
    "onvif.autotracking",
    "profiles",
    "some_new_thing",
  ]);
});
