import assert from "node:assert/strict";
import { Agent, request as send } from "node:http";
import { after, before, test } from "node:test";
import type { OpenApiDocument } from "../../src/http/openapi/openapi.ts";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { type FuzzRequest, fuzzRequests } from "../support/http/fuzz-requests.ts";
import { AnswerChecks } from "../support/http/openapi-check.ts";
import { fc } from "../support/box/properties.ts";

/**
 * Requests of one run at most; a box with much else to do sends as many as fit into `budgetMs`. They are the same in
 * each run, so that it says something of the change at hand; `--long` draws others, and FUZZ_SEED=… makes those again.
 */
const count = process.env["TEST_LONG"] ? 100_000 : 600;
const seed = Number(
  process.env["FUZZ_SEED"] ?? (process.env["TEST_LONG"] ? Date.now() % 1_000_000_000 : 328_333_254),
);
const budgetMs = process.env["TEST_LONG"] ? 160_000 : 30_000;
const parallel = 8;
const limits =
  "limits: { reads_per_minute: 1000000, creates_per_minute: 1000000, failed_logins_per_minute: 100000 }";

interface Seen {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

let box: Appliance;
let document: OpenApiDocument;
const agent = new Agent({ keepAlive: true, maxSockets: parallel });

before(async () => {
  box = await startAppliance({ yaml: limits });
  document = (await (await box.fetch("/openapi.json")).json()) as OpenApiDocument;
});
after(async () => {
  agent.destroy();
  await box.stop();
});

/** Ids that the box has made, by the kind of thing; the oldest go first. */
class KnownIds {
  readonly #ids = new Map<string, string[]>();

  note(name: string, id: unknown): void {
    if (typeof id !== "string") return;
    const ids = this.#ids.get(name) ?? [];
    this.#ids.set(name, [...ids.filter((one) => one !== id), id].slice(-20));
  }

  pick(name: string, at: number): string | undefined {
    const ids = this.#ids.get(name) ?? [];
    return at < 0 ? undefined : ids[at % Math.max(1, ids.length)];
  }
}

const knownIds = new KnownIds();

function pathOf(request: FuzzRequest): { path: string; query: string } {
  let { path } = request.operation;
  for (const [name, value] of Object.entries(request.path)) {
    const id = knownIds.pick(name, request.useKnown) ?? textOf(value);
    path = path.replace(`{${name}}`, () => encodeURIComponent(id.toWellFormed()) || "%20");
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query)) query.set(name, textOf(value));
  return { path, query: query.toString() };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}

function bodyOf(request: FuzzRequest): string | undefined {
  if (request.operation.method === "get") return undefined;
  return request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
}

