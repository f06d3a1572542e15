import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { OnvifAdapter } from "../../../../src/adapters/onvif/onvif-cameras.ts";
import { all, find, type XmlElement } from "../../../../src/adapters/onvif/xml.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { CameraEvent } from "../../../../src/cameras/events/camera-event.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { until } from "../../../support/box/wait.ts";
import { type NpmEvent, npmClient } from "../../../support/cameras/onvif/npm-client.ts";
import {
  change,
  incidentOf,
  logins,
  type OnvifRig,
  type RigAnswer,
  rigStreams,
  startOnvifRig,
} from "../../../support/cameras/onvif/server-rig.ts";

const events = { service: "events", path: "/onvif/events" } as const;

/** Subscribes; gives the path of the subscription. */
async function subscribe({ ask }: OnvifRig, args = ""): Promise<string> {
  const answer = await ask({ ...events, operation: "CreatePullPointSubscription", args });
  assert.equal(answer.status, 200, answer.codes.join(" "));
  const address = find(answer.body, "SubscriptionReference", "Address")!.text;
  return new URL(address).pathname;
}

function pull({ ask }: OnvifRig, path: string, args = "<o:Timeout>PT0S</o:Timeout>") {
  return ask({ service: "events", operation: "PullMessages", path, args });
}

/** What an answer reports, in one line each: operation, topic, source, data. */
function reports({ body }: Pick<RigAnswer, "body">): string[] {
  return all(body, "NotificationMessage").map((each) => {
    const message = find(each, "Message", "Message");
    const items = (part: string): string =>
      all(find(message, part), "SimpleItem")
        .map(({ attributes }) => attributes.get("Value"))
        .join(",");
    const operation = message?.attributes.get("PropertyOperation") ?? "-";
    return `${operation} ${find(each, "Topic")?.text} [${items("Source")}] ${items("Data")}`;
  });
}

const motion = (operation: string, stream: string, isOn: boolean): string[] => [
  `${operation} tns1:VideoSource/MotionAlarm [${stream}] ${isOn}`,
  `${operation} tns1:RuleEngine/CellMotionDetector/Motion [${stream},gatehouse,motion] ${isOn}`,
];
const inside = (operation: string, isOn: boolean): string =>
  `${operation} tns1:RuleEngine/FieldDetector/ObjectsInside [yard,gatehouse,intrusion: dock] ${isOn}`;

test("a subscription begins with the states that hold, and reports each change once", async (t) => {
  const rig = await startOnvifRig(t);
  rig.site.incidents = [incidentOf("1")];
  const path = await subscribe(rig);
  assert.deepEqual(reports(await pull(rig, path)), [
    ...motion("Initialized", "gate", false),
    ...motion("Initialized", "yard", true),
    inside("Initialized", true),
  ]);
  change(rig.site, incidentOf("2"), true);
  change(rig.site, incidentOf("1"), false);
  assert.deepEqual(reports(await pull(rig, path)), [], "one of two incidents is still open");
  change(rig.site, incidentOf("2"), false);
  assert.deepEqual(reports(await pull(rig, path)), [
    inside("Changed", false),
    ...motion("Changed", "yard", false),
  ]);
});

test("a crossed line is an event of a moment; types without a topic have one of the box's own", async (t) => {
  const rig = await startOnvifRig(t);
  const path = await subscribe(rig);
  await pull(rig, path);
  change(rig.site, incidentOf("1", { type: "line_crossing", zone: "gate" }), true);
  change(rig.site, incidentOf("2", { type: "camera_tamper", zone: null }), true);
  change(rig.site, incidentOf("3", { type: "fall", zone: null }), true);
  change(rig.site, incidentOf("4", { org: "other" }), true);
  change(rig.site, incidentOf("5", { streamId: "$box" }), true);
  assert.deepEqual(reports(await pull(rig, path)), [
    ...motion("Changed", "yard", true),
    "- tns1:RuleEngine/LineDetector/Crossed [yard,gatehouse,line_crossing: gate] 1",
    "Changed tns1:RuleEngine/TamperDetector/Tamper [yard,gatehouse,camera_tamper] true",
    "Changed tns1:RuleEngine/gh:Incident/gh:fall [yard,gatehouse,fall] true,fall,warning,3",
  ]);
});

