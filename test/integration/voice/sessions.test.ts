import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { LiveKitVoice } from "../../../src/adapters/voice-providers/livekit.ts";
import { signJwt } from "../../../src/adapters/voice-providers/jwt.ts";
import { createHash } from "node:crypto";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { VoiceAgents } from "../../../src/voice/agents.ts";
import { VoiceSessions } from "../../../src/voice/sessions.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { voiceLimits } from "../../../src/voice/voice-terms.ts";

const apiSecret = "a secret of livekit";

async function sessionRig(t: TestContext) {
  const store = await makeStore(t);
  const clock = new FakeClock();
  const agents = new VoiceAgents({ store, clock, voices: { check: async () => undefined } });
  const livekit = new LiveKitVoice({ clock, url: "wss://lk", apiKey: "API1", apiSecret });
  const parts = { store, clock, log: silentLogger, agents, providers: [livekit] };
  const sessions = new VoiceSessions(parts);
  const request = {
    name: "A",
    voice_id: "espeak:en-gb",
    system_prompt: "x",
    provider: "livekit",
  } as const;
  const agent = await agents.create("default", request);
  let count = 0;
  return {
    store,
    clock,
    sessions,
    again: () => new VoiceSessions(parts),
    async open(ttlSec = 60) {
      const order = { agentId: agent.id, ttlSec, credentials: undefined };
      return (await sessions.create("default", order)).session;
    },
    state: (id: string) => sessions.get("default", id)!.session.state,
    async event(name: string, sessionId: string, id = `EV_${(count += 1)}`) {
      const body = Buffer.from(
        JSON.stringify({ event: name, id, room: { name: `gatehouse-${sessionId}` } }),
      );
      const sha256 = createHash("sha256").update(body).digest("base64");
      const nowMs = clock.wallMs();
      const exp = nowMs / 1000 + 60;
      const authorization = await signJwt({ iss: "API1", exp, sha256 }, apiSecret);
      return await sessions.receive({ body, headers: { authorization }, nowMs });
    },
  };
}

test("a session that nobody begins is expired at its time, whoever looks, and an event still brings it to life", async (t) => {
  const rig = await sessionRig(t);
  const { id } = await rig.open(60);
  rig.clock.advance(59_000);
  assert.equal(rig.state(id), "created");
  rig.clock.advance(1000);
  assert.equal(rig.state(id), "expired");
  await rig.sessions.sweep();
  assert.equal(rig.sessions.get("default", id)!.session.reason, "it did not begin in time");
  await rig.event("participant_joined", id);
  assert.equal(rig.state(id), "active");
});

test("an active session of which nothing is heard for two hours is expired; its client may complete it", async (t) => {
  const rig = await sessionRig(t);
  const { id } = await rig.open();
  await rig.event("participant_joined", id);
  rig.clock.advance(voiceLimits.idleMs - 1);
  assert.equal(rig.state(id), "active");
  await rig.event("track_published", id);
  rig.clock.advance(voiceLimits.idleMs - 1);
  assert.equal(rig.state(id), "active");
  rig.clock.advance(1);
  await rig.sessions.sweep();
  assert.equal(rig.state(id), "expired");
  const done = await rig.sessions.complete("default", id, { summary: "We had talked" });
  assert.deepEqual([done?.session.state, done?.session.summary], ["completed", "We had talked"]);
});

test("an event is known again after a restart, and forgotten after its 72 h", async (t) => {
  const rig = await sessionRig(t);
  const { id } = await rig.open(7200);
  await rig.event("participant_joined", id, "EV_same");
  assert.equal((await rig.event("participant_joined", id, "EV_same")).duplicate, true);
  rig.clock.advance(voiceLimits.eventMs + 1000);
  await rig.again().sweep();
  assert.equal(rig.store.range({ prefix: ["box", "voice-event"] }).length, 0);
  assert.equal(rig.store.range({ prefix: ["box", "voice-event-age"] }).length, 0);
});

test("of more sessions than are kept the oldest ended ones go first, with all that they are found by", async (t) => {
  const rig = await sessionRig(t);
  const first = await rig.open(7200);
  const second = await rig.open(7200);
  await rig.sessions.complete("default", second.id, { summary: "done" });
  const fill = voiceLimits.sessions - 2;
  await Promise.all(Array.from({ length: fill }, () => rig.open(7200)));
  await rig.open(7200);
  assert.equal(rig.sessions.list("default").length, voiceLimits.sessions);
  assert.equal(rig.sessions.get("default", second.id), undefined);
  assert.equal(rig.state(first.id), "created");
  assert.equal(rig.store.get(["box", "voice-owner", second.id]), undefined);
  assert.equal(
    rig.store.get(["box", "voice-name", "livekit", `gatehouse-${second.id}`]),
    undefined,
  );
});
