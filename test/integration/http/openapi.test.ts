import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { hasMessage } from "../../../src/base/contract/schema-fault.ts";
import { patternWords } from "../../../src/base/contract/pattern-words.ts";
import { errorCodes } from "../../../src/base/contract/error-codes.ts";
import type { OpenApiDocument } from "../../../src/http/openapi/openapi.ts";
import { addBareMedia } from "../../support/media/media-rig.ts";
import { AnswerChecks } from "../../support/http/openapi-check.ts";
import { Rig } from "../../support/http/rig.ts";
import { operation } from "../../support/http/stream-operation.ts";

interface Described {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: { "application/json": { schema: object } } };
  responses: Record<string, { content: Record<string, { schema?: object }> }>;
  schema: { properties?: Record<string, Record<string, unknown>> };
}

describe("the OpenAPI document", () => {
  const rig = new Rig({ quotas: { createsPerMinute: 5000 } });
  let paths: Record<string, Record<string, Described>> = {};
  let document: OpenApiDocument;
  before(async () => {
    await addBareMedia(rig);
    await rig.start();
    document = JSON.parse((await rig.ask("/openapi.json")).text);
    paths = (document as unknown as { paths: typeof paths }).paths;
  });
  after(() => rig.stop());

  const all = () =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({ path, method, described })),
    );

  test("it needs a key and is a 3.1 document with an id of its own for each operation", async () => {
    assert.equal((await rig.ask("/openapi.json", { key: null })).status, 401);
    assert.equal(document["openapi"], "3.1.0");
    const ids = all().map(({ described }) => described.operationId);
    assert.equal(new Set(ids).size, ids.length);
  });

  test("each of its patterns has words for people, also for the values of bodies", () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)];
    const found = new Set(patterns.map(([, text]) => JSON.parse(text!) as string));
    assert.ok(found.size > 10);
    const wordless = [...found].filter((pattern) => /API reference/.test(patternWords(pattern)));
    assert.deepEqual(wordless, []);
  });

  test("each keyword of its schemas has a message for a value that violates it", () => {
    const rules =
      /"((?:min|max|exclusive|unique|multiple)[A-Z]\w+|minimum|maximum|(?:any|one)Of|enum|const|format|not)":/g;
    const found = new Set([...JSON.stringify(document).matchAll(rules)].map((match) => match[1]!));
    assert.ok(found.size > 10);
    assert.deepEqual(
      [...found].filter((keyword) => !hasMessage(keyword)),
      [],
    );
  });

  test("it has every route of this version, registered operations with their aliases included", () => {
    const base = "/api/v1/surveillance";
    for (const [method, path] of [
      ["get", "/healthz"],
      ["get", "/readyz"],
      ["get", "/openapi.json"],
      ["get", "/api/v1/jobs"],
      ["get", "/api/v1/jobs/{job_id}"],
      ["post", "/api/v1/jobs/{job_id}/cancel"],
      ["post", `${base}/streams`],
      ["post", `${base}/analyze`],
      ["get", `${base}/streams`],
      ["get", `${base}/streams/{stream_id}`],
      ["patch", `${base}/streams/{stream_id}`],
      ["delete", `${base}/streams/{stream_id}`],
      ["get", `${base}/streams/{stream_id}/snapshot.jpg`],
      ["get", `${base}/streams/{stream_id}/live.mjpeg`],
      ["get", `${base}/streams/{stream_id}/live-video.mp4`],
      ["post", `${base}/streams/{stream_id}/whep`],
      ["patch", `${base}/streams/{stream_id}/whep/{session_id}`],
      ["delete", `${base}/streams/{stream_id}/whep/{session_id}`],
      ["get", `${base}/profiles`],
      ["get", `${base}/incidents`],
      ["get", `${base}/incidents/{incident_id}`],
      ["get", `${base}/incidents/{incident_id}/snapshot.jpg`],
      ["post", `${base}/incidents/{incident_id}/acknowledge`],
      ["post", `${base}/incidents/{incident_id}/resolve`],
      ["get", `${base}/events`],
      ["get", "/api/v1/system"],
      ["get", "/api/v1/assets/{file}"],
      ["post", "/api/v1/session"],
      ["get", "/api/v1/session"],
      ["delete", "/api/v1/session"],
    ] as const) {
      assert.ok(paths[path]?.[method], `${method} ${path}`);
    }
  });

  test("what it describes is answered, and its path parameters are those of the path", async () => {
    for (const { path, method, described } of all()) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = described.parameters.filter((one) => one.in === "path");
      assert.deepEqual(
        declared.map((one) => one.name),
        names,
        path,
      );
      if (path.endsWith("/events") || path === "/api/v1/session") continue;
      const real = path
        .replace("{file}", "a.jpg")
        .replaceAll(/\{\w+\}/g, "01900000-0000-7000-8000-0000000000ff");
      const answer = await rig.ask(real, { method: method.toUpperCase() });
      assert.notEqual(answer.json?.error?.code, "method_not_allowed", path);
      assert.notEqual(
        answer.json?.error?.message,
        "path: there is no such route. See /openapi.json for the routes",
        path,
      );
    }
  });

  test("the schemas in it are the ones that check requests, and all of them compile", () => {
    const ajv = new Ajv2020({ strict: false, logger: false, formats: { uuid: /./ } });
    ajv.addSchema(document, "api");
    const text = JSON.stringify(document);
    const refs = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!));
    assert.ok(refs.size > 50);
    for (const ref of refs) {
      assert.ok(ajv.compile({ $ref: `api${ref}` }), ref);
    }
    for (const { path, described } of all()) {
      for (const { schema } of described.parameters) assert.ok(ajv.compile(schema), path);
    }
    const body = paths["/api/v1/surveillance/streams"]!["post"]!.requestBody;
    assert.deepEqual(
      body?.content["application/json"].schema,
      JSON.parse(JSON.stringify(operation.inputSchema)),
    );
  });

  test("its error schema knows every code, and real errors satisfy it", async () => {
    const checks = new AnswerChecks(document);
    const text = JSON.stringify(document.components.schemas["ErrorCode"]);
    for (const code of Object.keys(errorCodes)) assert.ok(text.includes(`"${code}"`), code);
    for (const [method, path, answer] of [
      ["GET", "/api/v1/jobs", await rig.ask("/api/v1/jobs", { key: null })],
      ["POST", "/api/v1/surveillance/streams", await rig.post("/api/v1/surveillance/streams", {})],
    ] as const) {
      const { status, text: body, headers } = answer;
      const header = (name: string) => headers[name] as string | undefined;
      assert.deepEqual(checks.problems({ method, path, status, header, text: body }), []);
    }
  });

  test("every answer that is JSON has a schema of its data", () => {
    for (const { path, method, described } of all()) {
      for (const [status, { content }] of Object.entries(described.responses)) {
        if (Number(status) >= 300 || /^\/\w+\.json$/.test(path)) continue;
        const schema = content["application/json"]?.schema as Described["schema"] | undefined;
        const data = schema?.properties?.["data"];
        if (!schema) continue;
        const says = data?.["$ref"] ?? data?.["properties"];
        assert.ok(says, `${method} ${path} ${status} says nothing of its data`);
      }
    }
  });

  test("the reference page shows every operation and schema without a key, a script or a host", async () => {
    const page = await rig.ask("/docs/reference", { key: null });
    assert.equal(page.status, 200);
    assert.match(page.headers["content-type"]!, /^text\/html/);
    for (const { described } of all()) {
      assert.ok(page.text.includes(`id="${described.operationId}"`), described.operationId);
    }
    for (const name of Object.keys(document.components.schemas)) {
      assert.ok(page.text.includes(`id="schema-${name}"`), name);
    }
    assert.doesNotMatch(page.text, /<script|https?:\/\/|style="|127\.0\.0\.1/);
    assert.equal((await rig.ask("/docs/reference.css", { key: null })).status, 200);
  });

  test("docs/integration/api.md names every route, and no route that is not there", () => {
    const page = readFileSync(new URL("../../../docs/integration/api.md", import.meta.url), "utf8");
    const documented = routesOf(page);
    const real = new Set(
      all()
        .filter(({ path }) => path !== "/api/v1/surveillance/analyze")
        .map(({ path, method }) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "<>")}`),
    );
    assert.deepEqual(
      [...real].filter((one) => !documented.has(one)),
      [],
      "missing in docs/integration/api.md",
    );
    assert.deepEqual(
      [...documented].filter((one) => !real.has(one)),
      [],
      "only in docs/integration/api.md",
    );
  });
});

/** `GET /api/v1/jobs/<>` of every route in backticks; `…` stands for the path of the row before. */
function routesOf(page: string): Set<string> {
  const found = new Set<string>();
  let base = "";
  for (const [, method, path] of page.matchAll(/`(GET|POST|PATCH|PUT|DELETE) ([/…][^`\s?]*)/g)) {
    const plain = path!.replaceAll(/<\w+>/g, "<>").replace("<>.<>", "<>");
    if (!plain.startsWith("…")) base = plain.replace(/\/<>$/, "");
    found.add(`${method} ${plain.replace("…", base)}`);
  }
  return found;
}
