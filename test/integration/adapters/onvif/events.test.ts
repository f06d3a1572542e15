import assert from "node:assert/strict";
import { createServer } from "node:net";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import onvif from "onvif";
import { OnvifAdapter } from "../../../../src/adapters/onvif/onvif-cameras.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { CameraEvents } from "../../../../src/cameras/events/camera-events.ts";
import type {
  CameraEvent,
  CameraEventsStatus,
} from "../../../../src/cameras/events/camera-event.ts";
import type { EventQuirks } from "../../../support/cameras/onvif/onvif-events.ts";
import {
  type OnvifDevice,
  type OnvifDeviceOptions,
  startOnvifDevice,
} from "../../../support/cameras/onvif/onvif-device.ts";
import { until } from "../../../support/box/wait.ts";

/** An event as the npm package reports it. */
interface NpmEvent {
  topic: { _: string };
  message: { message: { data: { simpleItem: { $: { Value: unknown } } } } };
}

const deadlineMs = 30_000;
const cellMotion = "tns1:RuleEngine/CellMotionDetector/Motion";
const source = { VideoSourceConfigurationToken: "v1", Rule: "Yard" };

async function deviceOf(t: TestContext, options: OnvifDeviceOptions = {}): Promise<OnvifDevice> {
  const events = { addressing: true, ...options.events };
  const device = await startOnvifDevice({ ...options, events });
  t.after(() => device.stop());
  return device;
}

/** Follows the device's events as streams do. */
function follow(
  t: TestContext,
  { url }: { url: string },
  who: { username?: string; password?: string } = {},
) {
  const onvif = new OnvifAdapter({ log: silentLogger, wallMs: () => Date.now() });
  const feed = new CameraEvents({ onvif, clock: systemClock, random: () => 0 });
  t.after(() => feed.stop());
  const events: CameraEvent[] = [];
  const states: CameraEventsStatus[] = [];
  const camera = { kind: "rtsp", url: "rtsp://127.0.0.1:9/main", onvifUrl: url, ...who } as const;
  const listener = {
    onEvents: (more: readonly CameraEvent[]) => void events.push(...more),
    onStatus: (status: CameraEventsStatus) => void states.push(status),
  };
  const end = feed.follow(camera, listener);
  const isIn = (state: string) => () => states.at(-1)?.state === state;
  return { feed, camera, listener, events, states, isIn, end };
}

function move(device: OnvifDevice, isMotion: boolean): void {
  device.events.emit({ topic: cellMotion, source, data: { IsMotion: String(isMotion) } });
}

for (const auth of ["token", "digest"] as const) {
  test(`a camera that signs in by ${auth} with a wrong clock reports the begin and the end of motion`, async (t) => {
    const who = { username: "admin", password: "s3cret" };
    const device = await deviceOf(t, { auth, clockOffsetMs: -3 * 3_600_000, ...who });
    const { events, isIn, end } = follow(t, device, who);
    await until(isIn("subscribed"), { deadlineMs });
    move(device, true);
    move(device, false);
    await until(() => events.length === 2, { deadlineMs });
    assert.deepEqual(
      events.map(({ kind, active, isInitial, name }) => ({ kind, active, isInitial, name })),
      [
        { kind: "motion", active: true, isInitial: false, name: "Yard" },
        { kind: "motion", active: false, isInitial: false, name: "Yard" },
      ],
    );
    assert.equal(events[0]!.key, events[1]!.key);
    end();
    await until(() => device.events.ended === 1, { deadlineMs });
  });
}

const quirks: Readonly<Record<string, EventQuirks>> = {
  "that wants its reference parameter back": { reference: true },
  "that refuses relative times": { relativeTimes: false },
  "that states an end in the past": { statedSec: -3600 },
  "that does not repeat its states": { synchronises: false },
  "that answers at once without events": { empty: "at once" },
  "that ends the connection in place of an empty answer": { empty: "hang up" },
  "that allows one subscription": { limit: 1 },
};

