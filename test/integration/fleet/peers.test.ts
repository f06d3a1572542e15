import assert from "node:assert/strict";
import { X509Certificate, createHash } from "node:crypto";
import { once } from "node:events";
import { createServer as createPlain, type RequestListener } from "node:http";
import { createServer as createTls } from "node:https";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { json, text } from "node:stream/consumers";
import { suite, type TestContext, test } from "node:test";
import { BoxClient } from "../../../src/adapters/box-client/box-client.ts";
import { newPrivateKey, signCertificate } from "../../../src/adapters/tls/certificate.ts";
import type { GatehouseError } from "../../../src/base/core/errors.ts";
import { PeerFailure } from "../../../src/fleet/peers/peer-port.ts";
import { startInProcess } from "../../support/box/appliance-in-process.ts";
import { until } from "../../support/box/wait.ts";
import { noNats, startNats } from "../../support/fleet/nats-server.ts";
import { type PeerBox, reader, startPeerBox } from "../../support/fleet/peer-box.ts";

const target = "/api/v1/surveillance/streams?limit=5";

interface Named {
  identity: string;
}

async function fleetOf(t: TestContext) {
  const { url } = await startNats(t);
  const yaml = `fleet: { servers: ["${url}"], voters: 1 }`;
  const appliance = await startInProcess({ yaml, onPuts: () => "keep" });
  t.after(() => appliance.stop());
  const box = await startPeerBox(t, "other", { servers: [url] });
  const own = async () => (await system(appliance)).data.fleet.box_id as string;
  const boxId = await own();
  await until(() => isKnown(box, boxId), { what: "the box in the table" });
  const trusted = async (): Promise<boolean> => {
    const { boxes } = (await system(appliance)).data.fleet;
    return boxes.length === 2 && boxes.every(({ identity }: Named) => identity === "trusted");
  };
  await until(trusted, { what: "the key of the other box" });
  return { appliance, box, boxId };
}

function isKnown({ peers, identity, membership }: PeerBox, boxId: string): boolean {
  const isJoined = membership.contact().state === "joined";
  return isJoined && peers.member(boxId) !== undefined && identity.of(boxId) !== undefined;
}

// oxlint-disable-next-line typescript/no-explicit-any -- looks into an answer
async function system({ url, key }: { url: string; key: string }): Promise<any> {
  const headers = { authorization: `Bearer ${key}` };
  return await (await fetch(`${url}/api/v1/system`, { headers })).json();
}

/** Sends a token as it is; resolves with the status and the code. */
async function sends(url: string, token: string, path = target): Promise<string> {
  const answer = await fetch(url + path, { headers: { authorization: `Box ${token}` } });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return `${answer.status} ${error?.code ?? ""}`.trim();
}

