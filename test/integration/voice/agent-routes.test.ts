import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpAnswer } from "../../support/http/ask.ts";
import { Rig } from "../../support/http/rig.ts";

const rig = new Rig();
before(async () => void (await rig.start()));
after(() => rig.stop());

const guide = { name: "Guide", voice_id: "espeak:en-gb", system_prompt: "You show people around." };
const codeOf = (answer: HttpAnswer): string => answer.json.error?.code ?? `${answer.status}`;

test("an agent is created, listed, changed and deleted, and wrong fields are named", async () => {
  const made = await rig.post("/api/v1/voice/agents", {
    ...guide,
    greeting: "Welcome",
    metadata: { floor: "2" },
  });
  assert.equal(made.status, 201, made.text);
  const id = made.json.data.id as string;
  const one = await rig.ask(`/api/v1/voice/agents/${id}`);
  assert.deepEqual([one.json.object, one.json.data.greeting], ["voice.agent", "Welcome"]);
  const patched = await rig.ask(`/api/v1/voice/agents/${id}`, {
    method: "PATCH",
    body: { greeting: null, voice_id: "openai:marin" },
  });
  assert.deepEqual(
    [patched.json.data.greeting, patched.json.data.voice_id, patched.json.data.name],
    [null, "openai:marin", "Guide"],
  );
  const list = await rig.ask("/api/v1/voice/agents?limit=100");
  assert.ok(list.json.data.data.some((each: { id: string }) => each.id === id));
  const theirs = await rig.newKey(["voice:read", "voice:write"], "acme");
  assert.equal((await rig.ask(`/api/v1/voice/agents/${id}`, { key: theirs })).status, 404);
  for (const [body, param] of [
    [{ ...guide, voice_id: "alloy" }, "voice_id"],
    [{ ...guide, system_prompt: "x".repeat(8001) }, "system_prompt"],
    [{ ...guide, provider: "skynet" }, "provider"],
    [{ ...guide, api_key: "sk" }, "api_key"],
    [{ name: "x" }, "voice_id"],
  ] as const) {
    const answer = await rig.post("/api/v1/voice/agents", body);
    assert.deepEqual([codeOf(answer), answer.json.error.param], ["invalid_request_body", param]);
  }
  const gone = await rig.ask(`/api/v1/voice/agents/${id}`, { method: "DELETE" });
  assert.equal(gone.json.data.deleted, true);
  const again = await rig.ask(`/api/v1/voice/agents/${id}`, { method: "DELETE" });
  assert.equal(codeOf(again), "not_found");
});