/** Sends one request; of an answer without end only the head is read. */
function ask(request: FuzzRequest, target: string): Promise<Seen> {
  const body = bodyOf(request);
  const headers = {
    authorization: `Bearer ${box.key}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    // Node.js frames no body of a DELETE by itself.
    ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    ...request.headers,
  };
  const url = new URL(box.url);
  const { hostname: host, port } = url;
  return new Promise((resolve, reject) => {
    const method = request.operation.method.toUpperCase();
    const outgoing = send({ host, port, method, path: target, headers, agent }, (response) => {
      const { statusCode: status = 0, headers: got } = response;
      if (/event-stream|mixed-replace/.test(got["content-type"] ?? "")) {
        resolve({ status, headers: got, text: "" });
        response.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status, headers: got, text: Buffer.concat(chunks).toString() }),
      );
      response.on("error", reject);
    });
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error("no answer in 20 s")));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** What is wrong with the answer; empty when nothing is. */
function problemsOf(
  request: FuzzRequest,
  path: string,
  seen: { answer: Seen; checks: AnswerChecks },
): string[] {
  const { answer, checks } = seen;
  const header = (name: string): string | undefined => answer.headers[name] as string | undefined;
  const { method } = request.operation;
  const problems = checks.problems({
    method,
    path,
    status: answer.status,
    header,
    text: answer.text,
  });
  if (answer.status >= 500 && ![503, 507].includes(answer.status)) {
    problems.push(`status ${answer.status}: ${answer.text}`);
  }
  const isPublic = Array.isArray(request.operation.operation["security"]);
  for (const name of ["limit", "remaining", "reset"]) {
    if (isPublic || answer.status === 401) continue;
    if (!/^\d+$/.test(header(`x-ratelimit-${name}`) ?? "")) problems.push(`no x-ratelimit-${name}`);
  }
  if ([429, 503].includes(answer.status) && header("retry-after") === undefined) {
    problems.push("no retry-after");
  }
  return problems;
}

const live: string[] = [];
/** A box has only so many cameras. */
const mostStreams = 3;

async function cancel(jobId: string): Promise<void> {
  await (await box.fetch(`/api/v1/jobs/${jobId}/cancel`, { method: "POST" })).text();
}

/** Remembers what was made, and ends the oldest streams. */
async function follow(request: FuzzRequest, answer: Seen): Promise<void> {
  if (answer.status >= 300 || !answer.text.startsWith("{")) return;
  const { data } = JSON.parse(answer.text) as { data?: Record<string, unknown> };
  if (typeof data !== "object" || data === null || request.operation.method !== "post") return;
  const name = /([a-z]+?)s?$/.exec(request.operation.path)?.[1] ?? "";
  knownIds.note(`${name}_id`, data["id"]);
  knownIds.note("job_id", data["job_id"]);
  knownIds.note("stream_id", (request.body as Record<string, unknown> | undefined)?.["stream_id"]);
  if (answer.status !== 202) return;
  live.push(String(data["job_id"]));
  while (live.length > mostStreams) await cancel(live.shift()!);
}

test(`up to ${count} requests made from the document, of every kind, get answers that are in it (seed ${seed})`, async (t) => {
  const checks = new AnswerChecks(document);
  const wrong = new Map<string, string>();
  const statuses = new Map<number, number>();
  // Made once: that takes seconds, and drawing thousands from it does not.
  const drawn = fuzzRequests(document);
  const startedMs = performance.now();
  let sent = 0;
  for (let done = 0; done < count && performance.now() - startedMs < budgetMs; done += 2000) {
    const numRuns = Math.min(2000, count - done);
    const requests = fc.sample(drawn, { numRuns, seed: seed + done });
    let at = 0;
    const worker = async (): Promise<void> => {
      while (at < requests.length && performance.now() - startedMs < budgetMs) {
        const request = requests[at++]!;
        sent += 1;
        const { path, query } = pathOf(request);
        const target = query === "" ? path : `${path}?${query}`;
        const what = `${request.operation.method} ${request.operation.path}`;
        const answer = await ask(request, target).catch((error: Error) => error);
        if (answer instanceof Error) {
          wrong.set(
            `${what}: ${answer.message}`,
            `${target} ${bodyOf(request)?.slice(0, 500) ?? ""}`,
          );
          continue;
        }
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        for (const problem of problemsOf(request, path, { answer, checks })) {
          const key = `${what}: ${problem.slice(0, 160)}`;
          wrong.set(
            key,
            `${problem}\n   ${target.slice(0, 200)} ${bodyOf(request)?.slice(0, 300) ?? ""}`,
          );
        }
        await follow(request, answer);
      }
    };
    await Promise.all(Array.from({ length: parallel }, worker));
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const shown = [...statuses].toSorted().map(([status, times]) => `${status}: ${times}`);
  t.diagnostic(`seed ${seed}, ${sent} requests in ${seconds.toFixed(1)} s; ${shown.join(", ")}`);
  const list = [...wrong].map(([key, more]) => `${key}\n   ${more}`);
  assert.equal(wrong.size, 0, `seed ${seed}:\n${list.slice(0, 15).join("\n")}`);
});

test("after all of this the box goes on, and its log has no fault", async () => {
  assert.equal((await fetch(`${box.url}/healthz`)).status, 200);
  assert.equal((await box.get("/api/v1/system")).status, 200);
  assert.doesNotMatch(box.output(), /internal_error|unhandled/);
});
