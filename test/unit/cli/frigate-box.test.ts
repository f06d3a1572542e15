import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { callBox } from "../../../src/cli/box/api.ts";
import type { PlannedCamera } from "../../../src/cli/frigate/camera.ts";
import { makeStream } from "../../../src/cli/frigate/make-streams.ts";

/** One answer of the scripted box: a status, and `data` or `error` of the envelope. */
type Scripted = [status: number, body: unknown];

/** A box that gives `answers` in turn; `requests` has the method and the body of each request. */
async function scriptedBox(t: TestContext, answers: readonly Scripted[]) {
  const requests: { method: string; body: any }[] = [];
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const content = await text(incoming);
    const body: unknown = content === "" ? null : JSON.parse(content);
    requests.push({ method: incoming.method ?? "", body });
    const [status, document] = answers[requests.length - 1] ?? [500, {}];
    outgoing.writeHead(status, { "content-type": "application/json" });
    outgoing.end(typeof document === "string" ? document : JSON.stringify(document));
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { box: { url: `http://127.0.0.1:${port}`, key: "svk_test" }, requests };
}

const refusal = (param: string, code = "invalid_request_body"): Scripted => [
  400,
  { error: { code, message: `${param}: cannot be seen. Choose another`, param } },
];
const missing: Scripted = [404, { error: { code: "not_found", message: "stream: is missing" } }];

const camera: PlannedCamera = {
  name: "yard",
  request: {
    stream_id: "yard",
    source: { type: "rtsp", url: "rtsp://10.0.0.5/1" },
    detect: ["unicorn"],
    behaviors: [
      { type: "intrusion", classes: ["person"] },
      { type: "intrusion", classes: ["unicorn"] },
    ],
  },
  recordings: { request: { mode: "off" } },
};

test("what the box's model cannot see is left out, and everything else is created", async (t) => {
  const { box, requests } = await scriptedBox(t, [
    missing,
    refusal("behaviors[1].classes"),
    refusal("detect"),
    [202, { data: { warnings: ["no webhook"] } }],
  ]);
  const outcome = await makeStream(box, camera);
  assert.equal(outcome.state, "created");
  assert.deepEqual(outcome.remarks, [
    "left out behaviors[1].classes: cannot be seen. Choose another",
    "left out detect: cannot be seen. Choose another",
    "no webhook",
  ]);
  const { detect, behaviors } = requests.at(-1)!.body;
  assert.deepEqual([detect, behaviors], [undefined, [camera.request.behaviors![0]]]);
});

test("a running stream stays as it is, and one that has ended is created again", async (t) => {
  const running = await scriptedBox(t, [[200, { data: { state: "offline" } }]]);
  assert.equal((await makeStream(running.box, camera)).state, "exists");
  assert.deepEqual(
    running.requests.map(({ method }) => method),
    ["GET"],
  );
  const ended = await scriptedBox(t, [
    [200, { data: { state: "ended" } }],
    [202, { data: {} }],
  ]);
  assert.equal((await makeStream(ended.box, camera)).state, "created");
  const twice = await scriptedBox(t, [missing, refusal("stream_id", "conflict")]);
  assert.equal((await makeStream(twice.box, camera)).state, "exists");
});

test("a camera that the box refuses does not end the import, and a wrong key does", async (t) => {
  const address = await scriptedBox(t, [missing, refusal("source.url", "forbidden_address")]);
  const { state, remarks } = await makeStream(address.box, camera);
  assert.deepEqual([state, remarks], ["refused", ["source.url: cannot be seen. Choose another"]]);
  for (const code of ["invalid_api_key", "insufficient_scope", "rate_limited"]) {
    const { box } = await scriptedBox(t, [refusal("key", code)]);
    await assert.rejects(makeStream(box, camera), { code });
  }
});

test("a box that is away, or something else at its address, is named with what to do", async (t) => {
  const page = await scriptedBox(t, [[200, "<html>"]]);
  await assert.rejects(callBox(page.box, "/api/v1/system"), /no Gatehouse document\. Correct/);
  const away = { url: "http://127.0.0.1:9", key: "svk_test" };
  await assert.rejects(callBox(away, "/api/v1/system"), /ECONNREFUSED.*Start the box, or name/);
});
