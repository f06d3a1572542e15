import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { WebSocket } from "ws";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { until } from "../../../support/box/wait.ts";
import { newPerson, password, signIn } from "../../../support/http/signed-in.ts";
import { openSse } from "../../../support/http/sse.ts";
import { incidentId, Rig } from "../../../support/http/rig.ts";

const surveillance = "/api/v1/surveillance";
const live = `${surveillance}/streams/gate/live.mjpeg`;

/** What somebody who may see only some cameras reaches although its path names none. */
const open = new Set([
  "DELETE /api/v1/page-sessions/{page_session_id}",
  "DELETE /api/v1/session",
  "GET /api/v1/keys/names",
  "GET /api/v1/page-sessions",
  "GET /api/v1/people/me",
  "GET /api/v1/session",
  "GET /api/v1/surveillance/coverage",
  "GET /api/v1/surveillance/events",
  "GET /api/v1/surveillance/incident-groups",
  "GET /api/v1/surveillance/incidents",
  "GET /api/v1/surveillance/profiles",
  "GET /api/v1/surveillance/recordings/export.zip",
  "GET /api/v1/surveillance/streams",
  "GET /api/v1/surveillance/timeline",
  "GET /api/v1/system",
  "GET /api/v1/system/history",
  "GET /api/v1/system/mode",
  "GET /openapi.json",
  "GET /postman.json",
  // A device gets only what its owner may see: `push.test.ts`.
  "GET /api/v1/push",
  "GET /api/v1/push/subscriptions",
  "POST /api/v1/push/subscriptions",
  "DELETE /api/v1/push/subscriptions/{subscription_id}",
  "POST /api/v1/push/subscriptions/{subscription_id}/test",
  "POST /api/v1/surveillance/incidents/review",
  "DELETE /api/v1/people/me/passkeys/{passkey_id}",
  "POST /api/v1/people/me/passkey-challenge",
  "POST /api/v1/people/me/passkeys",
  "PUT /api/v1/people/me/password",
  "PUT /api/v1/system/mode",
]);
/** Robots are no cameras; their runs look through them. */
const ofRobots = /^[A-Z]+ \/api\/v1\/robots(?!\/runs)/;

interface Described {
  security?: unknown[];
}

describe("a person who may see only some cameras", () => {
  const clock = new FakeClock(Date.now());
  const quotas = { readsPerMinute: 1e5, createsPerMinute: 1e5, robotCommandsPerMinute: 1e5 };
  const rig = new Rig({ clock, quotas });
  let id: string;
  let headers: Record<string, string>;
  before(async () => {
    await rig.start();
    // Every scope, so that nothing but the cameras can be the reason of a refusal.
    id = await newPerson(rig, { name: "Yard only", role: "admin", cameras: ["yard"] });
    ({ headers } = await signIn(rig, { name: "Yard only", password }));
  });
  after(() => rig.stop());

  const see = async (cameras: string[]) =>
    await rig.ask(`/api/v1/people/${id}`, { method: "PATCH", body: { cameras } });

  test("reaches no other one by any route that the API has", async () => {
    const document = (await rig.ask("/openapi.json")).json;
    const paths = document.paths as Record<string, Record<string, Described>>;
    let named = 0;
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, described] of Object.entries(methods)) {
        if (described.security?.length === 0) continue;
        const what = `${method.toUpperCase()} ${path}`;
        if (open.has(what) || ofRobots.test(what)) continue;
        const real = path
          .replace("{stream_id}", "gate")
          .replace("{incident_id}", incidentId)
          .replaceAll(/\{\w+\}/g, "00000000-0000-4000-8000-000000000000");
        const answer = await rig.ask(real, { key: null, headers, method: method.toUpperCase() });
        const code = answer.json?.error?.code;
        const isNamed = /\{(stream|incident)_id\}/.test(path);
        named += isNamed ? 1 : 0;
        assert.equal(
          code,
          isNamed ? "not_found" : "camera_restricted",
          `${what}: ${answer.status}`,
        );
      }
    }
    assert.ok(named > 20, `${named} routes name a stream or an incident`);
  });

  test("reaches the own ones by the same routes", async () => {
    await see(["gate"]);
    const all = [`streams/gate`, `streams/gate/snapshot.jpg`, `incidents/${incidentId}`];
    for (const path of all) {
      assert.equal((await rig.ask(`${surveillance}/${path}`, { key: null, headers })).status, 200);
    }
    await see(["yard"]);
    for (const path of all) {
      assert.equal((await rig.ask(`${surveillance}/${path}`, { key: null, headers })).status, 404);
    }
  });

  test("gets only events of the own ones", async () => {
    const url = `${rig.server.url()}${surveillance}/events`;
    const stream = await openSse(url, headers);
    await rig.emit({ streamId: "gate", severity: "critical", summary: "foreign" });
    await rig.emit({ streamId: "yard", severity: "critical", summary: "own" });
    await until(() => stream.events.length > 0);
    assert.equal(stream.events.length, 1);
    assert.match(JSON.stringify(stream.events), /own/);
    stream.close();
  });

  test("loses an open picture and an open socket within a second when the camera is taken away", async () => {
    await see(["gate"]);
    const answer = await fetch(`${rig.server.url()}${live}`, { headers });
    assert.equal(answer.status, 200);
    const ended = answer.arrayBuffer();
    const own = rig.server.url();
    const socket = new WebSocket(`${own.replace("http", "ws")}${live}`, {
      headers: { ...headers, origin: own },
    });
    await once(socket, "open");
    const closed = once(socket, "close");
    await see(["yard"]);
    clock.advance(1000);
    await Promise.all([ended, closed]);
  });

  test("whose account is removed loses open streams, pictures and sockets within a second", async () => {
    const gone = await newPerson(rig, { name: "Short stay", role: "viewer" });
    const who = await signIn(rig, { name: "Short stay", password });
    const own = rig.server.url();
    const events = await openSse(`${own}${surveillance}/events`, who.headers);
    const picture = await fetch(`${own}${live}`, { headers: who.headers });
    const ended = picture.arrayBuffer();
    const socket = new WebSocket(`${own.replace("http", "ws")}${live}`, {
      headers: { ...who.headers, origin: own },
    });
    await once(socket, "open");
    const closed = once(socket, "close");
    await rig.ask(`/api/v1/people/${gone}`, { method: "DELETE" });
    clock.advance(1000);
    await Promise.all([events.ended, ended, closed]);
  });
});