test("a stream that ends is deleted with what held of it, and one that comes is told", async (t) => {
  const rig = await startOnvifRig(t);
  rig.site.incidents = [incidentOf("1")];
  const path = await subscribe(rig);
  await pull(rig, path);
  rig.site.streams = rigStreams.slice(0, 1);
  assert.deepEqual(reports(await pull(rig, path)), [
    inside("Deleted", false),
    ...motion("Deleted", "yard", false),
  ]);
  rig.site.streams = rigStreams;
  assert.deepEqual(reports(await pull(rig, path)), motion("Initialized", "yard", false));
});

test("a client that waits gets the report at once, and none after its time", async (t) => {
  const rig = await startOnvifRig(t);
  const path = await subscribe(rig);
  await pull(rig, path);
  const waiting = pull(rig, path, "<o:Timeout>PT1M</o:Timeout><o:MessageLimit>2</o:MessageLimit>");
  const next = pull(rig, path, "<o:Timeout>PT30S</o:Timeout>");
  assert.deepEqual(reports(await waiting), [], "the second question ends the first");
  change(rig.site, incidentOf("1"), true);
  assert.equal(reports(await next).length, 3);
  assert.deepEqual(reports(await pull(rig, path, "<o:Timeout>PT0.05S</o:Timeout>")), []);
});

test("filters by topic narrow what is reported; others are refused", async (t) => {
  const rig = await startOnvifRig(t);
  const filter = (text: string, dialect = ""): string =>
    `<o:Filter><w:TopicExpression xmlns:w="http://docs.oasis-open.org/wsn/b-2" ${dialect}>${text}</w:TopicExpression></o:Filter>`;
  const path = await subscribe(
    rig,
    filter("tns1:VideoSource/MotionAlarm|tns1:RuleEngine/FieldDetector//."),
  );
  change(rig.site, incidentOf("1"), true);
  const topics = reports(await pull(rig, path)).map((each) => each.split(" ")[1]);
  assert.deepEqual(
    [...new Set(topics)],
    ["tns1:VideoSource/MotionAlarm", "tns1:RuleEngine/FieldDetector/ObjectsInside"],
  );
  const content = "<o:Filter><w:MessageContent xmlns:w='urn:x'>a</w:MessageContent></o:Filter>";
  for (const args of [filter("a", 'Dialect="urn:xpath"'), content]) {
    const refused = await rig.ask({ ...events, operation: "CreatePullPointSubscription", args });
    assert.deepEqual(refused.codes, ["InvalidArgVal", "InvalidFilterFault"]);
  }
});

test("a subscription ends by itself, by its client, and is of its key alone", async (t) => {
  const clock = new FakeClock(Date.now());
  const rig = await startOnvifRig(t, { clock });
  const path = await subscribe(rig, "<o:InitialTerminationTime>PT20S</o:InitialTerminationTime>");
  const unknown = ["InvalidArgVal", "ResourceUnknownFault"];
  const pulling = { service: "events", operation: "PullMessages", path } as const;
  assert.deepEqual((await rig.askByDigest(pulling, "stranger")).codes, unknown);
  clock.advance(15_000);
  assert.equal((await rig.askByDigest(pulling)).status, 200);
  clock.advance(15_000);
  const renew = { service: "notification", operation: "Renew", path } as const;
  const args = "<o:TerminationTime>PT30S</o:TerminationTime>";
  const renewed = await rig.askByDigest({ ...renew, args });
  const end = Date.parse(find(renewed.body, "TerminationTime")!.text);
  assert.equal(end - Date.parse(find(renewed.body, "CurrentTime")!.text), 30_000);
  for (const wrong of ["PT0S", "2020-01-01T00:00:00Z", "soon"]) {
    const bad = `<o:TerminationTime>${wrong}</o:TerminationTime>`;
    const { codes } = await rig.askByDigest({ ...renew, args: bad });
    assert.deepEqual(codes, ["InvalidArgVal", "UnacceptableTerminationTimeFault"], wrong);
  }
  clock.advance(30_001);
  assert.deepEqual((await rig.askByDigest(pulling)).codes, unknown);

  const other = await subscribe(rig);
  const done = { service: "notification", operation: "Unsubscribe", path: other } as const;
  assert.equal((await rig.askByDigest(done)).status, 200);
  assert.deepEqual((await rig.askByDigest(done)).codes, unknown);
  assert.equal(rig.server.counts().subscriptions, 0);
});

