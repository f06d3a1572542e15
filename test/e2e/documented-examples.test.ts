import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { OpenApiDocument } from "../../src/http/openapi/openapi.ts";
import {
  type Appliance,
  type Envelope,
  repoDir,
  startAppliance,
} from "../support/box/appliance.ts";
import { filesReply } from "../support/media/brand-rig.ts";
import { clientPrograms } from "../../scripts/docs-site/examples/steps.ts";
import { RecordingProxy } from "../support/http/recording-proxy.ts";
import {
  type ClientLanguage,
  clientLanguages,
  essenceOf,
  runClientExample,
} from "../support/repo/client-examples.ts";
import { again, arrangements, picture } from "../support/repo/doc-arrangements.ts";
import { exceptions, withoutClients } from "../support/repo/doc-exceptions.ts";
import { fragments } from "../support/repo/doc-fragments.ts";
import {
  type DocExample,
  docPages,
  eventProblems,
  examplesOf,
  isEndless,
  maskedIds,
  shapeProblems,
} from "../support/repo/doc-examples.ts";
import { exampleBrand, exampleSite } from "../support/box/example-site.ts";
import { Receiver } from "../support/notifications/https-receiver.ts";
import { voiceSecrets } from "../support/voice/make-voice.ts";
import { type MockCloud, startMockCloud } from "../support/mock-cloud/mock-cloud.ts";
import { AnswerChecks } from "../support/http/openapi-check.ts";
import { type RtspServer, startRtspServer } from "../support/cameras/rtsp-server.ts";
import { runShell, type SeenByCurl } from "../support/repo/shell-example.ts";
import { VoiceProviderServer } from "../support/voice/voice-provider-server.ts";
import { until } from "../support/box/wait.ts";

/**
 * What examples say for something of the reader's, and what stands in for it here. Variables of the shell (`$URL
 * $KEY $JOB $AGENT $ID $OPENAI_API_KEY`) are set as variables.
 */
const substitutions = (): [shown: string | RegExp, here: string][] => [
  ["http://127.0.0.1:8480", proxyUrl],
  [/192\.168\.\d+\.\d+(:554)?\/stream1/, `127.0.0.1:${camera.port}/cam`],
  ['"password": "…"', `"password": "${cameraPassword}"`],
  ["https://receiver.example/hook", receiver.url()],
  ['"secret": "whsec_…"', `"secret": "whsec_${Buffer.alloc(24, 7).toString("base64")}"`],
  ["https://acme.example", `https://127.0.0.1:${brandSite.port}`],
  ["https://example.com", `https://127.0.0.1:${brandSite.port}`],
];

const cameraPassword = "secret";
let box: Appliance;
/** Stands before the box, so that what the three languages send can be compared. */
let proxy: RecordingProxy;
let proxyUrl = "";
let languages: ClientLanguage[] = [];
let camera: RtspServer;
let cloud: MockCloud;
let provider: VoiceProviderServer;
let checks: AnswerChecks;
let dir: string;
const receiver = new Receiver();
const brandSite = new Receiver();
const keys = new Map<string, string>();
/** Variables of the shell. */
const variables: Record<string, string> = {};

before(async () => {
  dir = await mkdtemp(join(tmpdir(), "gatehouse-examples-"));
  const file = join(repoDir, "src/system/demo/scene.mp4");
  camera = await startRtspServer({ file, fps: 10, user: "viewer", password: cameraPassword });
  cloud = await startMockCloud();
  await writeFile(join(dir, "cloud-key"), cloud.key, { mode: 0o600 });
  const forever = { after: () => undefined };
  provider = new VoiceProviderServer();
  for (const server of [receiver, brandSite, provider]) await server.start(forever);
  brandSite.reply = filesReply(exampleBrand);
  box = await startAppliance({
    yaml: exampleSite({ cloud, provider, keyFile: join(dir, "cloud-key") }),
  });
  proxy = new RecordingProxy(box.url);
  proxyUrl = await proxy.start();
  languages = await clientLanguages(dir);
  variables["URL"] = proxyUrl;
  variables["OPENAI_API_KEY"] = voiceSecrets.openaiKey;
  for (const preset of ["viewer", "integrator", "operator", "technician", "admin"]) {
    const made = await box.post("/api/v1/keys", { name: preset, preset });
    keys.set(preset, made.body.data.key);
  }
  checks = new AnswerChecks((await (await box.fetch("/openapi.json")).json()) as OpenApiDocument);
  variables["JOB"] = (await picture(box)).job_id;
});
after(async () => {
  await proxy?.stop();
  await box?.stop();
  await Promise.all([receiver, brandSite, provider, camera, cloud].map((each) => each?.stop()));
  await rm(dir, { recursive: true, force: true });
});

