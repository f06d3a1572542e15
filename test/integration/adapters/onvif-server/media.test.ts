import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "node:test";
import { OnvifAdapter } from "../../../../src/adapters/onvif/onvif-cameras.ts";
import { all, find, type XmlElement } from "../../../../src/adapters/onvif/xml.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { OnvifCamera } from "../../../../src/cameras/onvif-port.ts";
import { npmClient } from "../../../support/cameras/onvif/npm-client.ts";
import { logins, startOnvifRig } from "../../../support/cameras/onvif/server-rig.ts";

const run = promisify(execFile);
const token = (name: string): string => `<o:ProfileToken>${name}</o:ProfileToken>`;
const tokens = (body: XmlElement, name: string): (string | undefined)[] =>
  all(body, name).map(({ attributes }) => attributes.get("token"));

test("each stream is a video source, with a profile for each of its videos", async (t) => {
  const { ask } = await startOnvifRig(t);
  const media = { service: "media", path: "/onvif/media" } as const;
  const sources = await ask({ ...media, operation: "GetVideoSources" });
  assert.deepEqual(tokens(sources.body, "VideoSources"), ["gate", "yard"]);
  const profiles = (await ask({ ...media, operation: "GetProfiles" })).body;
  assert.deepEqual(tokens(profiles, "Profiles"), ["gate", "yard", "yard~sub"]);
  const [gate, yard, sub] = all(profiles, "Profiles");
  assert.equal(find(gate, "VideoEncoderConfiguration"), undefined, "Media 1 knows no H.265");
  assert.equal(find(yard, "Name")?.text, "Yard <1> & \u201ctwo\u201d");
  const width = find(sub, "VideoEncoderConfiguration", "Resolution", "Width");
  assert.equal(width?.text, "640");
  const places = [yard, sub].map((each) => find(each, "VideoSourceConfiguration"));
  assert.equal(find(places[0], "SourceToken")?.text, "yard");
  assert.equal(find(places[0], "Bounds")?.attributes.get("width"), "1920");
  assert.deepEqual(places[1], places[0], "one token names one configuration");
});

test("the second media service tells H.265, and gives configurations on request", async (t) => {
  const { ask } = await startOnvifRig(t);
  const media = { service: "media2", path: "/onvif/media2", operation: "GetProfiles" } as const;
  const bare = (await ask(media)).body;
  assert.equal(find(bare, "Profiles", "Configurations"), undefined);
  const args = "<o:Token>gate</o:Token><o:Type>VideoEncoder</o:Type>";
  const full = (await ask({ ...media, args })).body;
  assert.deepEqual(tokens(full, "Profiles"), ["gate"]);
  const encoder = find(full, "Profiles", "Configurations", "VideoEncoder");
  assert.equal(find(encoder, "Encoding")?.text, "H265");
  const unknown = await ask({ ...media, args: "<o:Token>nope</o:Token>" });
  assert.deepEqual(unknown.codes, ["InvalidArgVal", "NoProfile"]);
});

test("a stream with sound has a microphone and an encoder of it in its main profile", async (t) => {
  const { ask } = await startOnvifRig(t);
  const media = { service: "media", path: "/onvif/media" } as const;
  const sources = await ask({ ...media, operation: "GetAudioSources" });
  assert.deepEqual(tokens(sources.body, "AudioSources"), ["yard"]);
  const [gate, yard, sub] = all(
    (await ask({ ...media, operation: "GetProfiles" })).body,
    "Profiles",
  );
  const children = (each: XmlElement | undefined): string[] =>
    each!.children.map(({ name }) => name).filter((name) => name.includes("Configuration"));
  // The order of the schema, on which strict clients insist.
  assert.deepEqual(children(yard), [
    "VideoSourceConfiguration",
    "AudioSourceConfiguration",
    "VideoEncoderConfiguration",
    "AudioEncoderConfiguration",
  ]);
  assert.equal(
    [...children(gate), ...children(sub)].some((name) => name.startsWith("Audio")),
    false,
  );
  const encoder = find(yard, "AudioEncoderConfiguration");
  assert.equal(find(encoder, "Encoding")?.text, "AAC");
  assert.equal(find(encoder, "SampleRate")?.text, "16");
  const media2 = { service: "media2", path: "/onvif/media2" } as const;
  const args = "<o:Token>yard</o:Token><o:Type>AudioEncoder</o:Type><o:Type>AudioSource</o:Type>";
  const full = (await ask({ ...media2, operation: "GetProfiles", args })).body;
  const configurations = find(full, "Profiles", "Configurations");
  assert.equal(find(configurations, "AudioSource", "SourceToken")?.text, "yard");
  assert.equal(find(configurations, "AudioEncoder", "Encoding")?.text, "mpeg4-generic");
  const listed = await ask({ ...media2, operation: "GetAudioEncoderConfigurations" });
  assert.deepEqual(tokens(listed.body, "Configurations"), ["yard"]);
});

test("Opus has a name in the second media service only", async (t) => {
  const sound = { codec: "opus", rateHz: 48_000, channels: 2 } as const;
  const video = { codec: "h264", widthPx: 640, heightPx: 360, fps: 5 };
  const streams = [{ streamId: "hall", name: "Hall", main: video, sound }];
  const { ask } = await startOnvifRig(t, { source: { streams: () => streams } });
  const operation = "GetAudioEncoderConfigurations";
  const first = await ask({ service: "media", path: "/onvif/media", operation });
  assert.deepEqual(tokens(first.body, "Configurations"), []);
  const second = await ask({ service: "media2", path: "/onvif/media2", operation });
  assert.equal(find(second.body, "Configurations", "Encoding")?.text, "opus");
});

