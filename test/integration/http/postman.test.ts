import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { OpenApiDocument } from "../../../src/http/openapi/openapi.ts";
import { repoDir } from "../../support/box/appliance.ts";
import { Rig } from "../../support/http/rig.ts";
import { addBareMedia } from "../../support/media/media-rig.ts";

interface Request {
  method: string;
  description: string;
  auth?: { type: string };
  url: { raw: string; query: { key: string; disabled?: boolean }[]; variable: { key: string }[] };
  body?: { mode: string; raw?: string };
}

interface Collection {
  auth: object;
  variable: { key: string; value: string }[];
  item: { name: string; item: { request: Request }[] }[];
}

describe("the Postman collection", () => {
  const rig = new Rig();
  let document: OpenApiDocument;
  let collection: Collection;
  before(async () => {
    await addBareMedia(rig);
    await rig.start();
    document = JSON.parse((await rig.ask("/openapi.json")).text);
    collection = JSON.parse((await rig.ask("/postman.json")).text);
  });
  after(() => rig.stop());

  const requests = (): Request[] =>
    collection.item.flatMap(({ item }) => item.map(({ request }) => request));
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );

  test("it satisfies the published schema of the format, which refuses a broken one", () => {
    const file = join(repoDir, "test/fixtures/postman/collection-v2.1.0.json.gz");
    const validate = new Ajv({ strict: false, formats: { uri: true } }).compile(
      JSON.parse(gunzipSync(readFileSync(file)).toString()),
    );
    assert.equal(validate(collection), true, JSON.stringify(validate.errors));
    const broken = structuredClone(collection);
    delete (broken as { item?: unknown }).item;
    assert.equal(validate(broken), false);
  });

  test("it has every operation once, with its path and query parameters", () => {
    const expected = operations().map(({ path, method, operation }) => {
      const names = (where: string) =>
        operation.parameters.filter((each) => each.in === where).map(({ name }) => name);
      const id = `${operation.operationId}. `;
      return [id, method.toUpperCase(), path, names("query"), names("path")];
    });
    const found = requests().map(({ description, method, url }) => [
      description.slice(0, description.indexOf(" ") + 1),
      method,
      url.raw
        .replace("{{url}}", "")
        .split("?", 1)[0]!
        .replaceAll(/:(\w+)/g, "{$1}"),
      url.query.map(({ key }) => key),
      url.variable.map(({ key }) => key),
    ]);
    const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    assert.deepEqual(sorted(found), sorted(expected));
  });

  test("its bodies satisfy the schemas of the requests, apart from formats and patterns", () => {
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      allErrors: true,
      validateFormats: false,
    });
    const text = JSON.stringify(document, (key, value) => (key === "pattern" ? undefined : value));
    ajv.addSchema(JSON.parse(text), "api");
    let seen = 0;
    for (const { path, method, operation } of operations()) {
      const schema = operation.requestBody?.content["application/json"]?.schema;
      if (!schema) continue;
      const request = requests().find(({ description }) =>
        description.startsWith(`${operation.operationId}. `),
      );
      const pointer = `/paths/${path.replaceAll("/", "~1")}/${method}/requestBody/content/application~1json/schema`;
      const validate = ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
      const body: unknown = JSON.parse(request!.body!.raw!);
      assert.ok(
        validate(body),
        `${operation.operationId} ${request!.body!.raw} ${JSON.stringify(validate.errors)}`,
      );
      seen += 1;
    }
    assert.ok(seen > 10);
  });

  test("a request of it works once the variables have values", async () => {
    const server = collection.variable.find(({ key }) => key === "url")!;
    assert.match(server.value, /^https?:\/\//);
    const list = requests().find(({ description }) => description.startsWith("listJobs. "))!;
    const answer = await rig.ask(list.url.raw.replace("{{url}}", ""), { method: list.method });
    assert.equal(answer.status, 200);
    assert.equal((await rig.ask("/postman.json", { key: null })).status, 401);
  });

  test("requests that need no key send none", () => {
    const health = requests().find(({ url }) => url.raw === "{{url}}/healthz");
    assert.deepEqual(health?.auth, { type: "noauth" });
    const jobs = requests().find(({ description }) => description.startsWith("listJobs. "));
    assert.equal(jobs?.auth, undefined);
  });
});
