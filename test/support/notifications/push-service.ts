import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createLocalJWKSet, jwtVerify } from "jose";
import type { PushPayload, PushSubscribe } from "../../../src/notifications/push/wire/push.ts";
import { until } from "../box/wait.ts";
import { siteCa } from "./https-receiver.ts";

/** A message as a device reads it, with what the push service saw. */
export interface PushReceived {
  deviceId: string;
  payload: PushPayload;
  ttlSec: number;
  urgency: string;
  topic: string;
}

interface Device {
  ecdh: ECDH;
  auth: Buffer;
  vapidKey: string;
}

const longestTtlSec = 24 * 3600;

/**
 * A push service on loopback that takes only what RFC 8030 (headers), RFC 8292 (VAPID) and RFC 8291 (encryption)
 * allow, and decrypts each message as the device does. It answers 400 with the reason to anything else.
 */
export class PushService {
  readonly received: PushReceived[] = [];
  /** Reasons of refusals: a test that ends with one has failed. */
  readonly faults: string[] = [];
  /** What it answers to a right message; 201 delivers. */
  status = 201;
  requests = 0;
  #port = 0;
  readonly #devices = new Map<string, Device>();
  readonly #server: Server;

  constructor() {
    const { key, cert } = siteCa();
    this.#server = createServer({ key, cert }, (request, answer) => {
      this.#take(request)
        .then((status) => answer.writeHead(status).end())
        .catch((error: unknown) => this.#refuse(answer, error));
    });
  }

  async start(t: { after(run: () => Promise<void>): void }, port = 0): Promise<this> {
    this.#server.listen(port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
    t.after(() => this.stop());
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** A new device that trusts the box with this VAPID key: what its browser gives to the page. */
  subscribe(deviceId: string, vapidKey: string): Pick<PushSubscribe, "endpoint" | "keys"> {
    const ecdh = createECDH("prime256v1");
    const p256dh = ecdh.generateKeys().toString("base64url");
    const auth = randomBytes(16);
    this.#devices.set(deviceId, { ecdh, auth, vapidKey });
    const endpoint = `https://${this.host}/send/${deviceId}`;
    return { endpoint, keys: { p256dh, auth: auth.toString("base64url") } };
  }

  /** Resolves with the messages once there are so many. */
  async count(count: number): Promise<PushReceived[]> {
    await until(() => this.received.length >= count || this.faults.length > 0, {
      what: `${count} notifications`,
    });
    if (this.faults.length > 0) throw new Error(this.faults.join("\n"));
    return this.received;
  }

  async #take(request: IncomingMessage): Promise<number> {
    this.requests += 1;
    const { headers, method, url = "" } = request;
    const body = await buffer(request);
    const deviceId = url.replace(/^\/send\//, "");
    const device = this.#devices.get(deviceId);
    if (!device) return 404;
    assertThat(method === "POST", "the method is not POST");
    assertThat(headers["content-encoding"] === "aes128gcm", "the encoding is not aes128gcm");
    const ttlSec = Number(headers["ttl"]);
    assertThat(Number.isInteger(ttlSec) && ttlSec >= 0 && ttlSec <= longestTtlSec, "a wrong TTL");
    const topic = String(headers["topic"]);
    assertThat(/^[A-Za-z0-9_-]{1,32}$/.test(topic), "a wrong topic");
    const urgency = String(headers["urgency"]);
    assertThat(["very-low", "low", "normal", "high"].includes(urgency), "a wrong urgency");
    assertThat(body.length <= 4096, "the body is over 4096 bytes");
    await this.#assertVapid(String(headers["authorization"]), device);
    const payload = JSON.parse(decrypt(body, device).toString()) as PushPayload;
    if (this.status === 201) this.received.push({ deviceId, payload, ttlSec, urgency, topic });
    return this.status;
  }

  async #assertVapid(authorization: string, { vapidKey }: Device): Promise<void> {
    const [, token = "", key = ""] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
    assertThat(key === vapidKey, "the VAPID key is not that of the subscription");
    const point = Buffer.from(key, "base64url");
    const x = point.subarray(1, 33).toString("base64url");
    const y = point.subarray(33).toString("base64url");
    const keys = createLocalJWKSet({ keys: [{ kty: "EC", crv: "P-256", alg: "ES256", x, y }] });
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ["ES256"],
      audience: `https://${this.host}`,
      requiredClaims: ["exp", "sub"],
    });
    assertThat(payload.exp! <= Date.now() / 1000 + longestTtlSec, "the token lives over a day");
    assertThat(/^(mailto:|https:)/.test(payload.sub!), "the token names no contact");
  }

  #refuse(answer: ServerResponse, error: unknown): void {
    this.faults.push(String(error));
    answer.writeHead(400).end();
  }
}

/** RFC 8291 section 3, RFC 8188 section 2: one record. */
function decrypt(body: Buffer, { ecdh, auth }: Device): Buffer {
  const salt = body.subarray(0, 16);
  const recordBytes = body.readUInt32BE(16);
  const keyEnd = 21 + body.readUInt8(20);
  const sender = body.subarray(21, keyEnd);
  const record = body.subarray(keyEnd);
  assertThat(record.length <= recordBytes, "more than one record");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const input = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32));
  const derive = (name: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync("sha256", input, salt, `Content-Encoding: ${name}\0`, bytes));
  const cipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  assertThat(padded[end] === 2, "the last record does not end with 2");
  return padded.subarray(0, end);
}

function assertThat(isTrue: boolean, fault: string): asserts isTrue {
  if (!isTrue) throw new Error(fault);
}
