import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { WebSocket } from "ws";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { openSse } from "../../../support/http/sse.ts";
import { Rig } from "../../../support/http/rig.ts";

const surveillance = "/api/v1/surveillance";

type Opened = { ended: Promise<unknown> };
type Open = (rig: Rig, headers: Record<string, string>) => Promise<Opened>;

const events = (path: string): Open => {
  return async (rig, headers) => await openSse(`${rig.server.url()}${path}`, headers);
};
const live = `${surveillance}/streams/gate/live.mjpeg`;

/** Answers without end, and how each is opened. */
const kinds: readonly Open[] = [
  events(`${surveillance}/events`),
  events("/api/v1/robots/events"),
  async (rig, headers) => {
    const answer = await fetch(`${rig.server.url()}${live}`, { headers });
    assert.equal(answer.status, 200);
    return { ended: answer.arrayBuffer() };
  },
  async (rig, headers) => {
    const url = `${rig.server.url().replace("http", "ws")}${live}`;
    const socket = new WebSocket(url, { headers: { ...headers, origin: rig.server.url() } });
    await once(socket, "open");
    return { ended: once(socket, "close") };
  },
];

describe("what is open ends within a second", () => {
  const clock = new FakeClock(Date.now());
  const rig = new Rig({ clock });
  before(async () => void (await rig.start()));
  after(() => rig.stop());

  /** Opens everything with `headers`, ends the right, and sees everything end. */
  async function endsAll(
    headers: Record<string, string>,
    end: () => Promise<unknown>,
  ): Promise<void> {
    const open = await Promise.all(kinds.map((begin) => begin(rig, headers)));
    const others = await openSse(`${rig.server.url()}${surveillance}/events`, {
      authorization: `Bearer ${rig.key}`,
    });
    await end();
    clock.advance(1000);
    await Promise.all(open.map(({ ended }) => ended));
    assert.deepEqual(others.events, [], "another key's stream goes on");
    others.close();
  }

  async function newKey() {
    return await rig.keys.create({ org: "default", name: "x", preset: "viewer" });
  }

  test("when the page signs out", async () => {
    const path = "/api/v1/session";
    const { token } = await newKey();
    const body = { key: token };
    const { headers, json } = await rig.ask(path, { method: "POST", key: null, body });
    const cookie = headers["set-cookie"]![0]!.split(";")[0]!;
    const csrf = { cookie, "x-csrf-token": json.data.csrf_token };
    await endsAll({ cookie }, () => rig.ask(path, { method: "DELETE", key: null, headers: csrf }));
  });

  test("when the key is revoked", async () => {
    const { key, token } = await newKey();
    await endsAll({ authorization: `Bearer ${token}` }, () => rig.keys.revoke(key.id));
  });

  test("when the key gets another secret without a grace", async () => {
    const { key, token } = await newKey();
    await endsAll({ authorization: `Bearer ${token}` }, () =>
      rig.keys.roll(key.id, { graceMs: 0 }),
    );
  });
});
