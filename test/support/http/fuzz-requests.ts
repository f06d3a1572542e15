import sharp from "sharp";
import type { OpenApiDocument } from "../../../src/http/openapi/openapi.ts";
import { type Listed, operationsOf } from "./openapi-check.ts";
import { almost, hostile, SchemaValues } from "./schema-values.ts";
import { fc } from "../box/properties.ts";

/** One request to be sent, made before anything is known of the box. */
export interface FuzzRequest {
  kind: "valid" | "almost" | "hostile";
  operation: Listed;
  /** Values of path parameters; where `useKnown` holds, one that the box has made is taken instead. */
  path: Record<string, unknown>;
  useKnown: number;
  query: Record<string, unknown>;
  body: unknown;
  /** Sent as it is instead of the body. */
  raw: string | undefined;
  headers: Record<string, string>;
}

const rawBodies = [
  "",
  "{",
  "[]",
  "null",
  '"text"',
  "{}garbage",
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"\\u005f_proto__":1}',
  `${"[".repeat(33)}${"]".repeat(33)}`,
  `${'{"a":'.repeat(40)}1${"}".repeat(40)}`,
  `{"a":${"9".repeat(2000)}}`,
  `{${Array.from({ length: 2100 }, (_, at) => `"k${at}":0`).join(",")}}`,
  "\ufeff{}",
  '{"a":"\u0000"}',
];

const oddHeaders: Record<string, string>[] = [
  {},
  {},
  {},
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "multipart/form-data; boundary=x" },
  { accept: "application/xml" },
  { accept: "application/problem+json" },
  { range: "bytes=0-" },
  { "if-none-match": "*" },
  { "x-http-method-override": "DELETE" },
  { "x-forwarded-for": "127.0.0.1" },
  { "x-request-id": "req_svc_mine" },
  { "last-event-id": "\u00ff".repeat(20) },
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { cookie: "gatehouse_session=none" },
  { "idempotency-key": "x".repeat(300) },
  { "idempotency-key": "fuzz" },
];

const grey = { width: 16, height: 16, channels: 3, background: "#888" } as const;
const picture = (await sharp({ create: grey }).jpeg().toBuffer()).toString("base64");

/** Names whose values must make sense for a request to get past the first check. */
const known = {
  url: fc.constantFrom(
    "rtsp://127.0.0.1:9/none",
    "rtsp://10.255.255.1/a",
    "rtsp://x@y/",
    "/none.mp4",
  ),
  sub_url: fc.constant("rtsp://127.0.0.1:9/sub"),
  data: fc.oneof(fc.constant(picture), fc.base64String({ minLength: 4, maxLength: 80 })),
  mime_type: fc.constantFrom("image/jpeg", "image/png", "image/webp"),
  profile: fc.constantFrom("parking_lot", "retail_security"),
  model: fc.constant("motion"),
  networks: fc.constantFrom([], ["10.0.0.0/8"]),
  endpoint_url: fc.constantFrom("https://127.0.0.1:1/hook", "https://hooks.invalid/a"),
  expand: fc.constantFrom("diagnostics", "brand,ad", "avatar"),
  include: fc.constant("diagnostics"),
  timeout_seconds: fc.constantFrom(0, 0.05),
  last_event_id: fc.constantFrom("a-b-1", "x"),
  context: fc.constantFrom({ zones: { a: { xyxy: [0, 0, 1, 1] } } }, { site: "x" }),
  behaviors: fc.constantFrom([], [{ type: "intrusion", zone: "a" }]),
  secret: fc.constantFrom("long enough", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
};

type Body = Record<string, unknown>;

/** Makes of a body that satisfies the schema one that keeps the rules beyond it, by operation. */
const refine: Readonly<Record<string, (body: Body) => Body>> = {
  createStream(body) {
    const rest = without(body, ["source", "input", "recording", "masks", "anomaly", "outputs"]);
    const given = body["source"] as Body | undefined;
    // Half of the sources are such that the box takes them.
    const source = body["detect"] ? without(given ?? camera, ["sub_url"]) : camera;
    const zones = { zones: { a: { xyxy: [0, 0, 1, 1] } } };
    const sane = { ...rest, context: zones, detect: ["motion"] };
    return body["input"] !== undefined && body["profile"] === undefined
      ? { ...rest, input: body["input"] }
      : { ...(body["detect"] ? rest : sane), source };
  },
  updateStream: (body) => ({ ...without(body, ["recording", "masks"]), behaviors: [] }),
  createKey: (body) => without(body, [body["preset"] === undefined ? "preset" : "scopes"]),
  createWebhook: (body) => ({
    ...without(body, ["url"]),
    endpoint_url: hook,
    events: ["job.failed"],
  }),
  updateWebhook: (body) => ({
    ...without(body, ["url", "endpoint_url"]),
    events: ["job.completed"],
  }),
  createSession: (body) => without(body, [body["key"] === undefined ? "key" : "setup_code"]),
};
const camera = { type: "rtsp", url: "rtsp://127.0.0.1:9/none" };
const hook = "https://hooks.invalid/a";

function without(body: Body, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Requests for every operation of the document. */
export function fuzzRequests(document: OpenApiDocument): fc.Arbitrary<FuzzRequest> {
  const values = new SchemaValues(document.components.schemas, known);
  const operations = operationsOf(document);
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: operation.operation.requestBody ? 4 : 1,
      arbitrary: requestOf(operation, values),
    })),
  );
}

