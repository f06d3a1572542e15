import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { Ajv } from "ajv";
import { busTopics } from "../../../../src/notifications/mqtt/wire/mqtt.ts";
import type { NewEvent } from "../../../../src/base/events/event.ts";
import type { Job } from "../../../../src/base/jobs/job.ts";
import { TelemetryHub, type TelemetryWire } from "../../../../src/robots/fleet/telemetry-wire.ts";
import { BusListener } from "../../../support/notifications/bus-listener.ts";
import { busCamera, busRig, busRobot, makeLog } from "../../../support/notifications/bus-rig.ts";
import { siteCa } from "../../../support/notifications/https-receiver.ts";
import { base, makeBus, startBus } from "../../../support/notifications/make-bus.ts";
import {
  noBroker,
  startBroker,
  type TestBroker,
} from "../../../support/notifications/mosquitto.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const skip = noBroker;
let broker: TestBroker;
const endings: (() => void | Promise<void>)[] = [];
before(async () => {
  if (skip) return;
  broker = await startBroker({ after: (run) => void endings.push(run as () => void) });
});
test.after(async () => {
  for (const end of endings) await end();
});

function incident(n: number, more: Partial<NewEvent> = {}): NewEvent {
  const data = { id: `i${n}`, type: "intrusion", severity: "warning", stream_id: "gate" };
  return { org: "default", type: "incident.created", streamId: "gate", data, ...more };
}

test(
  "everything that is told follows the topic table, and a newcomer gets how things stand",
  { skip },
  async (t) => {
    const telemetry = new TelemetryHub();
    const { listener, view, events } = await busRig(t, broker, { telemetry });
    view.cameraList = [busCamera];
    view.robotList = [busRobot];
    const alarm = { type: "fall", severity: "critical", summary: "A fall.", since: 5 } as const;
    view.alarmList = [{ alarm_id: "incident-1", ...alarm }];
    await listener.newest("cameras/gate");
    await events.append(incident(1));
    await listener.newest("events/incident.created");
    const sent = { robot_id: "rover", lease: { holder: "key" }, pose: null } as unknown;
    telemetry.publish({ org: "default", robots: [sent as TelemetryWire] });
    const told = await listener.newest("rover/telemetry");
    assert.equal(told.qos, 0);
    assert.equal("lease" in told.json, false);

    const ajv = new Ajv({ strict: false });
    for (const { topic, json, qos } of listener.heard.filter((each) =>
      each.topic.startsWith(base),
    )) {
      const rest = topic.slice(base.length + 1);
      const row = busTopics.find((each) =>
        new RegExp(`^${each.topic.replaceAll(/<\w+>/g, "[^/]+")}$`).test(rest),
      );
      assert.ok(row, rest);
      assert.equal(row.qos, qos, rest);
      if (row.payload) assert.ok(ajv.validate(row.payload, json), `${rest}: ${ajv.errorsText()}`);
    }
    const late = await BusListener.join(t, broker.url);
    const kept = (): string[] =>
      late.heard.filter((each) => each.topic.startsWith(base)).map(({ topic }) => topic);
    await until(() => kept().length >= 6, { what: "what the broker keeps" });
    assert.deepEqual(
      kept().toSorted(),
      ["alarms/incident-1", "availability", "box", "cameras/gate", "mode", "robots/rover"].map(
        (each) => `${base}/${each}`,
      ),
    );
  },
);

test(
  "the broker says offline for a box that is gone, and the box says so when it stops",
  { skip },
  async (t) => {
    const { listener, gate, bus } = await busRig(t, broker);
    const said = (): string[] => listener.under("/availability").map(({ text }) => text);
    await until(() => said().at(-1) === "online");
    gate.close();
    await until(() => said().at(-1) === "offline", { what: "the last will" });
    gate.open();
    await until(() => said().at(-1) === "online");
    await bus.stop();
    await until(() => said().at(-1) === "offline", { what: "the last will" });
  },
);

test(
  "nothing is lost while the broker is away, and the backlog says how much waits",
  { skip },
  async (t) => {
    const own = await startBroker(t);
    const { listener, gate, bus, events } = await busRig(t, own);
    await listener.newest("/availability");
    gate.close();
    await until(() => !bus.describe().isConnected);
    await own.kill();
    for (let n = 0; n < 60; n += 1) await events.append(incident(n));
    assert.equal(bus.describe().backlog, 60);
    assert.notEqual(bus.describe().problem, null);
    await own.start();
    await until(() => listener.isConnected);
    // The broker remembered nothing: the listener's subscription is back before the box is.
    await listener.publish("probe", "1");
    await listener.newest("probe");
    gate.open();
    await until(() => bus.describe().backlog === 0, { what: "an empty backlog" });
    await until(() => listener.events().length >= 60);
    assert.deepEqual(
      listener.events().map(({ json }) => json.data.id),
      Array.from({ length: 60 }, (_, n) => `i${n}`),
    );
    assert.equal((await listener.newest("/availability")).text, "online");
    assert.equal(bus.describe().problem, null);
  },
);

test(
  "what was not acknowledged is sent again with the same event id after a restart",
  { skip },
  async (t) => {
    const { listener, gate, bus, events, parts } = await busRig(t, broker);
    await listener.newest("/availability", ({ text }) => text === "online");
    await events.append(incident(1));
    await until(() => bus.describe().acknowledged === 1);
    gate.holdsAnswers = true;
    await events.append(incident(2));
    await until(() => listener.events().length === 2);
    await bus.stop();
    gate.holdsAnswers = false;
    await startBus(t, parts);
    await until(() => listener.events().length === 3);
    const [first, second, again] = listener.events().map(({ json }) => json.event_id);
    assert.equal(again, second);
    assert.notEqual(first, second);
  },
);

