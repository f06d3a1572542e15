import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { signJwt } from "../../../src/adapters/voice-providers/jwt.ts";
import { voiceSecrets } from "../../support/voice/make-voice.ts";
import { elevenLabsHeaders, openAiHeaders } from "../../support/voice/voice-provider-server.ts";
import { codeOf, VoiceDoor } from "../../support/voice/voice-server.ts";

const door = new VoiceDoor();

before(() => door.start());
after(() => door.stop());

test("events of each provider move its session, and are answered when that is on the disk", async () => {
  const openai = await door.newSession();
  const call = JSON.stringify({
    object: "event",
    id: "evt_1",
    type: "realtime.call.incoming",
    data: { call_id: "rtc_77", sip_headers: [{ name: "X-Gatehouse-Session", value: openai.id }] },
  });
  const taken = await door.event(call, openAiHeaders(call, { id: "wh_call" }));
  assert.deepEqual([taken.status, taken.json.data], [200, { received: true, duplicate: false }]);
  assert.equal(await door.stateOf(openai.id), "active");

  const eleven = await door.newSession({ provider: "elevenlabs", provider_agent_id: "agent_1" });
  const post = JSON.stringify({
    type: "post_call_transcription",
    event_timestamp: 1,
    data: {
      agent_id: "agent_1",
      conversation_id: "conv_1",
      status: "done",
      analysis: { transcript_summary: "They asked for the way." },
      conversation_initiation_client_data: {
        dynamic_variables: { gatehouse_session_id: eleven.id },
      },
    },
  });
  assert.equal((await door.event(post, elevenLabsHeaders(post))).status, 200);
  const { data } = (await door.rig.ask(`/api/v1/voice/sessions/${eleven.id}`)).json;
  assert.deepEqual(
    [data.status, data.summary, data.provider_session_id],
    ["completed", "They asked for the way.", "conv_1"],
  );

  const live = await door.newSession({ provider: "livekit" });
  const liveEvent = async (name: string, id: string): Promise<number> => {
    const raw = JSON.stringify({ event: name, id, room: { name: `gatehouse-${live.id}` } });
    const sha256 = createHash("sha256").update(raw).digest("base64");
    const exp = Math.floor(Date.now() / 1000) + 300;
    const token = await signJwt({ iss: "APIcanary", exp, sha256 }, voiceSecrets.livekitSecret);
    const headers = { authorization: token, "content-type": "application/webhook+json" };
    return (await door.event(raw, headers)).status;
  };
  assert.equal(await liveEvent("participant_joined", "EV_1"), 200);
  assert.equal(await door.stateOf(live.id), "active");
  assert.equal(await liveEvent("room_finished", "EV_2"), 200);
  assert.equal(await door.stateOf(live.id), "completed");
  // What comes too late does not take it back.
  assert.equal(await liveEvent("participant_joined", "EV_3"), 200);
  assert.equal(await door.stateOf(live.id), "completed");

  const failing = await door.newSession({ provider: "elevenlabs", provider_agent_id: "agent_1" });
  const failure = JSON.stringify({
    type: "call_initiation_failure",
    data: {
      conversation_id: "conv_2",
      failure_reason: "busy",
      conversation_initiation_client_data: {
        dynamic_variables: { gatehouse_session_id: failing.id },
      },
    },
  });
  assert.equal((await door.event(failure, elevenLabsHeaders(failure))).status, 200);
  const ended = (await door.rig.ask(`/api/v1/voice/sessions/${failing.id}`)).json.data;
  assert.deepEqual([ended.status, ended.reason], ["failed", "busy"]);
});

test("a replayed event does nothing, an old or wrongly signed one is refused, and unknown ones are taken", async () => {
  const session = await door.newSession();
  const raw = JSON.stringify({
    type: "realtime.call.incoming",
    data: { call_id: "c", sip_headers: [{ name: "x-gatehouse-session", value: session.id }] },
  });
  const headers = openAiHeaders(raw, { id: "wh_replay" });
  assert.equal((await door.event(raw, headers)).json.data.duplicate, false);
  assert.deepEqual((await door.event(raw, headers)).json.data, { received: true, duplicate: true });
  const { data } = (await door.rig.ask(`/api/v1/voice/sessions/${session.id}`)).json;
  assert.equal(data.events, 1);
  const nowSec = Math.floor(Date.now() / 1000);
  const cases: [string | Buffer, Record<string, string>][] = [
    [`${raw} `, headers],
    [raw, openAiHeaders(raw, { atSec: nowSec - 301 })],
    [raw, openAiHeaders(raw, { atSec: nowSec + 400 })],
    [raw, openAiHeaders(raw, { secret: "whsec_AAAA" })],
    [raw, elevenLabsHeaders(raw, { atSec: nowSec - 1900 })],
    [raw, { ...openAiHeaders(raw), ...elevenLabsHeaders(raw) }],
    [raw, { authorization: `Bearer ${door.rig.key}` }],
    [raw, { authorization: "a.b.c" }],
    [raw, {}],
    ["", openAiHeaders("")],
    ["not json", openAiHeaders("not json", { id: "wh_text" })],
  ];
  for (const [body, signed] of cases) {
    const answer = await door.event(body, { "content-type": "application/json", ...signed });
    assert.deepEqual([answer.status, codeOf(answer)], [401, "invalid_signature"], answer.text);
    assert.ok(
      !/old|secret|fit.*body|hmac/i.test(answer.json.error.message.replace("does not fit", "")),
    );
  }
  assert.ok(door.logged.some((line) => line.includes("s old")));
  const other = JSON.stringify({ type: "response.completed", data: { id: "resp_1" } });
  assert.equal((await door.event(other, openAiHeaders(other, { id: "wh_other" }))).status, 200);
  const long = "x".repeat(256 * 1024 + 1);
  assert.equal(codeOf(await door.event(long, openAiHeaders(long))), "request_too_large");
  // Not one of them moved anything.
  assert.equal((await door.rig.ask(`/api/v1/voice/sessions/${session.id}`)).json.data.events, 1);
});
