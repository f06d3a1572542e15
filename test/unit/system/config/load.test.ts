import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { GatehouseError } from "../../../../src/base/core/errors.ts";
import { checkConfig, loadConfig } from "../../../../src/system/config/load.ts";
import { tlsChoice } from "../../../../src/http/site-parts.ts";
import { installDir } from "../../../../src/base/settings/install-dir.ts";
import { linesOf, siteFile } from "../../../support/box/site-file.ts";

test("names every problem of a file at once, each with its line and path", async (t) => {
  const text = [
    "verson: 1",
    "site:",
    "  name: 5",
    "server:",
    "  host: 0.0.0.0",
    "  tls: { mode: off }",
    "limits: 7",
    "retention:",
    "  events_hours:",
    "log: { level: wran }",
    "perception: { parallel_detections: 1.5 }",
    "cameras:",
    "  - id: gate",
    '    source: { type: rstp, url: "rtsp://192.168.1.2/a" }',
    "    behaviours: []",
    "  - source:",
    "      type: rtsp",
    "  - 7",
  ].join("\n");
  const lines = await linesOf(t, text);
  assert.deepEqual(
    lines.map((line) => line.replace(/ and pictures.*/, " …")),
    [
      "site.yaml:1: verson: is no setting; did you mean version?",
      "site.yaml:3: site.name: must be a text, but is a number; put it in quotes if it is meant as text",
      "site.yaml:6: server.tls.mode: leaves 0.0.0.0 without TLS: keys …",
      "site.yaml:7: limits: must be a section (indented `key: value` lines), but is a number",
      "site.yaml:9: retention.events_hours: is empty: give a number from 0.01 to 8760 hours, or remove the line",
      "site.yaml:10: log.level: must be one of debug, info, warn, error; did you mean warn?",
      "site.yaml:11: perception.parallel_detections: must be a whole number from 0 to 64",
      "site.yaml:14: cameras[0].source.type: must be one of rtsp, rtsps, file, robot; did you mean rtsp?",
      "site.yaml:15: cameras[0].behaviours: is no setting; did you mean behaviors?",
      "site.yaml:16: cameras[1].id: is missing: give a text",
      "site.yaml:16: cameras[1].source.url: is missing: give a text",
      "site.yaml:18: cameras[2]: must be a section (indented `key: value` lines), but is a number",
    ],
  );
});

test("names the line of what is no YAML", async (t) => {
  const lines = await linesOf(t, "site: {}\nsite: {}\nlog: [\n");
  assert.equal(lines.length, 2);
  assert.match(lines[0]!, /^site\.yaml:2: Map keys must be unique/);
  assert.match(lines[1]!, /^site\.yaml:4: /);
});

test("refuses aliases that multiply, and a second document", async (t) => {
  const bomb = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
  for (const [name, from] of ["ba", "cb", "dc", "ed"].map((pair) => pair.split(""))) {
    bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${from}`).join(", ")}]`);
  }
  assert.equal((await linesOf(t, bomb.join("\n"))).length, 1);
  assert.match((await linesOf(t, "site: {}\n---\nsite: {}\n"))[0]!, /one document/);
});

test("has a value for every setting of a file that says little", async (t) => {
  for (const text of ["version: 1\n", "{}\n", "server:\n  # port: 1\n"]) {
    assert.deepEqual(await linesOf(t, text), []);
  }
  const { config } = await loadConfig({ file: null, environment: {} });
  assert.equal(config.server.port, 8480);
  assert.equal(config.dataDir, join(installDir, "data"));
  assert.deepEqual(config.cameras, []);
});

test("takes the environment before the file, and flags before the environment", async (t) => {
  const file = await siteFile(t, "server: { port: 1, host: localhost }\nlog: { level: warn }\n");
  const { config } = await loadConfig({
    file,
    environment: {
      GATEHOUSE_SERVER_PORT: "2",
      GATEHOUSE_SERVER_ALLOWED_HOSTS: "box.local, 10.0.0.7",
      GATEHOUSE_ALLOW_LOOPBACK_CAMERAS: "true",
      GATEHOUSE_DATA_DIR: "here",
      PATH: "/bin",
    },
    overrides: [{ name: "--port", path: ["server", "port"], text: "3" }],
  });
  assert.equal(config.server.port, 3);
  assert.equal(config.server.host, "localhost");
  assert.equal(config.log.level, "warn");
  assert.equal(config.allowLoopbackCameras, true);
  assert.deepEqual(config.server.allowedHosts, ["box.local", "10.0.0.7"]);
  assert.equal(config.dataDir, join(process.cwd(), "here"), "relative to where it was typed");
});