/** What the JSON of a page shows: the answer, or the part of one, that must have its shape. */
const shown: readonly { page: string; begins: string; actual: () => Promise<unknown> }[] = [
  {
    page: "integration/api.md",
    begins: '{ "id": "req_svc_…", "object": "job"',
    actual: async () => (await box.post("/api/v1/images/generations", { prompt: "Rain" })).body,
  },
  {
    page: "integration/api.md",
    begins: '{ "id": "…", "object": "brand"',
    async actual() {
      const page = { url: `https://127.0.0.1:${brandSite.port}/`, location: "CH" };
      const { data } = (await box.post("/api/v1/brands/extract", page)).body;
      const job = `/api/v1/jobs/${data.job_id}?wait_for_completion=true&expand=brand`;
      return (await box.get(job)).body.data.expanded.brand;
    },
  },
  {
    page: "operations/errors.md",
    begins: '{\n  "id": "req_svc_0199c1d2',
    async actual() {
      const source = { type: "rtsp", url: "rtsp://127.0.0.1/a", fps_cap: "5" };
      const { status, body } = await box.post("/api/v1/surveillance/streams", { source });
      assert.equal(status, 400);
      return body;
    },
  },
  {
    page: "integration/webhooks.md",
    begins: '{\n  "id": "evt_svc_4f6c…"',
    async actual() {
      await picture(box, { client_reference_id: "order-7", metadata: { shop: "north" } });
      const bodies = () => receiver.received.filter(({ body }) => body.includes("order-7"));
      await until(() => bodies().length > 0, { what: "the delivery" });
      return JSON.parse(bodies()[0]!.body);
    },
  },
];

/** The entry of a list that is about the example. */
function find<T extends { page: string; begins: string }>(
  list: readonly T[],
  { page, text }: DocExample,
): T | undefined {
  return list.find((one) => one.page === page && text.startsWith(one.begins));
}

const everything = docPages().flatMap(examplesOf);

test("every exception, arrangement and shape of this test belongs to an example that is still there", () => {
  for (const list of [exceptions, withoutClients, arrangements, shown, fragments]) {
    for (const entry of list) {
      const { page, begins } = entry;
      assert.ok(
        everything.some((example) => find([entry], example)),
        `${page} has no example that begins with ${begins}`,
      );
    }
  }
});

test("everything that this test substitutes stands in some example", () => {
  const all = everything.map(({ text }) => text).join("\n");
  for (const [from] of substitutions()) assert.match(all, new RegExp(from));
});

for (const page of docPages()) {
  const examples = everything.filter((example) => example.page === page);
  if (examples.length === 0) continue;
  describe(`the examples of ${page.replace("../", "")} run as written`, () => {
    for (const example of examples) {
      const { line, text } = example;
      const name = `line ${line}: ${text.split("\n", 1)[0]!.slice(0, 90)}`;
      const exception = find(exceptions, example);
      if (exception) test(name, { skip: exception.reason }, () => undefined);
      else test(name, () => run(example));
      if (!exception && isCall(example)) clientTests(name, example);
    }
  });
}

/** True for what the site shows in the languages of the clients, too. */
function isCall(example: DocExample): boolean {
  const { kind } = example;
  if (kind !== "command" && kind !== "request") return false;
  return !find(withoutClients, example);
}

function clientTests(name: string, example: DocExample): void {
  for (const language of ["typescript", "python"] as const) {
    test(`${name}, in ${language}`, async () => {
      const at = proxy.requests.length;
      const arrangement = find(arrangements, example);
      if (arrangement?.isRepeated) await arrangement.arrange({ box, variables });
      const program = clientPrograms(substituted(example.text))?.[language];
      assert.ok(program, "the clients cannot send this. Say why in `withoutClients`");
      const sent = () => proxy.requests[at];
      await runClientExample(
        languages.find((each) => each.name === language)!,
        program,
        {
          dir,
          variables: { ...variables, KEY: keyOf(example) },
          ...(isEndless(example)
            ? { isEnough: () => sent()?.answer.includes("id: ") === true }
            : {}),
        },
      );
      assert.deepEqual(essenceOf(sent()!), essenceOf(proxy.requests[at - 1]!));
      const { method, target, status, answerHeaders, answer } = sent()!;
      if (isEndless(example)) return;
      const text = Buffer.from(answer, "latin1").toString();
      await judge({ method, url: proxyUrl + target, status, headers: answerHeaders, text });
    });
  }
}

