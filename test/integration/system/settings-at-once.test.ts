import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { askAppliance } from "../../../src/system/admin/admin-client.ts";
import type { AppliedWire } from "../../../src/system/config/wire/site-file.ts";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { freePort, opens } from "../../support/system/ports.ts";

let box: Appliance;

before(async () => {
  // Ports that nobody has: the broker never answers.
  const yaml = [
    "site: { name: Before }",
    "log: { level: error }",
    'mqtt_brokers: [{ name: site, url: "mqtt://127.0.0.1:9" }]',
  ];
  box = await startAppliance({ yaml: `${yaml.join("\n")}\n` });
});

after(async () => await box?.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
async function system(): Promise<any> {
  return (await box.get("/api/v1/system")).body.data;
}

async function header(name: string, path: string, init: RequestInit = {}): Promise<string | null> {
  const answer = await box.fetch(path, init);
  await answer.arrayBuffer();
  return answer.headers.get(name);
}

/** The status of a request with another name of the box. */
async function statusAs(host: string): Promise<number> {
  const { hostname, port } = new URL(box.url);
  const sent = request({ hostname, port, path: "/healthz", headers: { host } }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode!;
}

let count = 0;

/** The code of the answer to a new stream, or its frame rate. */
async function stream(source: object): Promise<unknown> {
  count += 1;
  const { body } = await box.post("/api/v1/surveillance/streams", {
    stream_id: `camera-${count}`,
    source,
  });
  if (body.error) return body.error.code;
  const shown = await box.get(`/api/v1/surveillance/streams/camera-${count}`);
  return [shown.body.data.source.fps_cap, shown.body.data.recording.mode];
}

const camera = (host: number): object => ({ type: "rtsp", url: `rtsp://127.0.0.${host}:9/none` });

test("settings come into force at once, in the same run of the process", async () => {
  const rtspPort = await freePort();
  const clip = join(box.dataDir, "..", "clip.mp4");
  await writeFile(clip, "no video");
  const yaml = `
site: { name: After, locale: de }
camera_networks: [127.0.0.1/32]
media_dirs: ["${join(box.dataDir, "..")}"]
log: { level: info }
server: { allowed_hosts: [gate.example], port: 0 }
limits: { reads_per_minute: 5000, creates_per_minute: 4000 }
models: { default: motion }
recording: { mode: incidents }
perception: { fps_cap: 3 }
webhooks: { per_organisation: 1 }
uplink:
  endpoints: [{ name: lan, kind: openai-compatible, url: "http://127.0.0.1:9/v1" }]
  routes: { text: [{ endpoint: lan, model: small }] }
  requests_per_day: 12
health: { triage: true }
voice: { speakers: [{ name: yard, sink: file }] }
rtsp: { enabled: true, plain: true, plain_port: ${rtspPort} }
mqtt_brokers: [{ name: site, url: "mqtt://127.0.0.1:9" }]
mqtt: { broker: site }
alarms: { smtp: { host: 127.0.0.1, port: 9, from: box@example.org, to: [it@example.org] } }
push: { contact: "mailto:it@example.org" }
escalation: { steps: [{ after_minutes: 5, to: [push] }] }
cameras: [{ id: yard, source: { type: rtsp, url: "rtsp://127.0.0.1:9/yard" } }]
`;
  const looks: [what: string, look: () => Promise<unknown>, before: unknown, after: unknown][] = [
    ["site.name", async () => (await system()).name, "Before", "After"],
    ["server.allowed_hosts", () => statusAs("gate.example"), 421, 200],
    ["limits.reads_per_minute", () => header("x-ratelimit-limit", "/api/v1/jobs"), "600", "5000"],
    [
      "limits.creates_per_minute",
      () => header("x-ratelimit-limit", "/api/v1/jobs/x/cancel", { method: "POST" }),
      "120",
      "4000",
    ],
    ["perception and recording", () => stream(camera(1)), [5, "off"], [3, "incidents"]],
    ["camera_networks", () => stream(camera(2)), [5, "off"], "forbidden_address"],
    ["media_dirs", () => stream({ type: "file", url: clip }), "invalid_request_body", [3, "off"]],
    ["models.default", async () => (await system()).models.default, "auto", "motion"],
    [
      "uplink",
      async () => {
        const { endpoints, routes, usage } = (await system()).uplink;
        return [endpoints.length, routes.text, usage.requests_per_day];
      },
      [0, [], null],
      [1, ["lan/small"], 12],
    ],
    [
      "voice.speakers",
      async () => (await system()).voice.speakers.map(({ name }: { name: string }) => name),
      ["default"],
      ["yard"],
    ],
    ["rtsp", () => opens(rtspPort), false, true],
    ["mqtt.broker", async () => (await system()).mqtt?.broker ?? null, null, "site"],
    ["alarms.smtp", async () => (await system()).alarm_outlets.mail !== null, false, true],
    [
      "push.contact",
      async () => (await box.get("/api/v1/push")).body.data.public_key !== null,
      false,
      true,
    ],
    ["cameras", async () => (await box.get("/api/v1/surveillance/streams/yard")).status, 404, 200],
    ["log.level", async () => box.output().includes('"level":"info"'), false, true],
  ];
  const found = async (): Promise<unknown[]> => {
    const all = [];
    for (const [what, look] of looks) all.push([what, await look()]);
    return all;
  };
  const { started_at: startedAt } = await system();
  const { pid } = box;
  assert.deepEqual(
    await found(),
    looks.map(([what, , value]) => [what, value]),
  );
  const { file, yaml: text } = (await box.get("/api/v1/system/configuration/file")).body.data;
  const dataDir = /^data_dir:.*$/m.exec(text)![0];
  await writeFile(file, `version: 1\n${dataDir}\n${yaml}`);
  const applied = await askAppliance(box.dataDir, { method: "config.apply", params: {} });
  assert.deepEqual(applied.isRunning && (applied.result as AppliedWire).waiting, []);
  assert.deepEqual(
    await found(),
    looks.map(([what, , , value]) => [what, value]),
  );
  assert.deepEqual([(await system()).started_at, box.pid], [startedAt, pid]);
});

test("the check of the page takes a hidden secret for the secret, whatever form the setting asks for", async () => {
  const path = "/api/v1/system/configuration";
  const { file, yaml: before } = (await box.get(`${path}/file`)).body.data;
  const livekit = `voice: { livekit: { url: "ws://127.0.0.1:7880", api_key: devkey } }\n`;
  const dataDir = /^data_dir:.*$/m.exec(before)![0];
  await writeFile(file, `version: 1\n${dataDir}\n${livekit}`);
  const { yaml } = (await box.get(`${path}/file`)).body.data;
  assert.match(yaml, /\*\*\*1/);
  const { valid, problems } = (await box.post(`${path}/check`, { yaml })).body.data;
  assert.equal(valid, true, JSON.stringify(problems));
});
