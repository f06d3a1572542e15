import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { readProfiles, withAddresses } from "../../../../src/adapters/onvif/profiles.ts";
import { OnvifPtzService } from "../../../../src/adapters/onvif/ptz.ts";
import { PullPoint } from "../../../../src/adapters/onvif/pull-point.ts";
import { readClock, readServices } from "../../../../src/adapters/onvif/services.ts";
import { SoapClient } from "../../../../src/adapters/onvif/soap-client.ts";
import { GatehouseError } from "../../../../src/base/core/errors.ts";
import { numbers } from "../../../support/box/numbers.ts";
import { usedBytes } from "../../../support/box/memory-bytes.ts";
import { until } from "../../../support/box/wait.ts";
import { startOnvifDevice } from "../../../support/cameras/onvif/onvif-device.ts";

const messages = process.env["TEST_LONG"] === "1" ? 100_000 : 2000;
/** What a camera's answer may lead to. */
const codes: ReadonlySet<string> = new Set([
  "onvif_broken",
  "onvif_refused",
  "stream_unreachable",
  "stream_auth_failed",
]);
/** A leak of 100 bytes a message would be twice this in the long form. */
const growthBytes = 5 * 1024 * 1024;
const services = { media2: "/onvif/media2", ptz: "/onvif/ptz", events: "/onvif/events" };

/** The questions that the box asks, each of which reads a mutated answer. */
const questions: readonly ((client: SoapClient) => Promise<unknown>)[] = [
  (client) => readClock(client, () => 0),
  (client) => readServices(client),
  (client) => readProfiles(client, services),
  async (client) => {
    const [profile] = await readProfiles(client, services);
    return profile && (await withAddresses(client, services, profile));
  },
  async (client) => (await OnvifPtzService.of(client, services)).state(),
  (client) => openPoint(client),
  async (client) => {
    const events = await (await openPoint(client)).pull();
    assert.ok(events.length <= 200);
    for (const { key, name } of events) assert.ok(key.length <= 400 && (name ?? "").length <= 100);
    return events;
  },
  async (client) => (await openPoint(client)).close(),
];

function openPoint(client: SoapClient): Promise<PullPoint> {
  return PullPoint.open({ client, path: services.events, monoMs: () => 0, wallMs: () => 0 });
}

/** A camera that gives the recorded answers of a real device, mutated from `mutate` on. */
class MutatingCamera {
  /** Mutated answers so far. */
  sent = 0;
  isRecording = true;
  readonly #device: number;
  readonly #answers = new Map<string, Buffer>();
  readonly #random = numbers(20);

  constructor(devicePort: number) {
    this.#device = devicePort;
  }

  async serve(socket: Socket): Promise<void> {
    // The box may go away in the middle of an answer.
    socket.on("error", () => undefined);
    let request = "";
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      request += (chunk as Buffer).toString("latin1");
      if (request.endsWith("</s:Envelope>")) break;
    }
    const operation = /<o:(\w+)/.exec(request)?.[1] ?? "";
    const known = this.#answers.get(operation) ?? (await this.#ask(request));
    this.#answers.set(operation, known);
    socket.end(this.isRecording ? known : this.#mutate(known));
  }

  async #ask(request: string): Promise<Buffer> {
    const socket = connect(this.#device, "127.0.0.1");
    socket.write(request, "latin1");
    const chunks: Buffer[] = [];
    for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  #mutate(answer: Buffer): Buffer {
    this.sent += 1;
    const random = this.#random;
    const text = answer.toString("latin1");
    const split = text.indexOf("\r\n\r\n") + 4;
    // Mostly the document, sometimes the head of the answer too.
    const from = random() < 0.1 ? 0 : split;
    const pick = (): number => from + Math.floor(random() * (text.length - from));
    let body = text;
    for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1) {
      const at = pick();
      const piece = hostile[Math.floor(random() * hostile.length)]!;
      const kind = random();
      if (kind < 0.4)
        body = body.slice(0, at) + String.fromCharCode(random() * 256) + body.slice(at + 1);
      else if (kind < 0.7) body = body.slice(0, at) + piece + body.slice(at);
      else if (kind < 0.9) body = body.slice(0, at) + body.slice(at + Math.floor(random() * 200));
      else body = body.slice(0, at) + body.slice(pick());
    }
    return Buffer.from(body, "latin1");
  }
}

const hostile: readonly string[] = [
  "<!DOCTYPE a [<!ENTITY b 'c'>]>",
  "&b;&#0;&#x110000;",
  "]]>",
  "<a>".repeat(100),
  "<a/>".repeat(25_000),
  "9".repeat(400),
  "-1e999",
  "x".repeat(100_000),
  "PT99999999999999S",
  '" a="',
  "http://[::",
  "\u00ff\u00fe",
];

async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    const coded = GatehouseError.find(error);
    if (!coded) throw error;
    return coded.code;
  }
}

test(`${messages} mutated SOAP answers end as values or coded errors, and leave nothing`, async (t) => {
  const streams = [{ token: "main", url: "rtsp://127.0.0.1/main" }];
  const events = { empty: "at once" } as const;
  // A host that is not the camera's: the box stays at the port of the mutating camera.
  const namedHost = "10.99.99.99";
  const device = await startOnvifDevice({ streams, media2: true, ptz: true, events, namedHost });
  t.after(() => device.stop());
  device.events.emit({
    topic: "tns1:Device/Trigger/DigitalInput",
    source: { InputToken: "1" },
    data: { LogicalState: "true" },
  });
  const camera = new MutatingCamera(device.port);
  let open = 0;
  const server = createServer((socket) => {
    open += 1;
    socket.on("close", () => (open -= 1));
    void camera.serve(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { signal } = new AbortController();
  const ask = (question: (typeof questions)[number]): Promise<string | null> => {
    const url = `http://127.0.0.1:${port}/onvif/device_service`;
    return codeOf(question(new SoapClient({ url }, { signal }, () => 0)));
  };
  for (const question of questions) assert.equal(await ask(question), null);
  camera.isRecording = false;
  const seen = new Map<string | null, number>();
  const before = usedBytes();
  for (let each = 0; camera.sent < messages; each += 1) {
    const code = await ask(questions[each % questions.length]!);
    assert.ok(code === null || codes.has(code), `${code}`);
    seen.set(code, (seen.get(code) ?? 0) + 1);
  }
  await until(() => open === 0, { what: "the end of every connection" });
  // Limits in time of the last requests end within 15 s, and with them what they hold.
  await until(() => usedBytes() - before < growthBytes, { what: "the former size of the heap" });
  assert.ok(
    seen.has(null) && seen.has("onvif_broken"),
    "some answers are still readable, some not",
  );
});