function requestOf(operation: Listed, values: SchemaValues): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    { weight: 4, arbitrary: validRequest(operation, values) },
    { weight: 4, arbitrary: almostRequest(operation, values) },
    { weight: 2, arbitrary: hostileRequest(operation) },
  );
}

function parametersOf(operation: Listed, where: string) {
  return operation.operation.parameters.filter((parameter) => parameter.in === where);
}

function bodyOf(operation: Listed, values: SchemaValues): fc.Arbitrary<unknown> | undefined {
  const schema = operation.operation.requestBody?.content["application/json"]?.schema;
  const refined = refine[operation.operation.operationId];
  if (!schema) return undefined;
  return refined ? values.valid(schema).map((body) => refined(body as Body)) : values.valid(schema);
}

function validRequest(operation: Listed, values: SchemaValues): fc.Arbitrary<FuzzRequest> {
  const fields = (where: string) =>
    Object.fromEntries(
      parametersOf(operation, where)
        .filter(({ name }) => name !== "after")
        .map(({ name, schema }) => [name, values.valid(schema, name)]),
    );
  const body = bodyOf(operation, values);
  const record = {
    kind: fc.constant("valid" as const),
    operation: fc.constant(operation),
    path: fc.record(fields("path")),
    useKnown: fc.integer({ min: -3, max: 20 }),
    query: fc.record(fields("query"), { requiredKeys: [] }),
    body: body ?? fc.constant(undefined),
    raw: fc.constant(undefined),
    headers: fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.nat(200).map((n) => ({ "idempotency-key": `fuzz-${n}` })) },
    ),
  };
  return fc.record(record) as fc.Arbitrary<FuzzRequest>;
}

function almostRequest(operation: Listed, values: SchemaValues): fc.Arbitrary<FuzzRequest> {
  const body = bodyOf(operation, values);
  const queries = parametersOf(operation, "query").map(({ name }) => name);
  const bad = fc.tuple(fc.constantFrom(...queries, "unknown"), hostile);
  const spoiledBody = body ? almost(body) : fc.constant(undefined);
  return fc
    .tuple(validRequest(operation, values), bad, spoiledBody, fc.boolean())
    .map(([request, [name, value], spoiled, inQuery]) => ({
      ...request,
      kind: "almost" as const,
      ...(inQuery || !body ? { query: { ...request.query, [name]: value } } : { body: spoiled }),
    }));
}

function hostileRequest(operation: Listed): fc.Arbitrary<FuzzRequest> {
  const path = Object.fromEntries(
    parametersOf(operation, "path").map(({ name }) => [name, hostile]),
  );
  return fc.record({
    kind: fc.constant("hostile" as const),
    operation: fc.constant(operation),
    path: fc.record(path),
    useKnown: fc.constantFrom(-1, -1, 1),
    query: fc.dictionary(fc.string({ maxLength: 10 }), hostile, { maxKeys: 3 }),
    body: hostile,
    raw: fc.option(fc.constantFrom(...rawBodies), { nil: undefined }),
    headers: fc.constantFrom(...oddHeaders),
  });
}
