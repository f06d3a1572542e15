import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { WebrtcPeers } from "../../../src/adapters/webrtc/webrtc-peers.ts";
import { WhepSessions } from "../../../src/cameras/restream/whep-sessions.ts";
import { StreamSlots } from "../../../src/http/streaming/stream-slots.ts";
import { until } from "../../support/box/wait.ts";
import { browserOffer } from "../../support/cameras/webrtc/browser-offer.ts";
import { startWebrtcRig } from "../../support/cameras/webrtc/webrtc-rig.ts";
import { WebrtcViewer } from "../../support/cameras/webrtc/webrtc-viewer.ts";
import type { HttpAnswer } from "../../support/http/ask.ts";
import { Rig } from "../../support/http/rig.ts";

const path = "/api/v1/surveillance/streams/yard/whep";
const ends: (() => unknown)[] = [];
let rig: Rig;
let peers: WebrtcPeers;

before(async () => {
  ({ peers } = await startWebrtcRig({ after: (end) => ends.push(end as () => unknown) }));
  const slots = new StreamSlots({ perKey: 3, perBox: 5, message: "webrtc: too many are open" });
  rig = new Rig({ whep: new WhepSessions({ viewers: peers, slots }) });
  await rig.start();
});

after(async () => {
  await rig.stop();
  for (const end of ends) await end();
});

function post(offer: string, { key = rig.key, to = path, type = "application/sdp" } = {}) {
  return rig.ask(to, { method: "POST", key, raw: offer, headers: { "content-type": type } });
}

async function view(key = rig.key): Promise<{ viewer: WebrtcViewer; answer: HttpAnswer }> {
  const viewer = new WebrtcViewer();
  const answer = await post(await viewer.offer(), { key });
  assert.equal(answer.status, 201, answer.text);
  viewer.accept(answer.text);
  return { viewer, answer };
}

test("a session opens with 201, its address and an answer, and DELETE at the address ends it", async () => {
  const { viewer, answer } = await view();
  const { location, etag, "content-type": type } = answer.headers;
  assert.match(location!, new RegExp(`^${path}/[0-9a-f-]{36}$`));
  assert.equal(type, "application/sdp");
  assert.ok(etag);
  await until(() => viewer.packets.length > 20, { what: "video" });
  const ended = await rig.ask(location!, { method: "DELETE", key: rig.key });
  assert.equal(ended.status, 200);
  assert.deepEqual(peers.counts(), { connected: 0, halfOpen: 0 });
  const again = await rig.ask(location!, { method: "DELETE", key: rig.key });
  assert.equal(again.json.error.code, "not_found");
  viewer.close();
});

test("candidates may follow, and ICE does not restart", async () => {
  const offer = browserOffer();
  const { headers } = await post(offer);
  const patch = (raw: string, type = "application/trickle-ice-sdpfrag") =>
    rig.ask(headers.location!, {
      method: "PATCH",
      key: rig.key,
      raw,
      headers: { "content-type": type },
    });
  const candidate =
    "m=video 9 UDP/TLS/RTP/SAVPF 0\r\na=mid:0\r\na=candidate:1 1 udp 1 a.local 9 typ host\r\n";
  assert.equal((await patch(`a=ice-ufrag:Ab1+\r\n${candidate}`)).status, 204);
  assert.equal((await patch("a=ice-ufrag:other\r\n")).json.error.code, "conflict");
  assert.equal(
    (await patch(candidate, "application/sdp")).json.error.code,
    "unsupported_media_type",
  );
  await rig.ask(headers.location!, { method: "DELETE", key: rig.key });
});

