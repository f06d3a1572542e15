import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { after, before, suite, test } from "node:test";
import { WebSocket } from "ws";
import { RtspLoudspeakers } from "../../../../src/adapters/rtsp-relay/rtsp-loudspeakers.ts";
import { TalkService } from "../../../../src/perception/talk/talk-service.ts";
import type { TalkReply } from "../../../../src/perception/wire/talk-answers.ts";
import { until } from "../../../support/box/wait.ts";
import {
  type PeerAnswer,
  type RtspPeer,
  startRtspPeer,
} from "../../../support/cameras/rtsp-peer.ts";
import { politelyTalking, tone } from "../../../support/cameras/talk.ts";
import { Rig } from "../../../support/http/rig.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";

const upgrade = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

suite("talking to a camera over the API", () => {
  const cleanups: (() => unknown)[] = [];
  const context = { after: (cleanup: () => unknown) => void cleanups.push(cleanup) };
  let camera: RtspPeer;
  let perception: PerceptionRig;
  let rig: Rig;
  /** The camera's answer to DESCRIBE; undefined while it behaves. */
  let oddity: PeerAnswer | undefined;

  const path = (id = "gate") => `/api/v1/surveillance/streams/${id}`;
  const runner = () => perception.running.get("default", "gate")!;
  const isFree = () => until(() => runner().talk.talker === null);

  before(async () => {
    camera = await startRtspPeer((request) =>
      request.method === "DESCRIBE" && oddity ? oddity : politelyTalking(request),
    );
    perception = await PerceptionRig.make(context);
    const { clock, running, parts } = perception;
    const source = { type: "rtsp", url: camera.url };
    await perception.submit({ stream_id: "gate", source });
    await until(() => perception.ingest.runs.length === 1);
    const loudspeakers = new RtspLoudspeakers();
    const talks = new TalkService({ loudspeakers, running, store: parts.store, clock });
    rig = await new Rig({ talks, clock }).start();
    cleanups.push(
      () => rig.stop(),
      () => camera.stop(),
      () => talks.stop(),
    );
  });
  after(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  });

  /** Opens the WebSocket of a talk; resolves when the box is ready. */
  async function connect(key = rig.key, query = "") {
    const { port } = rig.server.address()!;
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path()}/talk${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const replies: TalkReply[] = [];
    socket.on("message", (data: Buffer) => void replies.push(JSON.parse(data.toString())));
    const closed = once(socket, "close").then(([code, reason]) => [code, String(reason)]);
    await once(socket, "open");
    await until(() => replies.length > 0);
    return { socket, replies, closed };
  }

  /** Status, code and message of a talk that the box does not open. */
  async function refusal(key = rig.key, id = "gate", query = "") {
    const { port } = rig.server.address()!;
    const headers = { ...upgrade, authorization: `Bearer ${key}` };
    const url = `${path(id)}/talk${query}`;
    const outgoing = httpRequest({ host: "127.0.0.1", port, path: url, headers, agent: false });
    outgoing.end();
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    let text = "";
    for await (const chunk of response) text += String(chunk);
    const { error } = JSON.parse(text) as { error: { code: string; message: string } };
    return { status: response.statusCode!, ...error };
  }

  const audited = async () =>
    (await rig.ask("/api/v1/audit?limit=20")).json.data.data.map(
      ({
        action,
        outcome,
        actor,
      }: {
        action: string;
        outcome: { code: string | null };
        actor: { key_id: string };
      }) => [action, outcome.code, actor.key_id] as const,
    );

  test("what is spoken reaches the camera, the stream says who talks, and the audit log from when to when", async () => {
    assert.deepEqual(perception.streams.get("default", "gate")!.talk, {
      state: "unknown",
      codec: null,
      talker: null,
    });
    const { data } = (await rig.ask(`${path()}/loudspeaker`)).json;
    assert.deepEqual(data, {
      object: "surveillance.loudspeaker",
      stream_id: "gate",
      state: "offered",
      codec: "pcmu",
      talker: null,
    });
    const { socket, replies, closed } = await connect();
    assert.deepEqual(replies, [
      { type: "ready", stream_id: "gate", codec: "pcmu", rate_hz: 16_000, max_seconds: 60 },
    ]);
    const [[, , keyId]] = await audited();
    assert.equal(perception.streams.get("default", "gate")!.talk.talker, "test");
    // Somebody who asks for the loudspeaker meanwhile does not disturb the camera.
    const { connections } = camera;
    assert.equal((await rig.ask(`${path()}/loudspeaker`)).json.data.talker, "test");
    assert.equal(camera.connections, connections);
    const spoken = tone(1000, 0.4, 16_000);
    for (let at = 0; at < spoken.length; at += 640) socket.send(spoken.subarray(at, at + 640));
    await until(() => camera.packets.length === 20);
    perception.clock.advance(1500);
    socket.close();
    await closed;
    await isFree();
    await until(() => camera.requests.at(-1)!.method === "TEARDOWN");
    await until(async () => (await audited()).length === 2);
    assert.deepEqual(await audited(), [
      [`END TALK ${path()}/talk`, null, keyId],
      [`TALK ${path()}/talk`, null, keyId],
    ]);
    const times = (await rig.ask("/api/v1/audit?limit=2")).json.data.data;
    assert.equal(times[0].created_at - times[1].created_at, 1.5);
  });

  test("who may not drive robots may not talk, and who does not see the camera finds none", async () => {
    const viewer = await rig.newKey(["surveillance:read", "surveillance:write"]);
    const refused = await refusal(viewer);
    assert.deepEqual([refused.status, refused.code], [403, "insufficient_scope"]);
    assert.match(refused.message, /robots:command/);
    const theirs = await rig.newKey(["robots:command"], "acme");
    assert.deepEqual((await refusal(theirs)).code, "not_found");
    assert.deepEqual((await refusal(rig.key, "nothing")).code, "not_found");
    const wrong = await refusal(rig.key, "gate", "?rate_hz=44100");
    assert.equal(wrong.code, "invalid_query_parameter");
    const plain = await rig.ask(`${path()}/talk`);
    assert.deepEqual([plain.status, plain.json.error.code], [426, "upgrade_required"]);
  });

  test("a second talker gets 409 with the name of the first, who may talk again at once", async () => {
    const first = await connect();
    const other = await rig.newKey(["robots:command"]);
    const refused = await refusal(other);
    assert.deepEqual([refused.status, refused.code], [409, "lease_held"]);
    assert.match(refused.message, /^camera: test talks to it\./);
    first.socket.close();
    await first.closed;
    const again = await connect(other, "?rate_hz=8000");
    assert.equal((again.replies[0] as { rate_hz: number }).rate_hz, 8000);
    again.socket.terminate();
    await isFree();
  });

  const ends: readonly (readonly [string, (socket: WebSocket) => void, number, string])[] = [
    ["half a sample", (socket) => socket.send(Buffer.alloc(3)), 4006, "invalid_message"],
    ["text", (socket) => socket.send("hello"), 4006, "invalid_message"],
    ["a message of more than 1024 bytes", (socket) => socket.send(Buffer.alloc(1026)), 1009, ""],
    ["2 s without sound", () => perception.clock.advance(2000), 4001, "heartbeat_missed"],
    [
      "sound faster than its time",
      (socket) => {
        for (let at = 0; at < 26; at += 1) socket.send(Buffer.alloc(640));
      },
      4007,
      "rate_limited",
    ],
  ];
  for (const [what, provoke, code, reason] of ends) {
    test(`${what} ends the talk with ${code}`, async () => {
      const { socket, closed, replies } = await connect();
      provoke(socket);
      assert.deepEqual(await closed, [code, reason]);
      if (reason !== "") assert.equal((replies.at(-1) as { reason: string }).reason, reason);
      await isFree();
      const why = reason === "" ? null : reason;
      const isNoted = async () =>
        (await audited())[0]!.slice(0, 2).join() === `END TALK ${path()}/talk,${why ?? ""}`;
      await until(isNoted, { what: "the entry of the audit log" });
    });
  }

  test("a camera that ends its connection ends the talk with the reason", async () => {
    const { closed, replies } = await connect();
    camera.drop();
    assert.deepEqual(await closed, [4005, "talk_failed"]);
    assert.match((replies.at(-1) as { message: string }).message, /was lost/);
    await isFree();
  });

  test("a key that is revoked ends the talk", async () => {
    const key = await rig.newKey(["robots:command"]);
    const { closed } = await connect(key);
    await rig.keys.revoke(rig.keys.verify(key).keyId);
    perception.clock.advance(1000);
    assert.deepEqual(await closed, [4008, "api_key_revoked"]);
    await isFree();
  });

  test("a camera without a loudspeaker, and one that cannot be asked, are refusals with a code", async () => {
    oddity = { status: "551 Option not supported" };
    const none = await refusal();
    assert.deepEqual([none.status, none.code], [409, "no_loudspeaker"]);
    assert.match(none.message, /stream gate offers no loudspeaker/);
    assert.equal((await rig.ask(`${path()}/loudspeaker`)).json.data.state, "absent");
    assert.equal(perception.streams.get("default", "gate")!.talk.state, "absent");
    oddity = { status: "403 Forbidden" };
    const failed = await rig.ask(`${path()}/loudspeaker`);
    assert.deepEqual([failed.status, failed.json.error.code], [409, "talk_failed"]);
    assert.equal(failed.json.error.details[0].rule, "stream_auth_failed");
    oddity = undefined;
    const { socket } = await connect();
    socket.close();
    await isFree();
    assert.equal(runner().talk.state, "offered");
  });

  test("the end of the stream ends the talk, and then there is nothing to talk to", async () => {
    const { closed } = await connect();
    const [job] = perception.live.values();
    job!.abort("shutdown");
    await job!.outcome;
    assert.deepEqual(await closed, [4014, "stream_ended"]);
    const refused = await refusal();
    assert.deepEqual([refused.status, refused.code], [409, "stream_not_ready"]);
  });
});