test("a key that ends while its client waits gets no report", async (t) => {
  const rig = await startOnvifRig(t);
  const path = await subscribe(rig);
  await pull(rig, path);
  const waiting = pull(rig, path, "<o:Timeout>PT30S</o:Timeout>");
  rig.site.isKeyValid = false;
  change(rig.site, incidentOf("1"), true);
  const answer = await waiting;
  assert.deepEqual([answer.status, answer.codes], [403, ["NotAuthorized"]]);
});

test("nine subscriptions of a key are one too many", async (t) => {
  const rig = await startOnvifRig(t);
  for (let count = 0; count < 8; count += 1) await subscribe(rig);
  const { status } = await rig.ask({ ...events, operation: "CreatePullPointSubscription" });
  assert.equal(status, 503);
});

test("reports that no client fetches are replaced by the states that hold", async (t) => {
  const rig = await startOnvifRig(t);
  const path = await subscribe(rig);
  for (let id = 0; id < 200; id += 1) {
    change(rig.site, incidentOf(String(id)), true);
    change(rig.site, incidentOf(String(id)), false);
  }
  change(rig.site, incidentOf("last"), true);
  const seen: string[] = [];
  for (let more = reports(await pull(rig, path)); more.length > 0;) {
    seen.push(...more);
    more = reports(await pull(rig, path));
  }
  assert.ok(seen.length <= 256, `${seen.length}`);
  assert.ok(rig.server.counts().dropped > 1000);
  const lastOf = (text: string) => seen.findLast((each) => each.includes(text));
  assert.match(lastOf("ObjectsInside")!, / true$/);
});

test("the topics that the box reports are listed with their items", async (t) => {
  const { ask } = await startOnvifRig(t);
  const { body } = await ask({ ...events, operation: "GetEventProperties" });
  const topics = find(body, "TopicSet");
  const at = (...path: string[]): XmlElement | undefined => find(topics, ...path);
  assert.equal(at("RuleEngine", "FieldDetector", "ObjectsInside")?.attributes.get("topic"), "true");
  const line = at("RuleEngine", "LineDetector", "Crossed", "MessageDescription");
  assert.equal(line?.attributes.get("IsProperty"), "false");
  const own = at("RuleEngine", "Incident", "fall");
  assert.equal(own?.namespace, "urn:gatehouse:onvif:topics");
});

/** Follows the box's events with the box's own client. */
function follow(t: TestContext, { origin }: OnvifRig): CameraEvent[] {
  const adapter = new OnvifAdapter({ log: silentLogger, wallMs: () => Date.now() });
  const end = new AbortController();
  t.after(() => end.abort());
  const seen: CameraEvent[] = [];
  const sink = {
    onSubscribed() {},
    onEvents: (more: readonly CameraEvent[]) => void seen.push(...more),
  };
  const url = `${origin}/onvif/device_service`;
  void adapter.watchEvents({ url, ...logins.vms }, sink, end.signal);
  return seen;
}

test("the box's own client hears of an incident as of a camera's event", async (t) => {
  const rig = await startOnvifRig(t);
  const seen = follow(t, rig);
  await until(() => seen.length > 0, { what: "the states at the beginning" });
  change(rig.site, incidentOf("1"), true);
  const intrusions = () => seen.filter(({ kind }) => kind === "intrusion");
  await until(() => intrusions().length === 1, { what: "the begin" });
  change(rig.site, incidentOf("1"), false);
  await until(() => intrusions().length === 2, { what: "the end" });
  assert.deepEqual(
    intrusions().map(({ active, name }) => [active, name]),
    [
      [true, "intrusion: dock"],
      [false, "intrusion: dock"],
    ],
  );
});

test("the npm client hears of an incident", async (t) => {
  const rig = await startOnvifRig(t);
  const cam = npmClient({ port: rig.server.ports().http!, ...logins.vms });
  await cam.connect();
  const topics: string[] = [];
  const errors: Error[] = [];
  cam.on("eventsError", (error) => errors.push(error));
  cam.on("event", ({ topic }: NpmEvent) => topics.push(topic._));
  await until(() => topics.length >= 4, { what: "the states at the beginning" });
  change(rig.site, incidentOf("1"), true);
  await until(() => topics.some((each) => each.includes("ObjectsInside")), { what: "the event" });
  cam.removeAllListeners("event");
  assert.deepEqual(errors, []);
});
