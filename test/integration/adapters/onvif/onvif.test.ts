import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { type TestContext, test } from "node:test";
import { OnvifAdapter } from "../../../../src/adapters/onvif/onvif-cameras.ts";
import type { OnvifCamera, PtzState } from "../../../../src/cameras/onvif-port.ts";
import type { SourceProblem } from "../../../../src/cameras/source.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import {
  probeMatch,
  startDiscoveryResponder,
} from "../../../support/system/discovery-responder.ts";
import {
  type OnvifDevice,
  type OnvifDeviceOptions,
  startOnvifDevice,
} from "../../../support/cameras/onvif/onvif-device.ts";

const password = "s3cret & <p>";
const never = new AbortController().signal;
const streams = [
  { token: "main", url: "rtsp://admin:x@10.9.9.9:8554/main?a=1&b=2", width: 1920, height: 1080 },
  { token: "sub", url: "rtsp://10.9.9.9:8554/sub", width: 640, height: 360 },
];

async function deviceOf(t: TestContext, options: OnvifDeviceOptions = {}): Promise<OnvifDevice> {
  const device = await startOnvifDevice({ streams, ...options });
  t.after(() => device.stop());
  return device;
}

function adapter(options: Partial<ConstructorParameters<typeof OnvifAdapter>[0]> = {}) {
  return new OnvifAdapter({ log: silentLogger, wallMs: () => Date.now(), ...options });
}

async function describe(
  device: Pick<OnvifDevice, "url">,
  who: { username?: string; password?: string } = {},
): Promise<OnvifCamera & SourceProblem> {
  const answer = await adapter().describe({ url: device.url, ...who }, never);
  return answer as OnvifCamera & SourceProblem;
}

for (const auth of ["token", "digest"] as const) {
  test(`a camera that signs in by ${auth} is described, whatever its clock says`, async (t) => {
    const clockOffsetMs = -3 * 3_600_000;
    const device = await deviceOf(t, { auth, username: "admin", password, clockOffsetMs });
    const camera = await describe(device, { username: "admin", password });
    assert.equal(camera.code, undefined, camera.message);
    assert.deepEqual([camera.manufacturer, camera.model], ["Acme", "Dome 7"]);
    assert.ok(Math.abs(camera.clockOffsetMs! - clockOffsetMs) < 1000, `${camera.clockOffsetMs}`);
    assert.deepEqual(camera.profiles[0], {
      token: "main",
      name: "main",
      codec: "h264",
      widthPx: 1920,
      heightPx: 1080,
      fps: 15,
      gopFrames: 30,
      hasPtz: false,
      streamUrl: "rtsp://127.0.0.1:8554/main?a=1&b=2",
      snapshotUrl: `http://127.0.0.1:${device.port}/snap?user=x`,
    });
    assert.equal(camera.profiles.length, 2);
    assert.ok(device.requests.every((request) => !request.includes("s3cret")));
  });

  test(`a wrong password is told apart (${auth}), and tried once`, async (t) => {
    const device = await deviceOf(t, { auth, username: "admin", password });
    const wrong = await describe(device, { username: "admin", password: "other" });
    assert.equal(wrong.code, "stream_auth_failed");
    assert.match(wrong.message, /refuses the user name or password/);
    const missing = await describe(device);
    assert.equal(missing.code, "stream_auth_failed");
    assert.match(missing.message, /needs a user name/);
    assert.deepEqual(
      device.operations.filter((name) => name !== "GetSystemDateAndTime"),
      [],
    );
  });
}

test("a password is never sent in the clear, however a camera asks", async (t) => {
  const device = await deviceOf(t, { auth: "basic", username: "admin", password });
  const camera = await describe(device, { username: "admin", password });
  assert.equal(camera.code, "stream_auth_failed");
  const basic = Buffer.from(`admin:${password}`).toString("base64");
  assert.ok(device.requests.every((each) => !each.includes(basic) && !each.includes("s3cret")));
});

test("H.265 is seen through the second media service; old devices are asked the old way", async (t) => {
  const hevc = [{ ...streams[0]!, codec: "H265" }];
  const device = await deviceOf(t, { media2: true, streams: hevc });
  const camera = await describe(device);
  assert.equal(camera.code, undefined, camera.message);
  assert.deepEqual([camera.profiles[0]!.codec, camera.profiles[0]!.gopFrames], ["hevc", 50]);
  const old = await deviceOf(t, { services: false });
  assert.equal((await describe(old)).profiles.length, 2);
  assert.ok(old.operations.includes("GetCapabilities"));
});

test("services are asked at the camera's own address, whatever host it names", async (t) => {
  const device = await deviceOf(t, { namedHost: "192.0.2.77" });
  assert.equal((await describe(device)).profiles.length, 2);
});

const hostile: [string, NonNullable<OnvifDeviceOptions["override"]>, RegExp][] = [
  ["an endless answer", () => ({ body: "x".repeat(2_000_000) }), /does not end/],
  ["no XML", () => ({ body: "<s:Envelope" }), /not valid XML/],
  [
    "an entity bomb",
    () => ({ body: `<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>` }),
    /document type/,
  ],
  ["a deep answer", () => ({ body: "<a>".repeat(500) + "</a>".repeat(500) }), /too large/],
  ["a web page", () => ({ body: "<html><body/></html>" }), /does not speak ONVIF/],
  ["404", () => ({ status: 404, body: "" }), /HTTP 404/],
  ["a redirect", () => ({ status: 302, body: "" }), /another address/],
  ["an answer to something else", () => ({ body: probeMatch("1", "") }), /does not speak ONVIF/],
];
for (const [what, override, says] of hostile) {
  test(`${what} is a problem in words`, async (t) => {
    const device = await deviceOf(t, { override });
    const answer = await describe(device);
    assert.equal(answer.code, "onvif_broken");
    assert.match(answer.message, says);
  });
}