test("names the variable that is wrong or means nothing", async (t) => {
  const lines = await linesOf(t, "site: {}\n", {
    GATEHOUSE_SERVR_PORT: "1",
    GATEHOUSE_RETENTION_JOBS: "many",
    GATEHOUSE_ALLOW_LOOPBACK_CAMERAS: "yes",
  });
  assert.deepEqual(lines, [
    "GATEHOUSE_SERVR_PORT: is no setting; did you mean GATEHOUSE_SERVER_PORT?",
    "GATEHOUSE_RETENTION_JOBS: retention.jobs: must be a whole number from 100 to 10000000 jobs, but is a text",
    "GATEHOUSE_ALLOW_LOOPBACK_CAMERAS: allow_loopback_cameras: must be true or false",
  ]);
});

test("beyond loopback there is TLS unless plain HTTP is said to be meant", async (t) => {
  const tlsOf = async (server: string) => {
    const file = await siteFile(t, `server: ${server}\n`);
    return tlsChoice((await loadConfig({ file, environment: {} })).config)?.mode;
  };
  for (const host of ["0.0.0.0", "::", "192.168.1.5", "box.local"]) {
    const off = await linesOf(t, `server:\n  host: "${host}"\n  tls: { mode: off }\n`);
    assert.match(off.join(), /^site\.yaml:3: server\.tls\.mode: .* without TLS/, host);
    const meant = `{ host: "${host}", allow_plain_http_beyond_loopback: true }`;
    assert.deepEqual(await linesOf(t, `server: ${meant}\n`), []);
    assert.deepEqual([await tlsOf(`{ host: "${host}" }`), await tlsOf(meant)], ["site", undefined]);
  }
  for (const host of ["127.0.0.1", "127.9.9.9", "::1", "localhost"]) {
    assert.equal(await tlsOf(`{ host: "${host}" }`), undefined, host);
    assert.equal(await tlsOf(`{ host: "${host}", tls: { mode: site } }`), "site", host);
  }
});

test("the operator's certificate needs both files", async (t) => {
  const lines = await linesOf(t, "server:\n  tls: { mode: files, key_file: k.pem }\n");
  assert.deepEqual(lines, ["site.yaml:2: server.tls.cert_file: is needed with mode: files"]);
});

test("the site's certificate holds the configured names", async (t) => {
  const file = await siteFile(
    t,
    'server: { host: "0.0.0.0", announce: false, public_url: "https://[fd00::1]:8443", allowed_hosts: [gate.local], tls: { names: [box.lan] } }\n',
  );
  const choice = tlsChoice((await loadConfig({ file, environment: {} })).config);
  assert.deepEqual(choice, { mode: "site", names: ["fd00::1", "box.lan", "gate.local"] });
});

test("cannot be changed after loading", async () => {
  const { config } = await loadConfig({ file: null, environment: {} });
  const open = config as unknown as { server: { port: number }; cameraNetworks: string[] };
  assert.throws(() => (open.server.port = 1), TypeError);
  assert.throws(() => open.cameraNetworks.push("x"), TypeError);
});

test("fails with config_invalid, one line per problem", async (t) => {
  const file = await siteFile(t, "a: 1\nb: 2\n");
  await assert.rejects(loadConfig({ file, environment: {} }), (error) => {
    assert.ok(error instanceof GatehouseError);
    assert.equal(error.code, "config_invalid");
    assert.equal(error.message.split("\n").length, 3);
    assert.equal(error.details?.length, 2);
    return true;
  });
  await assert.rejects(loadConfig({ file: "/nowhere/site.yaml" }), /there is no such file/);
});

test("an uplink whose parts do not fit together is told line by line", async (context) => {
  const lines = await linesOf(
    context,
    [
      "version: 1",
      "uplink:",
      "  endpoints:",
      '    - { name: cloud, kind: openai, url: "http://api.example.com/v1", key_file: /nowhere/key }',
      "    - { name: cloud, kind: service, key_credential: hq }",
      '    - { name: lan, kind: openai-compatible, url: "http://10.0.0.5:8080/v1" }',
      "    - { name: claude, kind: anthropic, key_file: /nowhere/key, key_credential: k }",
      "  routes:",
      "    image: [{ endpoint: nope, model: m }, { endpoint: claude, model: m }, { endpoint: lan }]",
    ].join("\n"),
  );
  assert.deepEqual(lines, [
    "site.yaml:4: uplink.endpoints[0].url: must be https: its key would cross the internet in clear",
    "site.yaml:4: uplink.endpoints[0].key_file: cannot be read (there is no such file)",
    "site.yaml:5: uplink.endpoints[1].name: is the name of another endpoint. Choose another name",
    "site.yaml:5: uplink.endpoints[1].url: is required with kind service. Add it",
    "site.yaml:7: uplink.endpoints[3].key_credential: stands beside key_file. Remove one of the two",
    "site.yaml:7: uplink.endpoints[3].key_file: cannot be read (there is no such file)",
    "site.yaml:9: uplink.routes.image[0].endpoint: is not the name of an entry of uplink.endpoints. Correct it or add the endpoint",
    "site.yaml:9: uplink.routes.image[1].endpoint: is of kind anthropic, which supports only text and vision. Choose another endpoint",
    "site.yaml:9: uplink.routes.image[2].model: is required with kind openai-compatible. Add it",
  ]);
});

