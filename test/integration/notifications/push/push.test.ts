import { deviceOrder } from "../../../../src/notifications/push/push-wire.ts";
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { Schedule } from "../../../../src/perception/core/schedule.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { until } from "../../../support/box/wait.ts";
import { anna, everything, makePush } from "../../../support/notifications/make-push.ts";
import { PushService } from "../../../support/notifications/push-service.ts";
import { egressPage } from "../../../../src/uplink/egress-wire.ts";

const serviceOf = (t: TestContext) => new PushService().start(t);
const names = ({ received }: PushService): string[] =>
  received.map(({ deviceId, payload }) => `${deviceId} ${payload.incident_id}`).toSorted();
const page = { limit: 10, offset: 0 };

test("a device decrypts an incident's type, camera, time and severity, and the egress log has it", async (t) => {
  const service = await serviceOf(t);
  const made = await makePush(t, { service });
  await made.subscribe("phone", { language: "fr" });
  await made.raise("inc-1", { severity: "critical" });
  const [{ payload, ttlSec, urgency } = { payload: undefined }] = await service.count(1);
  const { at, ...rest } = payload!;
  assert.deepEqual(rest, {
    v: 1,
    kind: "incident",
    language: "fr",
    site: "North",
    incident_id: "inc-1",
    type: "intrusion",
    severity: "critical",
    source: "gate",
  });
  assert.ok(Math.abs(at - Date.now() / 1000) < 60);
  assert.ok(ttlSec! > 3500 && ttlSec! <= 3600);
  assert.equal(urgency, "high");
  const logged = () => egressPage(made.egress, "default", page).items[0]!;
  await until(() => logged().outcome !== "sent");
  const { endpoint, host, capability, data_class: kind, job_id: job, outcome } = logged();
  const expected = ["push", service.host, "push", "incident", "inc-1", "ok"];
  assert.deepEqual([endpoint, host, capability, kind, job, outcome], expected);
});

test("a message names a camera or robot by its display name, and links a robot by its id", async (t) => {
  const service = await serviceOf(t);
  const made = await makePush(t, { service });
  await made.subscribe("phone", {});
  await made.raise("inc-1", { stream_name: "Nordtor 北門" });
  const robot = { robot_id: "r1", robot_name: "Rover", type: "battery_low", severity: "warning" };
  await made.events.append({ org: "default", type: "robot.incident", data: { id: "r", ...robot } });
  const payloads = (await service.count(2)).map(({ payload }) => payload);
  const [camera, rover] = payloads.toSorted((a, b) => Number("robot" in a) - Number("robot" in b));
  assert.deepEqual([camera!.source, rover!.source], ["Nordtor 北門", "Rover"]);
  assert.equal(rover!.robot, "r1");
});

test("each device gets the severities and cameras that it chose, and none in its quiet hours", async (t) => {
  const service = await serviceOf(t);
  const made = await makePush(t, { service });
  const always = { time_zone: "UTC", windows: [{ from: "00:00", to: "24:00" }] };
  await made.subscribe("all", { min_severity: "info" });
  await made.subscribe("critical", { min_severity: "critical" });
  await made.subscribe("yard", { camera_ids: ["yard"] });
  await made.subscribe("asleep", { quiet_hours: always });
  await made.subscribe("silent", { quiet_hours: always, critical_in_quiet_hours: false });
  await made.raise("a", { severity: "info" });
  await made.raise("b", { stream_id: "yard" });
  await made.raise("c", { severity: "critical" });
  await service.count(6);
  await until(() => made.push.counts().waiting === 0);
  const expected = ["all a", "all b", "all c", "asleep c", "critical c", "yard b"];
  assert.deepEqual(names(service), expected);
});

test("people get only incidents of cameras that they may see, and nothing once they are gone", async (t) => {
  const service = await serviceOf(t);
  let owner: typeof everything | undefined = { maySee: (id) => id === "yard", seesAll: false };
  const made = await makePush(t, { service, parts: { ownerOf: () => owner } });
  await made.subscribe("phone");
  await made.raise("hidden");
  await made.raise("shown", { stream_id: "yard" });
  await service.count(1);
  owner = undefined;
  await made.raise("after", { stream_id: "yard" });
  owner = everything;
  await made.raise("last");
  await service.count(2);
  assert.deepEqual(names(service), ["phone last", "phone shown"]);
});