test("a request without a right, a stream or a description is refused with its reason", async () => {
  const refusal = async (answer: Promise<HttpAnswer>): Promise<string> => {
    const { status, json } = await answer;
    return `${status} ${json.error.code}`;
  };
  const blind = await rig.newKey(["jobs:read"]);
  const offer = browserOffer();
  assert.equal(await refusal(post(offer, { key: "svk_wrong" })), "401 invalid_api_key");
  assert.equal(await refusal(post(offer, { key: blind })), "403 insufficient_scope");
  const nowhere = path.replace("yard", "nowhere");
  assert.equal(await refusal(post(offer, { to: nowhere })), "404 not_found");
  const masked = path.replace("yard", "masked");
  assert.equal(await refusal(post(offer, { to: masked })), "409 conflict");
  assert.equal(await refusal(post("v=0")), "400 invalid_request_body");
  assert.equal(await refusal(post("", {})), "400 invalid_request_body");
  assert.equal(
    await refusal(post("{}", { type: "application/json" })),
    "415 unsupported_media_type",
  );
  assert.equal(await refusal(post("v".repeat(70_000))), "413 request_too_large");
  assert.deepEqual(peers.counts(), { connected: 0, halfOpen: 0 });
});

test("a key's sessions are bounded, and another key cannot end them", async () => {
  const other = await rig.newKey(["surveillance:read"]);
  const opened = await Promise.all([1, 2, 3].map(() => post(browserOffer(), { key: other })));
  const fourth = await post(browserOffer(), { key: other });
  assert.equal(fourth.json.error.code, "too_many_streams");
  assert.ok(Number(fourth.headers["retry-after"]) > 0);
  const { viewer, answer } = await view();
  const stranger = await rig.ask(opened[0]!.headers.location!, { method: "DELETE", key: rig.key });
  assert.equal(stranger.status, 404);
  for (const { headers } of opened) {
    const { status } = await rig.ask(headers.location!, { method: "DELETE", key: other });
    assert.equal(status, 200);
  }
  const fifth = await post(browserOffer(), { key: other });
  assert.equal(fifth.status, 201);
  await rig.ask(fifth.headers.location!, { method: "DELETE", key: other });
  await rig.ask(answer.headers.location!, { method: "DELETE", key: rig.key });
  viewer.close();
});

test("of a thousand offers of one key, its limit is answered, and another key's viewer goes on", async () => {
  const { viewer, answer } = await view();
  const other = await rig.newKey(["surveillance:read"]);
  const codes = new Map<string, number>();
  for (let sent = 0; sent < 1000; sent += 50) {
    const some = Array.from({ length: 50 }, () => post(browserOffer(), { key: other }));
    for (const { status, json } of await Promise.all(some)) {
      const code = status === 201 ? "opened" : json.error.code;
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  }
  const { opened = 0, ...refused } = Object.fromEntries(codes) as Record<string, number>;
  const counts = peers.counts();
  // Beside the viewer, as many as the box allows.
  assert.ok(opened >= 1 && counts.halfOpen <= 4, JSON.stringify({ opened, counts, refused }));
  assert.ok(refused["too_many_streams"]! > 0);
  const known = ["rate_limited", "too_many_streams"];
  assert.ok(
    Object.keys(refused).every((code) => known.includes(code)),
    JSON.stringify(refused),
  );
  const before = viewer.packets.length;
  await until(() => viewer.packets.length > before + 10, { what: "more video" });
  // Its sessions end with it.
  await rig.keys.revoke(rig.keys.verify(other, { address: "127.0.0.1" }).keyId);
  await until(() => peers.counts().halfOpen === 0, { what: "the end of the others" });
  await rig.ask(answer.headers.location!, { method: "DELETE", key: rig.key });
  viewer.close();
});

test("a revoked key's viewers are disconnected", async () => {
  const key = await rig.newKey(["surveillance:read"]);
  const { viewer } = await view(key);
  await until(() => viewer.packets.length > 5, { what: "video" });
  const { keyId } = rig.keys.verify(key, { address: "127.0.0.1" });
  await rig.keys.revoke(keyId);
  await until(() => peers.counts().connected === 0, { what: "the end" });
  viewer.close();
});
