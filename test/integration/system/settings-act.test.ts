import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { askAppliance } from "../../../src/system/admin/admin-client.ts";
import type { AppliedWire } from "../../../src/system/config/wire/site-file.ts";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { freePort, opens } from "../../support/system/ports.ts";
import { until } from "../../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { type MockCloud, startMockCloud } from "../../support/mock-cloud/mock-cloud.ts";
import { startOtlpReceiver } from "../../support/system/otlp-receiver.ts";

const streams = "/api/v1/surveillance/streams";
const patient = { deadlineMs: 120_000, everyMs: 200 };
const corner = [
  [0, 0],
  [0.2, 0],
  [0.2, 0.2],
];

let box: Appliance;
let camera: RtspServer;
let cloud: MockCloud;
let traces: Awaited<ReturnType<typeof startOtlpReceiver>>;

before(async () => {
  camera = await startRtspServer({ size: "320x180", fps: 10 });
  cloud = await startMockCloud();
  traces = await startOtlpReceiver();
  const yaml = "models: { default: motion }\nlimits: { reads_per_minute: 100000 }";
  box = await startAppliance({ yaml });
});

after(async () => {
  await box?.stop();
  await camera?.stop();
  await cloud?.stop();
  traces?.stop();
});

/** Adds a camera on which something moves, and returns the incident that it raises. */
async function incidentOf(id: string): Promise<string> {
  const { status, body } = await box.post(streams, {
    stream_id: id,
    source: { type: "rtsp", url: camera.url },
    motion: { mode: "always" },
    context: { zones: { yard: { xyxy: [0, 0, 1, 1] } } },
    behaviors: [{ type: "crowding", zone: "yard", min_count: 1, severity: "critical" }],
    // With a mask, viewers get video only where the box may encode it again.
    masks: [{ polygon: corner }],
  });
  assert.equal(status, 202, JSON.stringify(body));
  const list = `/api/v1/surveillance/incidents?stream_id=${id}`;
  const incidents = async () => (await box.get(list)).body.data.data as { id: string }[];
  await until(async () => (await incidents()).length > 0, { ...patient, what: `incident: ${id}` });
  return (await incidents())[0]!.id;
}

const stepsOf = async (incident: string): Promise<unknown[]> => {
  const { body } = await box.get(`/api/v1/surveillance/incidents/${incident}/escalation`);
  return body.data?.steps ?? [];
};

const narrationOf = async (incident: string): Promise<unknown> =>
  (await box.get(`/api/v1/surveillance/incidents/${incident}`)).body.data.narration;

/** Names of the files that the box has spoken into. */
const spoken = (): Promise<string[]> =>
  readdir(join(box.dataDir, "announcements/yard")).catch(() => []);

async function videoStatus(id: string): Promise<number> {
  const answer = await box.fetch(`${streams}/${id}/live-video.mp4`);
  await answer.body?.cancel();
  return answer.status;
}

test("narration, escalation, announcements, traces, ONVIF and transcodes act without a restart", async () => {
  const [rtspPort, onvifPort] = [await freePort(), await freePort()];
  const { pid } = box;
  const earlier = await incidentOf("earlier");
  assert.deepEqual(await stepsOf(earlier), []);
  assert.equal(await videoStatus("earlier"), 409);
  assert.equal(await opens(onvifPort), false);
  const { file, yaml: text } = (await box.get("/api/v1/system/configuration/file")).body.data;
  const yaml = `version: 1
${/^data_dir:.*$/m.exec(text)![0]}
server: { port: 0 }
allow_loopback_cameras: true
models: { default: motion }
limits: { reads_per_minute: 100000 }
perception: { narration: info, live_transcodes: 1 }
uplink:
  endpoints: [{ name: lan, kind: openai-compatible, url: "${cloud.baseUrls.compatible}", data: [incident] }]
  routes: { vision: [{ endpoint: lan, model: small }] }
voice: { announce_incidents: warning, speakers: [{ name: yard, sink: file }] }
escalation: { min_severity: info, steps: [{ after_minutes: 1, to: [voice] }] }
tracing: { otlp_endpoint: "${traces.url}" }
rtsp: { enabled: true, plain: true, plain_port: ${rtspPort} }
onvif_device: { enabled: true, plain: true, plain_port: ${onvifPort}, port: 0 }
`;
  await writeFile(file, yaml);
  const applied = await askAppliance(box.dataDir, { method: "config.apply", params: {} });
  assert.deepEqual(applied.isRunning && (applied.result as AppliedWire).waiting, []);
  assert.equal(await opens(onvifPort), true, "ONVIF");
  const later = await incidentOf("later");
  await until(async () => (await stepsOf(later)).length > 0, { ...patient, what: "escalation" });
  await until(async () => (await spoken()).length > 0, { ...patient, what: "an announcement" });
  await until(async () => Boolean(await narrationOf(later)), { ...patient, what: "a narration" });
  await until(() => traces.spans.length > 0, { ...patient, what: "a trace" });
  await until(async () => (await videoStatus("later")) === 200, { ...patient, what: "video" });
  assert.equal(await narrationOf(earlier), null);
  assert.equal(box.pid, pid);
});
