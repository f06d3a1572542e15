import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import { Postponement } from "../../../src/base/jobs/postponement.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { makeUplink, type MakeUplinkOptions } from "../../support/uplink/make-uplink.ts";
import { startMockCloud } from "../../support/mock-cloud/mock-cloud.ts";
import { resizeDisk, smallDisk } from "../../support/box/small-disk.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { Rig } from "../../support/http/rig.ts";

const text = { capability: "text", dataClass: "media" } as const;
const say = { ...text, step: "say", request: () => ({ prompt: "hello" }) };

function asker(more: { deadlineAtMs?: number } = {}) {
  const controller = new AbortController();
  let reason: string | undefined;
  return {
    job: { org: "default", id: uuidv7(), ...more },
    signal: controller.signal,
    abortReason: () => reason,
    abort(why: string) {
      reason = why;
      controller.abort(new Error(why));
    },
  };
}

async function made(t: TestContext, options: Pick<MakeUplinkOptions, "endpoints" | "routes">) {
  const dir = await tempDir(t);
  const uplink = await makeUplink(t, { dir, store: await makeStore(t, dir), ...options });
  await uplink.start();
  return uplink;
}

async function cloud(t: TestContext) {
  const started = await startMockCloud();
  t.after(() => started.stop());
  return started;
}

test("the next endpoint of a route answers when the one before is away or throttled, and the routing says so", async (t) => {
  const [busy, well] = [await cloud(t), await cloud(t)];
  const gone = await startMockCloud();
  await gone.stop();
  const uplink = await made(t, {
    endpoints: [
      { name: "gone", kind: "openai", url: gone.baseUrls.openai, key: gone.key },
      { name: "busy", kind: "anthropic", url: busy.baseUrls.anthropic, key: busy.key },
      { name: "well", kind: "google", url: well.baseUrls.google, key: well.key },
    ],
    routes: {
      text: [
        { endpoint: "gone", model: "gpt-5-mini" },
        { endpoint: "busy", model: "claude-sonnet-4-5" },
        { endpoint: "well", model: "gemini-2.5-flash" },
      ],
    },
  });
  busy.misbehave({ what: "rate_limited", retryAfterSec: 60 });
  const first = await uplink.ask(asker(), say);
  assert.deepEqual(first.routing, {
    endpoint: "well",
    model: "gemini-2.5-flash",
    tried: [
      { endpoint: "gone", outcome: "unreachable" },
      { endpoint: "busy", outcome: "throttled" },
    ],
  });
  const second = await uplink.ask(asker(), say);
  assert.deepEqual(second.routing.tried, [
    { endpoint: "gone", outcome: "down" },
    { endpoint: "busy", outcome: "throttled" },
  ]);
  assert.equal(busy.requests.length, 1);
});

test("what no endpoint may be sent is refused, and the message names the setting", async (t) => {
  const uplink = await made(t, {
    endpoints: [{ name: "cloud", kind: "openai", url: "http://127.0.0.1:9/v1", key: "k" }],
    routes: { vision: [{ endpoint: "cloud", model: "m" }] },
  });
  const code = "feature_disabled";
  uplink.require({ capability: "vision", dataClass: "media" });
  for (const dataClass of ["incident", "health", "clinical", "neural"] as const) {
    const need = { capability: "vision", dataClass } as const;
    assert.throws(() => uplink.require(need), { code, message: /uplink\.endpoints\[\]\.data/ });
    const ask = { ...need, step: "s", request: () => ({ prompt: "x", pictures: [] }) };
    await assert.rejects(uplink.ask(asker(), ask), { code });
  }
  const speech = { capability: "speech", dataClass: "voice" } as const;
  assert.throws(() => uplink.require(speech), { code, message: /uplink\.routes\.speech/ });
});

test("a stop waits for an answer that is under way, and the answer is kept", async (t) => {
  const held = await cloud(t);
  const uplink = await made(t, {
    endpoints: [{ name: "cloud", kind: "openai", url: held.baseUrls.openai, key: held.key }],
    routes: { text: [{ endpoint: "cloud", model: "gpt-5-mini" }] },
  });
  held.misbehave({ what: "hold" });
  const who = asker();
  const answer = uplink.ask(who, say);
  await until(() => held.requests.length === 1);
  who.abort("shutdown");
  held.release();
  assert.ok((await answer).text.length > 0);
  const again = { ...asker(), job: who.job };
  assert.equal((await uplink.ask(again, say)).text, (await answer).text);
  assert.equal(held.billed(), 1);
});

