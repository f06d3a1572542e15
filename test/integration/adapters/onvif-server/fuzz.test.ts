import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { numbers } from "../../../support/box/numbers.ts";
import { usedBytes } from "../../../support/box/memory-bytes.ts";
import { until } from "../../../support/box/wait.ts";
import {
  answerOf,
  change,
  incidentOf,
  logins,
  message,
  type OnvifRig,
  type RigQuestion,
  startOnvifRig,
  tokenHeader,
} from "../../../support/cameras/onvif/server-rig.ts";

const messages = process.env["TEST_LONG"] === "1" ? 100_000 : 500;
/** A leak of 100 bytes a message would be twice this in the long form. */
const growthBytes = 5 * 1024 * 1024;
/** The box remembers the tokens of five minutes, 10,000 of a key at most. */
const stepMs = 40;
const atOnce = 16;
/** A client goes away: a mutated time can make the box wait for a minute. */
const patienceMs = 2000;

const profile = "<o:ProfileToken>yard</o:ProfileToken>";
const questions: readonly RigQuestion[] = [
  { operation: "GetSystemDateAndTime" },
  { operation: "GetServices", args: "<o:IncludeCapability>true</o:IncludeCapability>" },
  { operation: "GetCapabilities", args: "<o:Category>All</o:Category>" },
  { operation: "GetDeviceInformation" },
  { operation: "GetNetworkInterfaces" },
  { service: "media", operation: "GetProfiles" },
  { service: "media", operation: "GetStreamUri", args: profile },
  { service: "media", operation: "GetVideoEncoderConfigurations", args: profile },
  { service: "media2", operation: "GetProfiles", args: "<o:Type>All</o:Type>" },
  { service: "media2", operation: "GetStreamUri", args: `<o:Protocol>RTSP</o:Protocol>${profile}` },
  { service: "events", operation: "GetEventProperties" },
  {
    service: "events",
    operation: "CreatePullPointSubscription",
    args: "<o:Filter><o:TopicExpression>tns1:VideoSource//.</o:TopicExpression></o:Filter><o:InitialTerminationTime>PT10S</o:InitialTerminationTime>",
  },
  {
    service: "events",
    operation: "PullMessages",
    args: "<o:Timeout>PT0S</o:Timeout><o:MessageLimit>5</o:MessageLimit>",
  },
  { service: "events", operation: "SetSynchronizationPoint" },
  {
    service: "notification",
    operation: "Renew",
    args: "<o:TerminationTime>PT10S</o:TerminationTime>",
  },
];

const hostile: readonly string[] = [
  "<!DOCTYPE a [<!ENTITY b 'c'>]>",
  "&b;&#0;&#x110000;",
  "]]>",
  "<a>".repeat(100),
  "<a/>".repeat(5000),
  "9".repeat(400),
  "-1e999",
  "x".repeat(70_000),
  "PT99999999999999S",
  '" a="',
  "//.|".repeat(500),
  "__proto__",
  "\u00ff\u00fe",
];

function mutate(text: string, random: () => number): string {
  let mutant = text;
  for (let changes = Math.floor(random() * 4); changes > 0; changes -= 1) {
    const at = Math.floor(random() * mutant.length);
    const kind = random();
    if (kind < 0.4) {
      mutant = mutant.slice(0, at) + String.fromCharCode(random() * 256) + mutant.slice(at + 1);
    } else if (kind < 0.7) {
      const piece = hostile[Math.floor(random() * hostile.length)]!;
      mutant = mutant.slice(0, at) + piece + mutant.slice(at);
    } else if (kind < 0.9) {
      mutant = mutant.slice(0, at) + mutant.slice(at + Math.floor(random() * 200));
    } else {
      mutant = mutant.slice(0, at);
    }
  }
  return mutant;
}

/** Sends bytes as they are, a mutated head too; resolves when the box has ended the connection. */
async function sendRaw(rig: OnvifRig, text: string): Promise<void> {
  const socket = connect(rig.server.ports().http!, "127.0.0.1");
  socket.on("error", () => {});
  socket.resume();
  const head = `POST /onvif/device_service HTTP/1.1\r\nHost: a\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n`;
  socket.end(Buffer.from(head + text, "latin1"));
  await once(socket, "close");
}

/** Sends mutants one after the other; each is answered by SOAP, or not at all when the client went away. */
class Mutator {
  sent = 0;
  readonly statuses = new Map<number, number>();
  readonly #rig: OnvifRig;
  readonly #clock: FakeClock;
  readonly #random = numbers(20);
  #path: string;

  constructor(rig: OnvifRig, clock: FakeClock, path: string) {
    this.#rig = rig;
    this.#clock = clock;
    this.#path = path;
  }

  async run(count: number): Promise<void> {
    while (this.sent < count) await this.#step();
  }

  async #step(): Promise<void> {
    const random = this.#random;
    const question = questions[this.sent % questions.length]!;
    this.sent += 1;
    this.#clock.advance(stepMs);
    this.#rig.tried.length = 0;
    if (this.sent % 50 === 0) {
      change(this.#rig.site, incidentOf(String(this.sent)), true);
      change(this.#rig.site, incidentOf(String(this.sent)), false);
    }
    const created = new Date(this.#clock.wallMs()).toISOString();
    const header = tokenHeader(logins.vms, { created });
    const text = mutate(message({ ...question, header }), random);
    if (random() < 0.03) await sendRaw(this.#rig, mutate(text, random));
    else await this.#post(text, question);
  }

  async #post(text: string, { service }: RigQuestion): Promise<void> {
    const isOfSubscription = service === "events" || service === "notification";
    const signal = AbortSignal.timeout(patienceMs);
    const address = `${this.#rig.origin}${isOfSubscription ? this.#path : "/onvif/device_service"}`;
    let response: Response;
    try {
      response = await fetch(address, {
        method: "POST",
        body: Buffer.from(text, "latin1"),
        signal,
      });
    } catch (error) {
      // The box closes a connection whose message is too long, perhaps while the client still writes.
      const isClosed = (error as { name: string }).name === "TypeError" && text.length > 65_536;
      assert.ok(signal.aborted || isClosed, String(error));
      return;
    }
    const { status, body } = await answerOf(response);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (body.name !== "CreatePullPointSubscriptionResponse") return;
    const found = JSON.stringify(body).match(/\/onvif\/subscription\/[0-9a-f-]+/);
    if (found) this.#path = found[0];
  }
}

test(`${messages} mutated messages are answered by SOAP, end no other client, and leave nothing`, async (t) => {
  const clock = new FakeClock(Date.now());
  const failures: unknown[] = [];
  const log = { ...silentLogger, error: (...about: unknown[]) => void failures.push(about) };
  const rig = await startOnvifRig(t, { clock, server: { log } });
  const mutator = new Mutator(rig, clock, "/onvif/events");
  const many = (count: number): Promise<unknown> =>
    Promise.all(Array.from({ length: atOnce }, () => mutator.run(count)));
  await many(Math.min(1000, messages / 2));
  const before = usedBytes();
  await many(messages);
  assert.deepEqual(failures, []);
  for (const status of [200, 400, 401, 413]) assert.ok(mutator.statuses.has(status), `${status}`);
  assert.ok(rig.server.counts().subscriptions <= 8);
  assert.equal((await rig.askByDigest({ operation: "GetDeviceInformation" })).status, 200);
  clock.advance(700_000);
  await until(() => rig.server.counts().subscriptions === 0, { what: "the end of subscriptions" });
  await until(() => usedBytes() - before < growthBytes, { what: "the former size of the heap" });
});