for (const [name, events] of Object.entries(quirks)) {
  test(`a camera ${name} reports its events`, async (t) => {
    const device = await deviceOf(t, { events });
    const followed = follow(t, device);
    await until(followed.isIn("subscribed"), { deadlineMs });
    const before = device.operations.length;
    // Lets it meet at least one answer without events first.
    await until(() => device.operations.length > before, { deadlineMs });
    move(device, true);
    await until(() => followed.events.some(({ active }) => active === true), { deadlineMs });
    assert.equal(device.events.open, 1);
  });
}

test("a camera that names an address behind NAT, or a port that is closed, is asked at its own", async (t) => {
  const unused = createServer().listen(0, "127.0.0.1");
  await once(unused, "listening");
  const { port } = unused.address() as { port: number };
  unused.close();
  await once(unused, "close");
  for (const options of [{ namedHost: "10.99.99.99" }, { events: { port } }]) {
    const device = await deviceOf(t, options);
    const followed = follow(t, device);
    await until(followed.isIn("subscribed"), { deadlineMs });
    move(device, true);
    await until(() => followed.events.length > 0, { deadlineMs });
    followed.end();
  }
});

test("a camera that cannot list its streams reports its events all the same", async (t) => {
  const override = (name: string) =>
    name === "GetProfiles" ? { status: 500, body: "" } : undefined;
  const device = await deviceOf(t, { override });
  const followed = follow(t, device);
  await until(followed.isIn("subscribed"), { deadlineMs });
  move(device, true);
  await until(() => followed.events.length > 0, { deadlineMs });
});

test("a subscription that pulling does not prolong is renewed, and made again where the camera cannot", async (t) => {
  const renewing = await deviceOf(t, { events: { lifetimeMs: 2500 } });
  const other = await deviceOf(t, { events: { lifetimeMs: 2500, renew: false } });
  const [kept, replaced] = [follow(t, renewing), follow(t, other)];
  await until(kept.isIn("subscribed"), { deadlineMs });
  const count = (device: OnvifDevice, name: string) =>
    device.operations.filter((one) => one === name).length;
  await until(() => count(renewing, "Renew") >= 3, { deadlineMs });
  await until(() => other.events.made >= 3, { deadlineMs });
  assert.equal(renewing.events.made, 1, "renewing keeps the subscription");
  for (const [device, { events, states }] of [
    [renewing, kept],
    [other, replaced],
  ] as const) {
    move(device, true);
    await until(() => events.some(({ active }) => active === true), { deadlineMs });
    assert.ok(states.every(({ state }) => state === "connecting" || state === "subscribed"));
    assert.ok(device.events.open <= 1);
  }
});

test("after a restart of the camera the box subscribes again, and learns what holds then", async (t) => {
  const device = await deviceOf(t);
  const { port } = device;
  const { events, states, isIn } = follow(t, device);
  await until(isIn("subscribed"), { deadlineMs });
  device.events.reboot();
  await until(isIn("retrying"), { deadlineMs });
  assert.match(states.at(-1)!.problem!.message, /no such subscription/);
  await until(isIn("subscribed"), { deadlineMs });

  await device.stop();
  await until(isIn("retrying"), { deadlineMs });
  assert.equal(states.at(-1)!.problem!.code, "stream_unreachable");
  const again = await startOnvifDevice({ events: {}, port });
  t.after(() => again.stop());
  move(again, true);
  await until(() => events.length > 0, { deadlineMs });
  assert.deepEqual([events[0]!.active, events[0]!.isInitial], [true, true]);
});

test("a wrong password and a camera without events are states that are not tried again soon", async (t) => {
  const device = await deviceOf(t, { username: "admin", password: "s3cret" });
  const refused = follow(t, device, { username: "admin", password: "wrong" });
  await until(refused.isIn("refused"), { deadlineMs });
  assert.equal(refused.states.at(-1)!.problem!.code, "stream_auth_failed");
  const plain = await startOnvifDevice();
  t.after(() => plain.stop());
  const without = follow(t, plain);
  await until(without.isIn("unsupported"), { deadlineMs });
  assert.equal(without.states.at(-1)!.problem!.code, "onvif_no_events");
  const full = await deviceOf(t, { events: { limit: 0 } });
  const waiting = follow(t, full);
  await until(waiting.isIn("retrying"), { deadlineMs });
  assert.match(waiting.states.at(-1)!.problem!.message, /too many subscriptions/);
});