test("an answer for which the disk has no room is held until it has, and is not asked for again", async (t) => {
  const disk = await smallDisk(t, 8);
  if (!disk) return t.skip("needs the right to mount a tmpfs");
  const { baseUrls, key, billed } = await cloud(t);
  const uplink = await makeUplink(t, {
    dir: disk,
    store: await makeStore(t, await tempDir(t)),
    endpoints: [{ name: "cloud", kind: "openai", url: baseUrls.openai, key }],
    routes: { image: [{ endpoint: "cloud", model: "gpt-image-1" }] },
  });
  await uplink.start();
  await writeFile(join(disk, "filler"), Buffer.alloc(8 * 1024 * 1024)).catch(() => {});
  const who = asker();
  const image = { capability: "image", dataClass: "media" } as const;
  const request = { prompt: "a boat", aspectRatio: "auto" };
  const draw = { ...image, step: "draw", request: () => request };
  const asked = uplink.ask(who, draw);
  await until(() => billed() === 1);
  resizeDisk(disk, 64);
  const answer = await asked;
  const again = await uplink.ask({ ...asker(), job: who.job }, draw);
  const bytesOf = ({ pictures }: typeof answer) => pictures.map(({ bytes }) => Buffer.from(bytes));
  assert.deepEqual(bytesOf(again), bytesOf(answer));
  assert.equal(billed(), 1);
});

test("a job that is cancelled here is cancelled over there, and its deadline goes with it", async (t) => {
  const rig = await new Rig().start();
  t.after(() => rig.stop());
  const uplink = await made(t, {
    endpoints: [{ name: "hq", kind: "service", url: rig.server.url(), key: rig.key }],
    routes: { image: [{ endpoint: "hq" }] },
  });
  const need = { capability: "image", dataClass: "media" } as const;
  const path = "/surveillance/streams";
  const who = asker({ deadlineAtMs: Date.now() + 3_600_000 });
  const forwarded = uplink.forward(who, { ...need, path, body: () => ({ stream_id: "a" }) });
  const remote = () => rig.jobs.list("default", {}, { limit: 10, offset: 0 }).items[0];
  await until(() => remote()?.status === "processing");
  const leftMs = remote()!.deadlineAtMs! - Date.now();
  assert.ok(leftMs > 3_500_000 && leftMs <= 3_601_000, String(leftMs));
  who.abort("cancel");
  await assert.rejects(forwarded, /cancel/);
  await until(() => remote()!.status === "cancelled");
});

test("what a service refuses, has lost or does not know ends or waits, and never makes a second job", async (t) => {
  const rig = await new Rig().start();
  t.after(() => rig.stop());
  const make = (key: string) =>
    made(t, {
      endpoints: [{ name: "hq", kind: "service", url: rig.server.url(), key }],
      routes: { image: [{ endpoint: "hq" }] },
    });
  const need = { capability: "image", dataClass: "media" } as const;
  const path = "/surveillance/streams";
  const uplink = await make(rig.key);
  const bad = { ...need, path, body: () => ({ stream_id: "a", nonsense: 1 }) };
  await assert.rejects(uplink.forward(asker(), bad), { code: "upstream_rejected" });
  const stranger = await make("svk_AAAAAAAAAAAA_wrong");
  const good = { ...need, path, body: () => ({ stream_id: "a" }) };
  await assert.rejects(stranger.forward(asker(), good), Postponement);
  assert.equal(stranger.describe("default").endpoints[0]!.state, "refused");
  const who = asker();
  const lost = uplink.forward(who, good);
  const jobs = () => rig.jobs.list("default", {}, { limit: 10, offset: 0 }).items;
  await until(() => jobs()[0]?.status === "processing");
  const { id } = jobs()[0]!;
  await rig.jobs.cancel("default", id);
  await assert.rejects(lost, { code: "upstream_rejected", message: /cancelled/ });
  await rig.jobs.remove("default", id);
  await assert.rejects(uplink.forward({ ...asker(), job: who.job }, good), {
    code: "upstream_rejected",
    message: /no longer knows/,
  });
  assert.equal(jobs().length, 0);
});