test("a device that unsubscribed at its push service is removed", async (t) => {
  for (const status of [404, 410]) {
    const service = await serviceOf(t);
    service.status = status;
    const made = await makePush(t, { service });
    await made.subscribe("phone");
    await made.raise("a");
    await until(() => made.push.list(anna).length === 0);
    assert.equal(made.push.counts().waiting, 0);
  }
});

test("messages wait while the service is away, survive a restart, and arrive once", async (t) => {
  const service = await serviceOf(t);
  const port = Number(service.host.split(":")[1]);
  const clock = new FakeClock(Date.now());
  const first = await makePush(t, { service, clock });
  await first.subscribe("phone");
  await service.stop();
  await first.raise("a");
  await until(() => first.push.list(anna)[0]!.device.lastError !== null);
  await first.stop();
  const second = await makePush(t, { service, clock, dir: first.dir });
  assert.equal(second.push.list(anna)[0]!.waiting, 1);
  await service.start(t, port);
  await until(
    () => {
      clock.advance(5000);
      return service.received.length > 0;
    },
    { what: "the repetition" },
  );
  await until(() => second.push.counts().waiting === 0);
  assert.deepEqual(names(service), ["phone a"]);
  assert.equal(second.push.list(anna)[0]!.device.lastError, null);
});

test("an overloaded service gets the message again later, and a stale message is dropped", async (t) => {
  const service = await serviceOf(t);
  const clock = new FakeClock(Date.now());
  const made = await makePush(t, { service, clock, parts: { ttlMs: 120_000 } });
  await made.subscribe("phone");
  service.status = 503;
  await made.raise("stale");
  await until(() => service.requests === 1 && made.push.list(anna)[0]!.device.lastError !== null);
  assert.match(made.push.list(anna)[0]!.device.lastError!, /answered 503/);
  await until(() => {
    clock.advance(5000);
    return made.push.counts().dropped === 1;
  });
  service.status = 201;
  await made.raise("fresh");
  await service.count(1);
  assert.deepEqual(names(service), ["phone fresh"]);
});

test("the day's budget holds messages back", async (t) => {
  const service = await serviceOf(t);
  const made = await makePush(t, { service, parts: { perDay: 1 } });
  await made.subscribe("phone");
  await made.raise("a");
  await service.count(1);
  await made.raise("b");
  await until(() => made.push.list(anna)[0]!.device.lastError?.includes("push.per_day") ?? false);
  assert.deepEqual(names(service), ["phone a"]);
});

test("only push services that the site lists are contacted", async (t) => {
  const service = await serviceOf(t);
  const made = await makePush(t, { service });
  const { keys } = service.subscribe("x", made.push.describe().publicKey!);
  const subscribe = (endpoint: string) =>
    made.push.subscribe(anna, deviceOrder({ endpoint, keys, device_name: "x" }));
  const forbidden = { code: "forbidden_address" };
  await assert.rejects(subscribe("https://push.example/send/x"), forbidden);
  await assert.rejects(subscribe("https://10.0.0.1/send/x"), forbidden);
  await assert.rejects(subscribe(`http://${service.host}/send/x`), forbidden);
  await assert.rejects(subscribe(`https://${service.host}.evil.test/send/x`), forbidden);
});

test("the eleventh device of a person is refused, and the same device counts once", async (t) => {
  const service = await serviceOf(t);
  const made = await makePush(t, { service });
  const { endpoint, keys } = service.subscribe("one", made.push.describe().publicKey!);
  const one = { endpoint, keys, device_name: "one" };
  const { device } = await made.push.subscribe(anna, deviceOrder(one));
  const { id } = device;
  assert.equal(
    (await made.push.subscribe(anna, deviceOrder({ ...one, min_severity: "info" }))).device.id,
    id,
  );
  for (let n = 2; n <= 10; n += 1) await made.subscribe(`device-${n}`);
  await assert.rejects(made.subscribe("device-11"), { code: "conflict" });
  assert.equal(made.push.list(anna).length, 10);
  assert.equal(await made.push.unsubscribe({ ...anna, keyId: "person_bob" }, id), false);
  assert.equal(await made.push.unsubscribe(anna, id), true);
});