test("the address of a video names the host that the client used, and the port of RTSP", async (t) => {
  const ports = { rtsp: 8554, rtsps: 8555 };
  const { ask, origin } = await startOnvifRig(t, { source: { rtspPorts: () => ports } });
  const uri = async (args: string): Promise<string | undefined> => {
    const asked = { service: "media2", operation: "GetStreamUri", path: "/onvif/media2" } as const;
    return find((await ask({ ...asked, args })).body, "Uri")?.text;
  };
  assert.equal(await uri(token("yard~sub")), "rtsp://127.0.0.1:8554/yard/sub");
  const secure = "<o:Protocol>RtspsUnicast</o:Protocol>";
  assert.equal(await uri(secure + token("yard")), "rtsps://127.0.0.1:8555/yard");
  const asked = { service: "media", operation: "GetSnapshotUri", path: "/onvif/media" } as const;
  const snapshot = (await ask({ ...asked, args: token("yard") })).body;
  assert.equal(find(snapshot, "MediaUri", "Uri")?.text, `${origin}/onvif/snapshot/yard`);
});

test("transports that the box does not serve, and unknown and long tokens, are refused", async (t) => {
  const { ask } = await startOnvifRig(t);
  const codes = async (service: "media" | "media2", args: string): Promise<string[]> =>
    (await ask({ service, operation: "GetStreamUri", path: `/onvif/${service}`, args })).codes;
  const setup = (stream: string, protocol: string): string =>
    `<o:StreamSetup><tt:Stream>${stream}</tt:Stream><tt:Transport><tt:Protocol>${protocol}</tt:Protocol></tt:Transport></o:StreamSetup>`;
  const refused = ["InvalidArgVal", "InvalidStreamSetup"];
  assert.deepEqual(await codes("media", setup("RTP-Multicast", "UDP") + token("yard")), refused);
  assert.deepEqual(await codes("media", setup("RTP-Unicast", "HTTP") + token("yard")), refused);
  const tunnel = "<o:Protocol>RtspOverHttp</o:Protocol>";
  assert.deepEqual(await codes("media2", tunnel + token("yard")), refused);
  assert.deepEqual(await codes("media2", token("../yard")), ["InvalidArgVal", "NoProfile"]);
  assert.deepEqual(await codes("media2", ""), ["InvalidArgVal", "NoProfile"]);
  assert.deepEqual(await codes("media2", token("y".repeat(65))), [
    "InvalidArgVal",
    "InvalidArgVal",
  ]);
});

test("the pictures need a key by HTTP Digest, and exist for streams that it may see", async (t) => {
  const snapshot = (org: string, id: string) => {
    if (id === "away") throw fail("stream_not_ready", "stream: has no picture yet");
    return Promise.resolve(org === "default" && id === "yard" ? Buffer.from("jpeg") : undefined);
  };
  const { origin } = await startOnvifRig(t, { source: { snapshot } });
  const get = async (id: string, login: string = "vms:svk_secret"): Promise<string> => {
    const address = `${origin}/onvif/snapshot/${id}`;
    const options = ["-s", "--digest", "-u", login, "-w", " %{http_code}", address];
    return (await run("curl", options)).stdout;
  };
  assert.equal(await get("yard"), "jpeg 200");
  assert.match(await get("nope"), / 404$/);
  assert.match(await get("away"), / 503$/);
  assert.match(await get("%ff"), / 400$/);
  assert.match(await get("yard", "vms:svk_wrong"), / 401$/);
  assert.match(await get("yard", "stranger:svk_other"), / 404$/);
});

for (const useWSSecurity of [true, false]) {
  test(`the npm client reads all (${useWSSecurity ? "UsernameToken" : "Digest"})`, async (t) => {
    const { server } = await startOnvifRig(t);
    const port = server.ports().http!;
    const cam = npmClient({ port, useWSSecurity, ...logins.vms });
    await cam.connect();
    assert.equal((await cam.getProfiles()).length, 3);
    assert.equal((await cam.getVideoSources()).length, 2);
    assert.equal((await cam.getDeviceInformation()).serialNumber, "0190-box");
    assert.ok((await cam.getScopes()).length > 5);
    assert.equal((await cam.getUsers())[0]?.userLevel, "User");
    assert.ok(await cam.getNetworkInterfaces());
    const { uri } = await cam.getStreamUri({ protocol: "RTSP", profileToken: "yard" });
    assert.equal(uri, "rtsp://127.0.0.1:8554/yard");
  });
}

test("the box's own client reads all profiles with their addresses", async (t) => {
  const { origin } = await startOnvifRig(t);
  const adapter = new OnvifAdapter({ log: silentLogger, wallMs: () => Date.now() });
  const url = `${origin}/onvif/device_service`;
  const signal = new AbortController().signal;
  const camera = (await adapter.describe({ url, ...logins.vms }, signal)) as OnvifCamera;
  assert.deepEqual(
    camera.profiles.map(({ codec, widthPx, fps, streamUrl }) => [codec, widthPx, fps, streamUrl]),
    [
      ["hevc", 2560, 12.5, "rtsp://127.0.0.1:8554/gate"],
      ["h264", 1920, 25, "rtsp://127.0.0.1:8554/yard"],
      ["h264", 640, 5, "rtsp://127.0.0.1:8554/yard/sub"],
    ],
  );
  assert.ok(Math.abs(camera.clockOffsetMs!) < 1500);
});
