import { streamWire } from "../../../../src/perception/streams/answers/stream-wire.ts";
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { type Clock, systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { ScopePreset } from "../../../../src/base/contract/scopes.ts";
import { EventLog } from "../../../../src/base/events/event-log.ts";
import { ApiKeys } from "../../../../src/base/keys/api-keys.ts";
import { AuditLog } from "../../../../src/base/keys/audit-log.ts";
import { Organisations } from "../../../../src/base/keys/organisations.ts";
import { SiteModes } from "../../../../src/perception/policies/site-mode.ts";
import { RobotService } from "../../../../src/robots/fleet/robot-service.ts";
import type { SiteBus } from "../../../../src/notifications/mqtt/site-bus.ts";
import { BusListener, type Heard } from "../../../support/notifications/bus-listener.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { commandActions } from "../../../../src/notifications/mqtt/command-actions-wire.ts";
import { commandTargets } from "../../../../src/notifications/mqtt/module.ts";
import { fakeIncidents } from "../../../support/notifications/fake-incidents.ts";
import { base, ScriptedSite, startBus } from "../../../support/notifications/make-bus.ts";
import { makeRobots, rover } from "../../../support/robots/make-robots.ts";
import { FakeVision } from "../../../support/perception/fake-vision.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import { visitor, yardRequest } from "../../../support/page/visitor.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { noBroker, startBroker } from "../../../support/notifications/mosquitto.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";
import { busCamera } from "../../../../src/notifications/mqtt/site-view-wire.ts";
import { auditPage } from "../../../../src/base/keys/audit-wire.ts";

const skip = noBroker;
const incidentId = "0192d5c0-0000-8000-8000-000000000001";

/** The bus with real robots, keys and audit log, as an appliance has them. */
async function makeRig(t: TestContext, preset: ScopePreset = "operator") {
  // Without the second a message waits for the acknowledgement of the one before, for up to 40 ms.
  const broker = await startBroker(t, ["allow_anonymous true", "set_tcp_nodelay true"]);
  const store = await makeStore(t);
  const about = { store, clock: systemClock, log: silentLogger };
  const events = new EventLog(about);
  await events.start();
  t.after(() => events.stop());
  const orgs = new Organisations(about);
  await orgs.ensure(["default", "other"]);
  const keys = new ApiKeys(about);
  const { key } = await keys.create({ org: "default", name: "mqtt", preset });
  const audit = new AuditLog({ ...about, retention: { maxAgeMs: 1e12, maxCount: 1000 } });
  const part = makeRobots({ ...about, events, dataDir: await tempDir(t) });
  await part.start();
  t.after(() => part.stop());
  const robots = new RobotService({ robots: part, store });
  await robots.put("default", "rover", rover);
  await until(() => robots.get("default", "rover")?.unit.state.connection === "online");
  const modes = new SiteModes(about);
  const incidents = fakeIncidents(incidentId, new Uint8Array());
  const perception = await PerceptionRig.make(t, { vision: new FakeVision(visitor) });
  await perception.submit({ ...yardRequest, recording: { mode: "continuous", pre_seconds: 7 } });
  const { streamService: streams } = perception;
  const { evidence } = perception;
  const targets = commandTargets({ incidents, evidence, modes, robots, streams });
  const commands = { keyId: key.id, keys, audit, actions: commandActions(targets) };
  const listener = await BusListener.join(t, broker.url);
  const connect = async (
    more: { keyId?: string; clock?: Clock; audit?: Pick<AuditLog, "add"> } = {},
  ): Promise<SiteBus> => {
    const view = new ScriptedSite();
    view.cameras = () =>
      streams
        .list("default", { limit: 10, offset: 0 })
        .items.map((stream) => busCamera(streamWire(stream), []));
    const bus = await startBus(t, {
      ...about,
      events,
      view,
      isDiscovered: true,
      url: broker.url,
      commands: { ...commands, ...more },
    });
    await until(() => bus.describe().isConnected);
    return bus;
  };
  const bus = await connect();
  let asked = 0;
  /** Sends a command and waits for its answer. */
  const ask = async (
    command: string,
    body: unknown = {},
    options: { retain?: boolean } = {},
  ): Promise<Heard> => {
    asked += 1;
    const correlation = `c${asked}`;
    const responseTopic = "panel/answers";
    await listener.publish(`${base}/commands/${command}`, body, {
      ...options,
      responseTopic,
      correlation,
    });
    return await listener.newest(responseTopic, (heard) => heard.correlation === correlation);
  };
  const codeOf = async (...what: Parameters<typeof ask>): Promise<string | undefined> =>
    (await ask(...what)).json.error?.code;
  return {
    keys,
    key,
    audit,
    robots,
    modes,
    streams,
    listener,
    broker,
    bus,
    reconnect: connect,
    ask,
    codeOf,
  };
}

test(
  "commands act as the configured key, through gate and lease, and are audited",
  { skip },
  async (t) => {
    const { ask, codeOf, modes, robots, audit, key } = await makeRig(t);
    assert.equal((await ask("mode", { mode: "home" })).json.data.mode, "home");
    assert.equal(modes.describe("default").keyId, key.id);
    assert.equal((await ask(`incidents/${incidentId}/acknowledge`, "")).json.ok, true);
    assert.equal((await ask(`incidents/${incidentId}/resolve`)).json.data.state, "resolved");

    const to = (x: number) => ({
      command: { command: "move_to", target: { frame: "map", x, y: 0 } },
    });
    const sent = (await ask("robots/rover/command", to(5))).json.data;
    assert.equal(sent.requested_by, key.id);
    assert.equal(sent.priority, "remote_operator");
    const outside = (await ask("robots/rover/command", to(50))).json.error;
    assert.equal(outside.code, "command_rejected");
    assert.equal(outside.details[0].rule, "outside_geofence");
    assert.match((await ask("robots/rover/stop")).json.data.done, /./);

    const local = {
      org: "default",
      keyId: "desk",
      priority: "local_operator",
      requestId: "r",
    } as const;
    await robots.takeLease(local, "rover", { ttlSec: 60 });
    assert.equal(await codeOf("robots/rover/command", to(1)), "lease_held");
    assert.equal(await codeOf("robots/rover/lease", {}), "lease_held");
    await robots.releaseLease(local, "rover");
    assert.equal((await ask("robots/rover/lease", {})).json.data.holder, key.id);
    assert.equal((await ask("robots/rover/release")).json.data.released, true);

    const entries = auditPage(audit, "default", { limit: 50, offset: 0 }).items;
    assert.equal(entries.length, 10);
    assert.ok(entries.every(({ actor }) => actor.key_id === key.id));
    const refused = entries.find(({ outcome }) => outcome.code === "command_rejected");
    assert.equal(refused?.action, "MQTT commands/robots/rover/command");
    assert.equal(refused?.outcome.status, 422);
  },
);

test(
  "a command sets the recording mode of a camera and keeps its other settings",
  { skip },
  async (t) => {
    const { ask, codeOf, streams } = await makeRig(t);
    const mode = (): string => streamWire(streams.get("default", "yard-cam")!).recording.mode;
    const { ok, data } = (await ask("cameras/yard-cam/recording", { mode: "off" })).json;
    assert.deepEqual([ok, data.recording.mode, mode()], [true, "off", "off"]);
    assert.deepEqual(Object.keys(data), ["stream_id", "recording"], "no address of the camera");
    await ask("cameras/yard-cam/recording", { mode: "incidents" });
    assert.equal(streamWire(streams.get("default", "yard-cam")!).recording.pre_seconds, 7);
    assert.equal(
      await codeOf("cameras/yard-cam/recording", { mode: "on" }),
      "invalid_request_body",
    );
    assert.equal(await codeOf("cameras/nobody/recording", { mode: "off" }), "not_found");
    assert.equal(mode(), "incidents");
  },
);

test(
  "Home Assistant's switch turns recording off, and on again in the mode that it had before",
  { skip },
  async (t) => {
    const { listener, streams, broker, bus, audit, codeOf } = await makeRig(t);
    const { json } = await listener.newest("gatehouse_box1_camera_yard-cam/config");
    const entity = json.components.recording_enabled;
    const mode = (): string => streamWire(streams.get("default", "yard-cam")!).recording.mode;
    const press = async (side: "payload_on" | "payload_off", shown: string): Promise<void> => {
      await listener.publish(entity.command_topic, entity[side]);
      await until(() => mode() === shown, { what: `recording ${shown}` });
      await listener.newest(entity.state_topic, (heard) => heard.json.recording === shown);
    };
    await press("payload_off", "off");
    await press("payload_on", "continuous");

    // Somebody changes the mode on the page; the state follows, and the switch restores that mode.
    await streams.patch("default", "yard-cam", { recording: { mode: "incidents" } });
    await listener.newest(entity.state_topic, (heard) => heard.json.recording === "incidents");
    await streams.patch("default", "yard-cam", { recording: { mode: "off" } });
    await listener.newest(entity.state_topic, (heard) => heard.json.recording === "off");
    await press("payload_on", "incidents");
    assert.equal(await codeOf("cameras/yard-cam/recording_enabled", { enabled: true }), undefined);
    assert.equal(mode(), "incidents", "a recording that is on keeps its mode");
    const { pre_seconds: preSec } = streamWire(streams.get("default", "yard-cam")!).recording;
    assert.equal(preSec, 7);

    // The broker starts again without its memory, and somebody changes the mode meanwhile.
    await press("payload_off", "off");
    await broker.kill();
    await until(() => !bus.describe().isConnected);
    await streams.patch("default", "yard-cam", { recording: { mode: "continuous" } });
    listener.heard.length = 0;
    await broker.start();
    await listener.newest(entity.state_topic, (heard) => heard.json.recording === "continuous");
    await until(() => bus.describe().isConnected && listener.isConnected);
    await press("payload_off", "off");

    const { items } = auditPage(audit, "default", { limit: 50, offset: 0 });
    assert.equal(items[0]?.action, "MQTT commands/cameras/yard-cam/recording_enabled");
  },
);

test("the recording switch refuses what is no switch, and unknown cameras", { skip }, async (t) => {
  const { ask, codeOf, streams } = await makeRig(t);
  const topic = "cameras/yard-cam/recording_enabled";
  for (const body of [{ enabled: "ON" }, { enabled: 1 }, { enabled: null }]) {
    const { code, param } = (await ask(topic, body)).json.error;
    assert.deepEqual([code, param], ["invalid_request_body", "enabled"]);
  }
  const mixed = (await ask(topic, { enabled: false, mode: "off" })).json.error;
  assert.deepEqual([mixed.code, mixed.param], ["invalid_request_body", "mode"]);
  assert.equal((await ask(topic, {})).json.error.param, "enabled");
  assert.equal(await codeOf(topic, "OFF"), "invalid_json");
  assert.equal(await codeOf(topic, { enabled: false }, { retain: true }), "retained_command");
  assert.equal(await codeOf("cameras/nobody/recording_enabled", { enabled: false }), "not_found");
  assert.equal(streamWire(streams.get("default", "yard-cam")!).recording.mode, "continuous");
  await streams.remove("default", "yard-cam");
  assert.equal(await codeOf(topic, { enabled: false }), "conflict");
});

test("what is malformed, unknown or from the past is refused with a code", { skip }, async (t) => {
  const { ask, codeOf, listener, modes, keys, key, bus } = await makeRig(t);
  assert.equal(await codeOf("mode", "{"), "invalid_json");
  assert.equal(await codeOf("mode", Buffer.from([0xff, 0xfe])), "invalid_json");
  const wrong = (await ask("mode", { mode: "asleep" })).json.error;
  assert.deepEqual([wrong.code, wrong.param], ["invalid_request_body", "mode"]);
  assert.equal(await codeOf("mode", []), "invalid_request_body");
  assert.equal(await codeOf("mode", `"${"x".repeat(70_000)}"`), "request_too_large");
  assert.equal(await codeOf("nothing/of/the/kind"), "not_found");
  assert.equal(await codeOf("robots/nobody/stop"), "not_found");
  assert.equal(await codeOf("incidents/..%2f/resolve"), "not_found");
  assert.equal(await codeOf(`incidents/${incidentId.replace("1", "2")}/resolve`), "not_found");
  assert.equal(await codeOf("mode", { mode: "disarmed" }, { retain: true }), "retained_command");
  assert.equal(modes.describe("default").mode, "armed");
  assert.deepEqual(bus.describe().commands, { done: 0, refused: 10 });

  // An answer never goes where it could be taken for the box's own word, or for a command.
  await listener.publish(`${base}/commands/mode`, "{", { responseTopic: `${base}/commands/mode` });
  const own = await listener.newest("box1/answers");
  assert.equal(own.json.error.code, "invalid_json");

  await keys.revoke(key.id);
  assert.equal(await codeOf("robots/rover/stop"), "api_key_revoked");
});

test(
  "a retained command is met again by each new connection, and refused again",
  { skip },
  async (t) => {
    const { ask, modes, listener, bus, reconnect } = await makeRig(t);
    await ask("mode", { mode: "disarmed" }, { retain: true });
    await bus.stop();
    const again = await reconnect();
    await until(() => again.describe().commands?.refused === 1);
    assert.equal(modes.describe("default").mode, "armed");
    await until(() => listener.under("panel/answers").length === 2);
    const codes = listener.under("panel/answers").map(({ json }) => json.error.code);
    assert.deepEqual(codes, ["retained_command", "retained_command"]);
  },
);

test(
  "a key does what its scopes allow, and nothing for another organisation",
  { skip },
  async (t) => {
    const { codeOf, keys, reconnect, bus } = await makeRig(t, "viewer");
    assert.equal(await codeOf("mode", { mode: "home" }), "insufficient_scope");
    const recording = await codeOf("cameras/yard-cam/recording", { mode: "off" });
    assert.equal(recording, "insufficient_scope");
    const turned = await codeOf("cameras/yard-cam/recording_enabled", { enabled: false });
    assert.equal(turned, "insufficient_scope");
    await bus.stop();
    const other = await keys.create({ org: "other", name: "theirs", preset: "admin" });
    await reconnect({ keyId: other.key.id });
    assert.equal(await codeOf("mode", { mode: "home" }), "invalid_api_key");
  },
);

test("too many commands in a minute are refused, a stop never is", { skip }, async (t) => {
  const clock = new FakeClock();
  const { codeOf, bus, reconnect } = await makeRig(t);
  await bus.stop();
  await reconnect({ clock, audit: { add: () => Promise.resolve() } });
  for (let n = 0; n < 120; n += 1) assert.equal(await codeOf("mode", "{"), "invalid_json");
  assert.equal(await codeOf("mode", { mode: "home" }), "rate_limited");
  assert.equal(await codeOf("robots/rover/stop"), undefined);
  clock.advance(60_000);
  assert.equal(await codeOf("mode", { mode: "home" }), undefined);
});