test("an endpoint gets nothing of cameras or health unless its list says so, and a credential is found where systemd puts it", async (context) => {
  const file = await siteFile(
    context,
    [
      "version: 1",
      "uplink:",
      "  endpoints:",
      '    - { name: hq, kind: service, url: "https://hq.example.org", key_credential: hq-key }',
    ].join("\n"),
  );
  const environment = { CREDENTIALS_DIRECTORY: "/run/credentials/box" };
  const { config } = await checkConfig({ file, environment });
  const [hq] = config!.uplink.endpoints;
  assert.deepEqual(hq!.data, ["media", "brand", "voice"]);
  assert.equal(hq!.keyPath, "/run/credentials/box/hq-key");
});

test("a net for EEG whose settings do not fit together is told line by line", async (context) => {
  const net = "file: /a.onnx, sample_rate_hz: 128, window_seconds: 8, channels: 2";
  const linesFor = (settings: string): Promise<readonly string[]> =>
    linesOf(
      context,
      `version: 1\nhealth:\n  eeg_classifier: { threshold: 0.5, ${net}, channel_labels: [Cz] }\n  eeg_segmenter: { ${net}, ${settings} }\n`,
    );
  const labels =
    "site.yaml:3: health.eeg_classifier.channel_labels: must have one label for each of the channels";
  assert.deepEqual(await linesFor("step_seconds: 0.3, classes: [a, b], background: c"), [
    labels,
    "site.yaml:4: health.eeg_segmenter.step_seconds: window_seconds must be a whole number of them",
    "site.yaml:4: health.eeg_segmenter.background: is none of the classes",
  ]);
  assert.deepEqual(await linesFor("step_seconds: 0.5, classes: [rest], background: rest"), [
    labels,
    "site.yaml:4: health.eeg_segmenter.classes: has nothing but the background",
  ]);
});

test("a provider of voices with a key speaks by itself, unless the route has one that knows its voices", async (context) => {
  const key = await siteFile(context, "secret\n");
  const speakersOf = async (routes: string, voice: string) => {
    const endpoint = `{ name: own, kind: elevenlabs, key_file: ${key} }`;
    const text = `version: 1\nuplink: { endpoints: [${endpoint}], routes: { speech: [${routes}] } }\nvoice: ${voice}\n`;
    const { config, problems } = await checkConfig({ file: await siteFile(context, text) });
    assert.deepEqual(problems, []);
    const { endpoints, routes: made } = config!.uplink;
    return made.speech.map(({ endpoint: name, model }) => {
      const { kind, url, keyPath, data } = endpoints.find((each) => each.name === name)!;
      return [name, kind, model, url, keyPath === key, data.join()];
    });
  };
  const both = `{ openai: { api_key_file: ${key} }, elevenlabs: { api_key_file: ${key}, base_url: "https://voices.lan/" } }`;
  const openai = [
    "voice.openai",
    "openai",
    "gpt-4o-mini-tts",
    "https://api.openai.com/v1",
    true,
    "voice",
  ];
  const model = "eleven_multilingual_v2";
  assert.deepEqual(await speakersOf("", both), [
    openai,
    ["voice.elevenlabs", "elevenlabs", model, "https://voices.lan", true, "voice"],
  ]);
  const own = await speakersOf("{ endpoint: own, model: eleven_v3 }", both);
  assert.deepEqual(
    own.map(([name]) => name),
    ["own", "voice.openai"],
  );
  assert.deepEqual(await speakersOf("", "{ elevenlabs: { agent_id: a } }"), []);
});

test("a segmenter that does not fit together is told line by line", async (context) => {
  const net = "width_px: 64, height_px: 64, channels: 3, classes: [a]";
  const lines = await linesOf(
    context,
    [
      "version: 1",
      "health:",
      "  segmenters:",
      `    - { modalities: [CXR], file: /a.onnx, url: "http://10.0.0.5:8000", ${net} }`,
      `    - { modalities: [ultrasound, cxr], file: /b.onnx, mean: [0.5], ${net} }`,
      `    - { modalities: [skin], url: "http://10.0.0.5:8000", ${net} }`,
    ].join("\n"),
  );
  assert.deepEqual(lines, [
    "site.yaml:4: health.segmenters[0].file: is needed, or url: one of the two",
    "site.yaml:5: health.segmenters[1].mean: must have one number for each of the channels",
    "site.yaml:5: health.segmenters[1].modalities[1]: is named twice",
    "site.yaml:6: health.segmenters[2].remote_name: is needed with url",
  ]);
});
