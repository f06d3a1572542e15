import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { signJwt, verifyLiveKit } from "../../../src/adapters/voice-providers/jwt.ts";
import {
  verifyElevenLabs,
  verifyStandardWebhook,
} from "../../../src/adapters/voice-providers/signatures.ts";

const body = Buffer.from('{"type":"realtime.call.incoming","data":{"call_id":"rtc_1"}}');
const atSec = 1_750_287_078;
const nowMs = atSec * 1000;
const refused = { code: "invalid_signature" };
const secret = "whsec_Z2F0ZWhvdXNlIHRlc3QgdmVjdG9yIDE=";
// Made with Python's hmac module by the vendors' published descriptions.
const standard = "v1,zVKI7q+zuKiI7oK6foYPvcdqmeI7YV06JxNW9CZFn9E=";
const elevenlabs =
  "t=1750287078,v0=5de89eaad62ae5d4df30327b61061dbc4c83bf70df2e4d908f1520d0f478736c";
const livekit =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJBUEl2ZWN0b3IiLCJuYmYiOjE3NTAyODcwNzAsImV4cCI6MTc1MDI4NzM3OCwic2hhMjU2IjoiKzIxcWdWeFloaDFOWUZtM3ZMNDlkemVMUWRXbDViYXFvbllyMUNXVXBBYz0ifQ.C-GekqPLyqkvVVL7XdatJZHElcUExnyUp5-19c_s8n0";

const openai = { id: "wh_1", timestamp: String(atSec), signature: standard, body };
const apiKey = "APIvector";
const own = { apiKey, secret: "livekit-vector-secret" };

test("Standard Webhooks: the vector fits, so does one of several, and one of the official library", () => {
  verifyStandardWebhook(openai, secret, nowMs);
  verifyStandardWebhook({ ...openai, signature: `v1,AAAA ${standard} v2,x` }, secret, nowMs);
  const made = new Webhook(secret).sign("wh_9", new Date(nowMs), body.toString());
  verifyStandardWebhook({ ...openai, id: "wh_9", signature: made }, secret, nowMs);
});

test("Standard Webhooks: another body, id, time, secret or version does not fit", () => {
  const wrong: Partial<typeof openai>[] = [
    { body: Buffer.concat([body, Buffer.from(" ")]) },
    { id: "wh_2" },
    { timestamp: String(atSec + 1) },
    { timestamp: "1750287078.0" },
    { timestamp: "" },
    { signature: standard.replace("v1,", "v2,") },
    { signature: "" },
    { signature: standard.slice(0, -4) },
  ];
  for (const each of wrong) {
    assert.throws(() => verifyStandardWebhook({ ...openai, ...each }, secret, nowMs), refused);
  }
  assert.throws(() => verifyStandardWebhook(openai, "whsec_b3RoZXI=", nowMs), refused);
  for (const [offSec, fits] of [
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ] as const) {
    const check = (): void => verifyStandardWebhook(openai, secret, nowMs + offSec * 1000);
    if (fits) check();
    else assert.throws(check, refused);
  }
});

test("ElevenLabs: the vector fits for half an hour; anything else does not", () => {
  const signed = { header: elevenlabs, body };
  verifyElevenLabs(signed, "wsec_vector", nowMs);
  verifyElevenLabs({ ...signed, header: elevenlabs.replace(",", ", ") }, "wsec_vector", nowMs);
  verifyElevenLabs(signed, "wsec_vector", nowMs + 1_800_000);
  assert.throws(() => verifyElevenLabs(signed, "wsec_vector", nowMs + 1_801_000), refused);
  assert.throws(() => verifyElevenLabs(signed, "wsec_vector", nowMs - 301_000), refused);
  assert.throws(() => verifyElevenLabs(signed, "wsec_other", nowMs), refused);
  for (const header of [
    "",
    "t=1750287078",
    elevenlabs.replace("t=1750287078", "t=1750287079"),
    elevenlabs.replace("v0=", "v1="),
    `${elevenlabs},v0=00`,
    elevenlabs.toUpperCase(),
  ]) {
    assert.throws(() => verifyElevenLabs({ header, body }, "wsec_vector", nowMs), refused, header);
  }
  assert.throws(
    () => verifyElevenLabs({ header: elevenlabs, body: Buffer.from("{}") }, "wsec_vector", nowMs),
    refused,
  );
});

test("LiveKit: the vector fits; another body, key, time or algorithm does not", async () => {
  await verifyLiveKit({ token: livekit, body }, own, nowMs);
  const refuses = (
    token: string,
    more: { body?: Buffer; atMs?: number; own?: typeof own } = {},
  ): Promise<void> =>
    assert.rejects(
      verifyLiveKit({ token, body: more.body ?? body }, more.own ?? own, more.atMs ?? nowMs),
      refused,
    );
  await refuses(livekit, { body: Buffer.from("{}") });
  await refuses(livekit, { own: { ...own, secret: "other" } });
  await refuses(livekit, { own: { ...own, apiKey: "APIother" } });
  await refuses(livekit, { atMs: nowMs + 361_000 });
  await refuses(livekit, { atMs: nowMs - 100_000 });
  const [head, claims, mac] = livekit.split(".");
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  await refuses(`${none}.${claims}.`);
  await refuses(`${none}.${claims}.${mac}`);
  await refuses(`${head}.${claims}`);
  await refuses("");
  const sha256 = createHash("sha256").update(body).digest("base64");
  const token = (claimed: Record<string, unknown>): Promise<string> => signJwt(claimed, own.secret);
  await verifyLiveKit(
    { token: await token({ iss: apiKey, exp: atSec + 60, sha256 }), body },
    own,
    nowMs,
  );
  await refuses(await token({ iss: apiKey, sha256 }));
  await refuses(await token({ iss: apiKey, exp: atSec + 86_400, sha256 }));
  await refuses(await token({ iss: apiKey, exp: "soon", sha256 }));
  await refuses(await token({ iss: apiKey, exp: atSec + 60 }));
});
