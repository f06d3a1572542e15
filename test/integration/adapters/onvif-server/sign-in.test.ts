import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import {
  answerOf,
  logins,
  message,
  startOnvifRig,
  tokenHeader,
} from "../../../support/cameras/onvif/server-rig.ts";

const question = { operation: "GetDeviceInformation" } as const;

test("everybody learns the time and the services; only a key opens the rest", async (t) => {
  const rig = await startOnvifRig(t);
  const openly = { header: "" };
  for (const operation of ["GetSystemDateAndTime", "GetServices", "GetCapabilities"]) {
    assert.equal((await rig.ask({ operation, ...openly })).status, 200, operation);
  }
  for (const operation of ["GetDeviceInformation", "GetScopes", "GetUsers", "NoSuchThing"]) {
    const { status, codes, headers } = await rig.ask({ operation, ...openly });
    assert.deepEqual([status, codes], [401, ["NotAuthorized"]], operation);
    assert.match(headers.get("www-authenticate") ?? "", /^Digest realm="Gatehouse", qop="auth"/);
  }
  assert.deepEqual(rig.tried, []);
});

test("a UsernameToken opens the device once: used again, it is refused", async (t) => {
  const rig = await startOnvifRig(t);
  const header = tokenHeader();
  assert.equal((await rig.ask({ ...question, header })).status, 200);
  const again = await rig.ask({ ...question, header });
  assert.deepEqual([again.status, again.codes], [401, ["NotAuthorized"]]);
});

test("a wrong password, a wrong time, a clear password and an unreadable token open nothing", async (t) => {
  const rig = await startOnvifRig(t);
  const text = "http://docs.oasis-open.org/wss/2004/01/x#PasswordText";
  const created = (offSec: number): string => new Date(Date.now() + offSec * 1000).toISOString();
  const headers = [
    tokenHeader({ ...logins.vms, password: "svk_wrong" }),
    tokenHeader({ ...logins.vms, username: "nobody" }),
    tokenHeader(logins.vms, { created: created(-301) }),
    tokenHeader(logins.vms, { created: created(301) }),
    tokenHeader(logins.vms, { created: "yesterday" }),
    tokenHeader(logins.vms, { type: text }),
    tokenHeader(logins.vms, { nonce: randomBytes(500) }),
    "<w:Security xmlns:w='urn:other'/>",
  ];
  for (const header of headers) {
    const { status, codes } = await rig.ask({ ...question, header });
    assert.deepEqual([status, codes], [401, ["NotAuthorized"]], header);
  }
  const near = tokenHeader(logins.vms, { created: created(-290) });
  assert.equal((await rig.ask({ ...question, header: near })).status, 200);
});

test("an answer by HTTP Digest works once, for its own path, and as long as its nonce", async (t) => {
  const clock = new FakeClock();
  const rig = await startOnvifRig(t, { clock });
  const first = await rig.askByDigest(question);
  assert.equal(first.status, 200);
  const send = async (authorization: string, path?: string) =>
    answerOf(await rig.post(message(question), path, { authorization }));
  const again = await send(first.sent);
  assert.equal(again.status, 401);
  assert.match(again.headers.get("www-authenticate")!, /stale=true/);
  const next = first.sent.replace("nc=00000001", "nc=00000002");
  assert.equal((await send(next)).status, 401, "the count is part of the answer");
  assert.equal((await send(first.sent, "/onvif/media")).status, 401);
  assert.equal((await send(first.sent.replaceAll(/, (qop|nc|cnonce)=[^,]+/g, ""))).status, 401);
  assert.equal((await send("Basic dm1zOnN2a19zZWNyZXQ=")).status, 401);
  assert.equal((await send(`Digest ${"a".repeat(3000)}`)).status, 401);
});

test("a nonce ends after five minutes, and the client hears that it is only that", async (t) => {
  const clock = new FakeClock();
  const rig = await startOnvifRig(t, { clock });
  const { authorize, chooseChallenge } =
    await import("../../../../src/adapters/rtsp-relay/rtsp-auth.ts");
  const refused = await rig.post(message(question));
  const challenge = chooseChallenge([refused.headers.get("www-authenticate")!])!;
  const uri = "/onvif/device_service";
  const send = async (count: number) => {
    const authorization = authorize(challenge, logins.vms, { method: "POST", uri, count });
    return answerOf(await rig.post(message(question), uri, { authorization }));
  };
  assert.equal((await send(2)).status, 200);
  assert.equal((await send(1)).status, 200, "requests at the same time may overtake one another");
  clock.advance(300_001);
  const late = await send(3);
  assert.equal(late.status, 401);
  assert.match(late.headers.get("www-authenticate")!, /stale=true/);
});

test("a key sees the streams of its own organisation only", async (t) => {
  const rig = await startOnvifRig(t);
  const ask = (operation: string, args = "") =>
    rig.askByDigest({ service: "media", operation, args, path: "/onvif/media" }, "stranger");
  assert.deepEqual((await ask("GetProfiles")).body.children, []);
  const args = "<o:ProfileToken>yard</o:ProfileToken>";
  assert.deepEqual((await ask("GetStreamUri", args)).codes, ["InvalidArgVal", "NoProfile"]);
});