/** A server on loopback; over TLS with a certificate of its own. */
async function serve(t: TestContext, answer: RequestListener, isTls = false) {
  const key = newPrivateKey();
  const nowMs = Date.now();
  const span = { notBeforeMs: nowMs - 60_000, notAfterMs: nowMs + 60_000 };
  const subject = { subject: "box", issuer: "box", key, signerKey: key };
  const cert = await signCertificate({ ...subject, ...span, names: ["127.0.0.1"] });
  const server = isTls ? createTls({ key, cert }, answer) : createPlain(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const certificateSha256 = createHash("sha256")
    .update(new X509Certificate(cert).raw)
    .digest("hex");
  return { url: `${isTls ? "https" : "http"}://127.0.0.1:${port}`, certificateSha256 };
}

function clientOf(t: TestContext): BoxClient {
  const client = new BoxClient();
  t.after(() => client.stop());
  return client;
}

const get = { method: "GET", target: "/x", headers: {}, answerMs: 5000, idleMs: 5000 } as const;

suite("Requests between boxes", { skip: noNats }, () => {
  test("a box answers another box for its caller, within the scopes of that caller", async (t) => {
    const { box, boxId } = await fleetOf(t);
    const ask = { boxId, method: "GET", target } as const;
    const answer = await box.peers.request({ ...ask, caller: reader });
    assert.equal(answer.status, 200);
    const { data } = (await json(answer.body)) as { data: { total: number } };
    assert.equal(data.total, 0);
    const refused = await box.peers.request({
      ...ask,
      caller: { ...reader, scopes: ["jobs:read"] },
    });
    assert.equal(refused.status, 403);
    const { error } = (await json(refused.body)) as { error: { code: string } };
    assert.equal(error.code, "insufficient_scope");
  });

  test("a token counts for one box, one request and a short time, and only in the fleet", async (t) => {
    const { appliance, box, boxId } = await fleetOf(t);
    const { tokens, identity, membership } = box;
    const { url } = appliance;
    const call = { method: "GET", target };
    assert.equal(await sends(url, await tokens.sign(boxId, reader, call)), "200");
    const refused = "401 invalid_box_token";
    const elsewhere = await tokens.sign("third", reader, call);
    assert.equal(await sends(url, elsewhere), refused, "another box");
    const path = await tokens.sign(boxId, reader, { ...call, target: "/api/v1/robots" });
    assert.equal(await sends(url, path), refused, "another path");
    const method = await tokens.sign(boxId, reader, { ...call, method: "POST" });
    assert.equal(await sends(url, method), refused, "another method");
    const document = (at: number) => ({
      v: 1,
      to: boxId,
      at,
      method: "GET",
      target,
      org: "default",
      key: "k",
      scopes: reader.scopes,
    });
    const nowMs = membership.sharedTimeMs();
    const late = await identity.sign("call", document(nowMs - 30_000));
    assert.equal(await sends(url, late), refused, "expired");
    const early = await identity.sign("call", document(nowMs + 30_000));
    assert.equal(await sends(url, early), refused, "of the future");
    const other = await identity.sign("identity", document(nowMs));
    assert.equal(await sends(url, other), refused, "another kind of document");
    const good = await identity.sign("call", document(nowMs));
    const [head, , signature] = good.split(".");
    const forged = Buffer.from(JSON.stringify({ ...document(nowMs), org: "x" }));
    const changed = [head, forged.toString("base64url"), signature].join(".");
    assert.equal(await sends(url, changed), refused, "changed after it was signed");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    const unsigned = `${none}.${forged.toString("base64url")}.`;
    assert.equal(await sends(url, unsigned), refused, "unsigned");
    assert.equal(await sends(url, "x"), refused, "no token");
    const before = await tokens.sign(boxId, reader, call);
    await membership.leave();
    await until(async () => (await sends(url, before)) === refused, {
      what: "the refusal of a box that left",
      deadlineMs: 10_000,
    });
  });

  test("a box that does not answer is named", async (t) => {
    const { appliance, box, boxId } = await fleetOf(t);
    await appliance.stop();
    const request = { boxId, caller: reader, method: "GET", target } as const;
    await assert.rejects(box.peers.request(request), (error: GatehouseError) => {
      assert.equal(error.code, "box_unreachable");
      assert.match(error.message, /^box: .*127\.0\.0\.1.* does not answer: .*ECONNREFUSED/);
      return true;
    });
    await assert.rejects(box.peers.request({ ...request, boxId: "nobody" }), {
      code: "box_unreachable",
    });
  });
});

suite("The client of boxes", () => {
  test("it takes the certificate of the table, and no other", async (t) => {
    const client = clientOf(t);
    const box = await serve(t, (_request, response) => response.end("hello"), true);
    const { status, body } = await client.send(box, get);
    assert.deepEqual([status, await text(body)], [200, "hello"]);
    const other = { ...box, certificateSha256: "0".repeat(64) };
    await assert.rejects(client.send(other, get), /shows another certificate/);
    await assert.rejects(client.send({ ...box, certificateSha256: null }, get), PeerFailure);
  });

  test("it bounds the time until the head comes, and the silence after it", async (t) => {
    const client = clientOf(t);
    const silent = await serve(t, () => undefined);
    const address = { url: silent.url, certificateSha256: null };
    await assert.rejects(client.send(address, { ...get, answerMs: 200 }), /no answer within 0.2 s/);
    const stalled = await serve(t, (_request, response) => response.write("half"));
    const answer = await client.send(
      { url: stalled.url, certificateSha256: null },
      { ...get, idleMs: 200 },
    );
    await assert.rejects(text(answer.body));
  });

  test("a huge answer flows as it is read, and ends with its reader", async (t) => {
    const client = clientOf(t);
    let sent = 0;
    let isOver = false;
    const { url } = await serve(t, (_request, response) => {
      const piece = Buffer.alloc(65_536);
      const endless = new Readable({
        read() {
          sent += piece.length;
          this.push(piece);
        },
      });
      endless.pipe(response);
      response.once("close", () => {
        isOver = true;
        endless.destroy();
      });
    });
    const { body } = await client.send({ url, certificateSha256: null }, get);
    let before = -1;
    await until(
      () => {
        const isStill = sent > 0 && sent === before;
        before = sent;
        return isStill;
      },
      { everyMs: 200, what: "a full pipe" },
    );
    assert.ok(sent < 64e6, `${sent} bytes for a reader that takes none`);
    body.destroy();
    await until(() => isOver, { what: "the end of the connection" });
  });

  test("a request carries a streamed body, and ends with its caller", async (t) => {
    const client = clientOf(t);
    const echo = await serve(t, (request, response) => request.pipe(response));
    const address = { url: echo.url, certificateSha256: null };
    const sent = Readable.from([Buffer.from("one "), Buffer.from("two")]);
    const answer = await client.send(address, { ...get, method: "POST", body: sent });
    assert.equal(await text(answer.body), "one two");
    const gone = new AbortController();
    const silent = await serve(t, () => gone.abort(new Error("gone")));
    const asked = { ...get, signal: gone.signal };
    await assert.rejects(client.send({ url: silent.url, certificateSha256: null }, asked), /gone/);
  });
});