async function run(example: DocExample): Promise<void> {
  await find(arrangements, example)?.arrange({ box, variables });
  const fragment = find(fragments, example);
  if (fragment) return send({ ...example, text: fragment.request(example.text) });
  if (example.kind === "command") return command(example);
  if (example.kind === "request") return send(example);
  if (example.kind === "events") return events(example);
  const shape = find(shown, example);
  assert.ok(shape, "say in `shown` what this shows, or in `exceptions` why it is not checked");
  const actual = await shape.actual();
  assert.deepEqual(shapeProblems(JSON.parse(example.text), actual), [], JSON.stringify(actual));
}

function substituted(text: string): string {
  return substitutions().reduce(
    (left, [from, to]) => left.replaceAll(new RegExp(from, "g"), to),
    text,
  );
}

/** The key of the preset that the example, or else its page, names. */
function keyOf({ preset, page }: DocExample): string {
  const key = keys.get(preset ?? "");
  assert.ok(key, `${page} does not say of which preset the key is`);
  return key;
}

/** Sends a request that is shown as method, path and body. */
async function send(example: DocExample): Promise<void> {
  const [, method = "", path = "", body = ""] = /^(\w+) (\S+)\n([^]*)$/.exec(
    substituted(example.text),
  )!;
  const answer = await fetch(proxyUrl + path, {
    method,
    headers: { authorization: `Bearer ${keyOf(example)}`, "content-type": "application/json" },
    body,
  });
  await judge({
    method,
    url: box.url + path,
    status: answer.status,
    text: await answer.text(),
    headers: answer.headers,
  });
}

/** Holds the first block of an event stream, and its first incident, to what the page shows. */
async function events({ text }: DocExample): Promise<void> {
  const [shownFirst = "", shownEvent = ""] = text.split("\n\n");
  const gone = new AbortController();
  const address = "/api/v1/surveillance/events?stream_id=gate&min_severity=warning";
  const stream = await box.fetch(address, { signal: gone.signal });
  let got = "";
  const reading = (async () => {
    for await (const chunk of stream.body!) got += Buffer.from(chunk as Uint8Array).toString();
  })().catch(() => undefined);
  const blockOf = (name: string) => got.split("\n\n").find((block) => block.includes(name));
  // The behaviors begin again, and what still holds is a new incident.
  await again(box);
  await until(() => blockOf("event: incident.created")?.includes("data: ") === true, {
    what: "an incident",
  });
  gone.abort();
  await reading;
  assert.equal(maskedIds(got.split("\n\n")[0]!), maskedIds(shownFirst));
  assert.deepEqual(eventProblems(blockOf("event: incident.created")!, shownEvent), []);
}

/** Runs a statement of a shell block in bash. */
async function command(example: DocExample): Promise<void> {
  const key = example.text.includes("$KEY") ? { KEY: keyOf(example) } : {};
  const seen = await runShell(substituted(example.text), {
    dir,
    variables: { ...variables, ...key },
    // An event stream begins with its place in the log.
    ...(isEndless(example) ? { until: /^id: \S+$/m } : {}),
  });
  if (!isEndless(example)) return judge(seen);
  const type = seen.headers.get("content-type")?.split(";")[0];
  assert.deepEqual([seen.status, type], [200, "text/event-stream"], seen.text);
}

/** Takes only an answer of success, as the OpenAPI document describes it; a job that ends must end well. */
async function judge({ method, url, status, headers, text }: SeenByCurl): Promise<void> {
  assert.ok(status >= 200 && status < 300, `${status} ${text}`);
  const path = new URL(url).pathname;
  const answer = { method, path, status, text, header: (name: string) => headers.get(name) };
  assert.deepEqual(checks.problems(answer), []);
  if (!headers.get("content-type")?.startsWith("application/json")) return;
  const { data, object } = JSON.parse(text) as Envelope;
  if (path.endsWith("/voice/agents")) variables["AGENT"] = data.id;
  else if (typeof data.id === "string") variables["ID"] = data.id;
  if (typeof data.job_id === "string" && object === "job") variables["JOB"] = data.job_id;
  // A backup is no job.
  if (status !== 202 || data.job_id === undefined || /\/(streams|robots\/run)$/.test(path)) return;
  const ended = await box.get(
    `/api/v1/jobs/${data.job_id}?wait_for_completion=true&timeout_seconds=60`,
  );
  assert.equal(ended.body.status, "completed", JSON.stringify(ended.body.data));
}