test(
  "another organisation, jobs about health, and what is personal stay off the bus",
  { skip },
  async (t) => {
    const jobs: Partial<Job>[] = [
      { id: "j1", type: "clinical.risk", status: "completed", error: null, tags: {} },
      {
        id: "j2",
        type: "ad.generation",
        status: "failed",
        error: { code: "content_rejected", message: "quotes the prompt", retryable: false },
        tags: {},
      },
    ];
    const get = (_: string, id: string): Job => jobs.find((each) => each.id === id) as Job;
    const { listener, bus, events } = await busRig(t, broker, { jobs: { get } });
    await listener.newest("/availability", ({ text }) => text === "online");
    await events.append(incident(1, { org: "other" }));
    await events.append(incident(2, { type: "incident.updated", delivery: ["webhook"] }));
    await events.append({ org: "default", type: "job.completed", jobId: "j1", data: {} });
    await events.append({ org: "default", type: "job.failed", jobId: "j2", data: {} });
    const data = { id: "i3", notes: [{ text: "Anna was here" }], snapshot_url: "http://signed" };
    await events.append(incident(3, { data: { ...data, acknowledged_by: "key1" } }));
    await until(() => bus.describe().backlog === 0);
    await until(() => listener.events().length === 2);
    const [job, third] = listener.events();
    assert.deepEqual(job!.json.data, {
      id: "j2",
      type: "ad.generation",
      status: "failed",
      error: { code: "content_rejected" },
      tags: {},
    });
    assert.deepEqual(third!.json.data, { id: "i3" });
  },
);

test(
  "a camera that is gone is cleared, also when it went while the box was off",
  { skip },
  async (t) => {
    const { listener, view, bus, parts } = await busRig(t, broker, { isDiscovered: true });
    view.cameraList = [busCamera, { ...busCamera, stream_id: "dock:1" }];
    const gateConfig = "homeassistant/device/gatehouse_box1_camera_gate/config";
    await listener.newest(gateConfig);
    await listener.newest("cameras/dock:1");
    view.cameraList = [busCamera];
    await listener.newest("cameras/dock:1", ({ text }) => text === "");
    await until(() =>
      listener.heard.some(({ topic, text }) => /dock_1_\w{6}\/config/.test(topic) && text === ""),
    );
    await bus.stop();
    view.cameraList = [];
    await startBus(t, parts);
    await listener.newest(gateConfig, ({ text }) => text === "");
    await listener.newest("cameras/gate", ({ text }) => text === "");
  },
);

test(
  "pictures of cameras are kept by the broker as they are, and cleared with their camera",
  { skip },
  async (t) => {
    const { listener, view } = await busRig(t, broker);
    const jpeg = Buffer.from([0xff, 0xd8, 0x00, 0x80, 0xff, 0xd9]);
    view.cameraList = [busCamera];
    view.pictureMap = new Map([["gate", jpeg]]);
    await listener.newest("cameras/gate/picture", ({ bytes }) => bytes.equals(jpeg));
    const late = await BusListener.join(t, broker.url);
    const { isRetained, bytes } = await late.newest("cameras/gate/picture");
    assert.deepEqual([isRetained, bytes], [true, jpeg]);
    const next = Buffer.from([0xff, 0xd8, 0x01, 0xff, 0xd9]);
    view.pictureMap = new Map([["gate", next]]);
    await late.newest("cameras/gate/picture", ({ bytes: newer }) => newer.equals(next));
    view.cameraList = [];
    view.pictureMap = new Map();
    await late.newest("cameras/gate/picture", ({ bytes: last }) => last.length === 0);
    assert.equal(late.under("cameras/gate/picture").length, 3, "each picture is sent once");
  },
);

test(
  "a broker with TLS, a password and client certificates is reached, and wrong ones are told in words",
  { skip },
  async (t) => {
    const dir = await tempDir(t);
    const { caFile, cert, key } = siteCa();
    writeFileSync(join(dir, "cert.pem"), cert);
    writeFileSync(join(dir, "key.pem"), key, { mode: 0o600 });
    writeFileSync(join(dir, "users"), "box:right\n", { mode: 0o600 });
    execFileSync("mosquitto_passwd", ["-U", join(dir, "users")]);
    const own = await startBroker(t, [
      `cafile ${caFile}`,
      `certfile ${join(dir, "cert.pem")}`,
      `keyfile ${join(dir, "key.pem")}`,
      "require_certificate true",
      "allow_anonymous false",
      `password_file ${join(dir, "users")}`,
    ]);
    const log = await makeLog(t);
    const ca = readFileSync(caFile, "utf8");
    const url = own.url.replace("mqtt:", "mqtts:");
    const right = { ca, cert, key, username: "box", password: "right" };
    const problems: [Partial<typeof right>, RegExp][] = [
      [{ ...right, password: "wrong" }, /not authorized|bad user name/i],
      [{ cert, key, username: "box", password: "right" }, /certificate/i],
      [{ ca, username: "box", password: "right" }, /certificate|lost|closed|hang/i],
    ];
    for (const [reached, words] of problems) {
      const bus = makeBus({ ...log, url, reached });
      await bus.start(new AbortController().signal);
      await until(() => bus.describe().problem !== "not connected yet");
      assert.match(String(bus.describe().problem), words);
      await bus.stop();
    }
    const bus = await startBus(t, { ...log, url, reached: right });
    await until(() => bus.describe().isConnected);
  },
);