test("a camera that hangs, a closed port and a forbidden network are problems in words", async (t) => {
  const device = await deviceOf(t, { override: () => ({ hang: true }) });
  const started = performance.now();
  const hanging = await describe(device);
  assert.equal(hanging.code, "stream_unreachable");
  assert.ok(performance.now() - started < 8000);
  assert.equal((await describe({ url: "http://127.0.0.1:1/x" })).code, "stream_unreachable");
  const guarded = adapter({ allowedNetworks: ["10.0.0.0/8"] });
  const refused = (await guarded.describe({ url: device.url }, never)) as SourceProblem;
  assert.equal(refused.code, "forbidden_address");
});

test("a camera moves: at a speed, to a place, by a way, to presets and home", async (t) => {
  const device = await deviceOf(t, { ptz: true, username: "admin", password });
  const address = { url: device.url, username: "admin", password };
  const cameras = adapter();
  const run = async (command: Parameters<typeof cameras.ptz>[1]): Promise<string | null> => {
    const answer = (await cameras.ptz(address, command, never)) as { preset: string | null };
    assert.ok(!("code" in answer), JSON.stringify(answer));
    return answer.preset;
  };
  const state = (await cameras.ptzState(address, never)) as PtzState;
  assert.deepEqual(
    [state.continuous, state.absolute, state.relative, state.home],
    Array(4).fill(true),
  );
  assert.deepEqual(state.presets, [{ token: "1", name: "Gate" }]);
  await run({ action: "move", velocity: { pan: 0.5 }, timeoutMs: 5000 });
  assert.equal(device.pose.moving, true);
  await run({ action: "stop" });
  assert.deepEqual([device.pose.moving, device.pose.stoppedBy], [false, "stop"]);
  await run({ action: "absolute", vector: { pan: 0.25, tilt: -0.5, zoom: 0.1 }, speed: 0.5 });
  await run({ action: "relative", vector: { pan: 0.25 } });
  const moved = (await cameras.ptzState(address, never)) as PtzState;
  assert.deepEqual(moved.position, { pan: 0.5, tilt: -0.5, zoom: 0.1 });
  const preset = await run({ action: "set_preset", name: `Door "A" & <B>` });
  assert.equal(device.presets.get(preset!), `Door "A" & <B>`);
  await run({ action: "goto_preset", preset: preset! });
  await run({ action: "remove_preset", preset: preset! });
  await run({ action: "home" });
  await run({ action: "set_home" });
  const gone = await cameras.ptz(address, { action: "goto_preset", preset: "99" }, never);
  assert.deepEqual(gone, {
    code: "onvif_refused",
    message: "camera: refuses GotoPreset (no such preset). Check its settings",
  });
  const fixed = await deviceOf(t);
  const still = (await cameras.ptzState({ url: fixed.url }, never)) as unknown as SourceProblem;
  assert.equal(still.code, "onvif_refused");
});

test("a search lists who answers, at the address it came from, and survives any answer", async (t) => {
  const scopes =
    "onvif://www.onvif.org/name/Front%20door onvif://www.onvif.org/hardware/D7 onvif://www.onvif.org/location/Yard";
  const responder = await startDiscoveryResponder((id) => [
    "not xml",
    Buffer.alloc(30_000, 0x61),
    `<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>`,
    probeMatch("urn:uuid:somebody-else", "http://127.0.0.1:1/other"),
    probeMatch(id, "ftp://127.0.0.1/x"),
    probeMatch(id, "http://192.0.2.9:8000/onvif/device_service http://[fe80::1]/x", scopes),
    probeMatch(id, "http://192.0.2.9:8000/onvif/device_service", scopes),
    ...Array.from({ length: 300 }, (_, at) => probeMatch(id, `http://10.0.0.1:${at + 9000}/d`)),
  ]);
  t.after(() => responder.stop());
  const target = { host: "127.0.0.1", port: responder.port };
  const found = await adapter({ discoveryTarget: target }).discover(700, never);
  assert.ok(found.length > 100 && found.length <= 256, `${found.length}`);
  assert.deepEqual(
    found.find(({ name }) => name !== null),
    {
      url: "http://127.0.0.1:8000/onvif/device_service",
      ip: "127.0.0.1",
      name: "Front door",
      hardware: "D7",
      location: "Yard",
    },
  );
  assert.ok(found.every(({ url }) => url.startsWith("http://127.0.0.1:")));
  const guarded = adapter({ discoveryTarget: target, allowedNetworks: ["10.0.0.0/8"] });
  assert.deepEqual(await guarded.discover(300, never), [], "unusable addresses are not listed");
});

test("a search goes to the multicast group on the interfaces of the box", async (t) => {
  const interfaces = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);
  if (interfaces.length === 0) return t.skip("this machine has no network to search");
  const answer = (id: string): string[] => [probeMatch(id, "http://10.0.0.1:8123/d")];
  const group = { address: "239.255.255.250", interfaces };
  const responder = await startDiscoveryResponder(answer, { port: 3702, group });
  t.after(() => responder.stop());
  const found = await adapter().discover(1500, never);
  assert.ok(
    found.some(({ url, ip }) => url === `http://${ip}:8123/d` && interfaces.includes(ip)),
    JSON.stringify(found),
  );
});

test("a port that refuses is told in the words of ONVIF", async (t) => {
  const device = await deviceOf(t);
  await device.stop();
  const answer = await describe(device);
  assert.equal(answer.code, "stream_unreachable");
  assert.match(answer.message, /refuses the connection.*ONVIF is switched on/);
});