test("the keys stay over a restart; without the key that opens them the box makes new ones and forgets the devices", async (t) => {
  const service = await serviceOf(t);
  const first = await makePush(t, { service });
  await first.subscribe("phone");
  const key = first.push.describe().publicKey;
  await first.stop();
  const second = await makePush(t, { service, dir: first.dir });
  assert.equal(second.push.describe().publicKey, key);
  assert.equal(second.push.list(anna).length, 1);
  await second.stop();
  await rm(join(first.dir, "vault-key"));
  const third = await makePush(t, { service, dir: first.dir });
  assert.notEqual(third.push.describe().publicKey, key);
  assert.equal(third.push.list(anna).length, 0);
});

test("a test says what the push service answered", async (t) => {
  const service = await serviceOf(t);
  const made = await makePush(t, { service });
  const { id } = (await made.subscribe("phone")).device;
  assert.deepEqual(await made.push.test(anna, id), { kind: "delivered" });
  assert.equal(service.received[0]!.payload.kind, "test");
  service.status = 403;
  const refused = { kind: "refused", error: "the push service answered 403" };
  assert.deepEqual(await made.push.test(anna, id), refused);
});

test("without push.contact nothing can subscribe", async (t) => {
  const service = await serviceOf(t);
  const made = await makePush(t, { service, parts: { contact: undefined } });
  assert.deepEqual(made.push.describe().publicKey, null);
  const keys = { p256dh: "", auth: "" };
  const request = { endpoint: `https://${service.host}/x`, keys, device_name: "x" };
  await assert.rejects(made.push.subscribe(anna, deviceOrder(request)), {
    code: "feature_disabled",
  });
});

test("in the site's quiet hours only breaking severities come, and the others as one summary at their end", async (t) => {
  const service = await serviceOf(t);
  const clock = new FakeClock(Date.parse("2026-03-01T23:00:00Z"));
  const windows = [{ from: "22:00", to: "06:00" }];
  const schedule = Schedule.read({ time_zone: "UTC", windows }, "quiet_hours");
  const quietHours = { schedule, through: "critical" } as const;
  const parts = { quietHours, ttlMs: 3_600_000 };
  const first = await makePush(t, { service, clock, parts });
  await first.subscribe("phone", { language: "de" });
  await first.raise("a");
  await first.raise("b", { severity: "info" });
  await first.raise("c", { severity: "critical" });
  await first.raise("d");
  await service.count(1);
  assert.deepEqual(names(service), ["phone c"]);
  // A message that is stopped between its sending and the note of it would be sent once more.
  await until(() => first.push.counts().waiting === 0, { what: "the note of the sending" });
  // The summary survives a restart.
  await first.stop();
  const second = await makePush(t, { service, clock, dir: first.dir, parts });
  clock.jumpWall(Date.parse("2026-03-02T06:00:10Z") - clock.wallMs());
  await until(
    () => {
      clock.advance(1000);
      return service.received.length === 2;
    },
    { what: "the summary" },
  );
  const { payload } = service.received[1]!;
  const { kind, count, severity, language, at } = payload;
  assert.deepEqual([kind, count, severity, language], ["summary", 2, "warning", "de"]);
  assert.equal(at, Date.parse("2026-03-02T06:00:00Z") / 1000);
  await second.raise("e");
  await service.count(3);
});

test("a box that was off at the end of the quiet hours drops a stale summary", async (t) => {
  const service = await serviceOf(t);
  const clock = new FakeClock(Date.parse("2026-03-01T23:00:00Z"));
  const windows = [{ from: "22:00", to: "06:00" }];
  const schedule = Schedule.read({ time_zone: "UTC", windows }, "quiet_hours");
  const parts = { quietHours: { schedule, through: "critical" } as const, ttlMs: 3_600_000 };
  const first = await makePush(t, { service, clock, parts });
  await first.subscribe("phone");
  await first.raise("a");
  await until(() => first.store.range({ prefix: ["box", "push-held"] }).length === 1);
  await first.stop();
  clock.jumpWall(Date.parse("2026-03-02T07:00:10Z") - clock.wallMs());
  const second = await makePush(t, { service, clock, dir: first.dir, parts });
  await until(() => second.store.range({ prefix: ["box", "push-held"] }).length === 0);
  await second.raise("b");
  await service.count(1);
  assert.deepEqual(names(service), ["phone b"]);
});