test("the npm package `onvif` hears of the device what the box hears", async (t) => {
  const who = { username: "admin", password: "s3cret" };
  const device = await deviceOf(t, { ...who, events: { addressing: false } });
  const followed = follow(t, device, who);
  const { Cam } = onvif;
  const heard: { topic: string; state: unknown }[] = [];
  const camera = new Cam({ hostname: "127.0.0.1", port: device.port, ...who, autoconnect: false });
  await promisify(camera.connect.bind(camera))();
  camera.on("event", ({ topic, message }: NpmEvent) => {
    heard.push({ topic: topic._, state: message.message.data.simpleItem.$.Value });
  });
  await until(() => device.events.open === 2, { deadlineMs });
  move(device, true);
  await until(() => heard.length === 1 && followed.events.length === 1, { deadlineMs });
  move(device, false);
  await until(() => heard.length === 2 && followed.events.length === 2, { deadlineMs });
  assert.deepEqual(
    heard.map(({ topic, state }) => [topic, state]),
    followed.events.map(({ active }) => [cellMotion, active]),
  );
  camera.removeAllListeners("event");
  await until(() => device.events.open === 1, { deadlineMs });
});

for (const media2 of [false, true]) {
  test(`streams of a recorder get the events of their own channel (media service ${media2 ? 2 : 1})`, async (t) => {
    const url = (path: string): string => `rtsp://10.9.9.9:554/${path}`;
    const streams = [
      { token: "a", url: url("ch?n=1"), source: "vs1" },
      { token: "b", url: url("ch?n=2"), source: "vs2" },
      { token: "c", url: url("ch?n=2&sub"), source: "vs2" },
    ];
    const device = await deviceOf(t, { streams, media2 });
    const { feed, camera } = follow(t, device);
    const open = (path: string) => {
      const events: CameraEvent[] = [];
      const states: CameraEventsStatus[] = [];
      feed.follow(
        { ...camera, url: `rtsp://127.0.0.1:554/${path}` },
        { onEvents: (more) => void events.push(...more), onStatus: (one) => void states.push(one) },
      );
      return { events, states };
    };
    const [one, two, other] = [open("ch?n=1"), open("ch?n=2&sub"), open("unknown")];
    await until(() => one.states.at(-1)?.state === "subscribed", { deadlineMs });
    assert.equal(other.states.at(-1)?.state, "unsupported");
    assert.match(other.states.at(-1)!.problem!.message, /several cameras/);
    for (const [name, value] of [
      ["Source", "vs1"],
      ["VideoSourceConfigurationToken", "vs2c"],
      ["VideoSourceConfigurationToken", "vs9"],
    ] as const) {
      const data = { State: "true" };
      device.events.emit({
        topic: "tns1:VideoSource/MotionAlarm",
        source: { [name]: value },
        data,
      });
    }
    const data = { LogicalState: "true" };
    device.events.emit({ topic: "tns1:Device/Trigger/DigitalInput", data });
    const kinds = ({ events }: { events: CameraEvent[] }) =>
      events.map(({ kind, sources }) => [kind, ...sources]);
    await until(() => one.events.length === 2 && two.events.length === 2, { deadlineMs });
    assert.deepEqual(kinds(one), [["motion", "vs1"], ["digital_input"]]);
    assert.deepEqual(kinds(two), [["motion", "vs2c"], ["digital_input"]]);
    assert.deepEqual(kinds(other), [["digital_input"]]);
    assert.equal(device.events.made, 1);
  });
}

test("streams of one camera share one subscription until the last of them ends", async (t) => {
  const device = await deviceOf(t);
  const { feed, camera, listener, end, isIn, events } = follow(t, device);
  await until(isIn("subscribed"), { deadlineMs });
  move(device, true);
  await until(() => events.length === 1, { deadlineMs });
  const endSecond = feed.follow(camera, { ...listener });
  assert.deepEqual([events.length, events[1]?.isInitial], [2, true], "it learns what holds");
  end();
  move(device, false);
  await until(() => events.length === 3, { deadlineMs });
  assert.deepEqual([device.events.made, device.events.ended], [1, 0]);
  endSecond();
  await until(() => device.events.ended === 1, { deadlineMs });
});
