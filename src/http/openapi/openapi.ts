import type { TSchema } from "typebox";
import { errorCodes, type HttpErrorCode } from "../../base/contract/error-codes.ts";
import { operationId } from "./openapi-names.ts";
import { refusalsOf } from "./openapi-refusals.ts";
import {
  envelopeSchema,
  errorCodeSchema,
  errorSchema,
  NamedSchemas,
  type Piece,
  problemSchema,
} from "./openapi-schemas.ts";
import { problemType } from "../answers/problem.ts";
import type { Route } from "../route.ts";

/** The parts of the document that the appliance reads. */
export interface OpenApiDocument extends Piece {
  info: Piece & { title: string; version: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, Piece> } & Piece;
}

/** One operation of the document. */
export interface OpenApiOperation extends Piece {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: OpenApiParameter[];
  requestBody?: { content: Record<string, { schema: Piece }> };
  responses: Record<string, { description: string; content: Record<string, { schema?: Piece }> }>;
}

/** One parameter of an operation. */
export interface OpenApiParameter extends Piece {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Piece;
}

/**
 * Returns the OpenAPI 3.1 document of `routes`, from the very schemas that check the requests, so
 * the two cannot differ. Paths come in the order of the routes.
 */
export function openApiDocument(
  routes: readonly Route[],
  about: { version: string; serverUrl: string },
): OpenApiDocument {
  const named = new NamedSchemas();
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes) {
    if (route.hidden) continue;
    const path = route.path.replaceAll(/:([a-z_]+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route, named);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Gatehouse",
      version: about.version,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: about.serverUrl }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", bearerFormat: "svk_" } },
      schemas: {
        ...named.all(),
        Error: errorSchema(),
        ErrorCode: errorCodeSchema(),
        Problem: problemSchema(),
      },
    },
  };
}

function operation(route: Route, named: NamedSchemas): OpenApiOperation {
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.tag],
    ...(route.access === "public" ? { security: [] } : {}),
    ...(route.access === "public" || route.access === "any" ? {} : { "x-scope": route.access }),
    parameters: [
      ...parameters("path", route.params),
      ...parameters("query", route.query),
      ...headers(route),
    ],
    ...(route.body ? { requestBody: requestBody(route, named.place(route.body) as Piece) } : {}),
    responses: responses(route, named),
  };
}

function responses(route: Route, named: NamedSchemas): OpenApiOperation["responses"] {
  const answers: OpenApiOperation["responses"] = {};
  for (const [status, { description, contentType, schema }] of Object.entries(route.answers)) {
    if (status === "204") {
      answers[status] = { description, content: {} };
      continue;
    }
    const content =
      contentType === undefined
        ? { "application/json": { schema: envelopeSchema(named.place(schema)) } }
        : { [contentType]: schema ? { schema: named.place(schema) as Piece } : {} };
    answers[status] = { description, content };
  }
  for (const [status, codes] of refusalsOf(route)) {
    answers[status] = {
      description: describeCodes(codes),
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/Error" } },
        [problemType]: { schema: { $ref: "#/components/schemas/Problem" } },
      },
    };
  }
  return answers;
}

function describeCodes(codes: readonly HttpErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join(". ");
}

function parameters(where: "path" | "query", schema: TSchema | undefined): OpenApiParameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Piece & { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    ...(property.description === undefined ? {} : { description: property.description }),
    schema: property,
  }));
}

function headers(route: Route): OpenApiParameter[] {
  if (route.streaming && route.answers[200]?.contentType === "text/event-stream") {
    return [
      header("Last-Event-ID", "Last event that the client has. The answer continues after it", 200),
    ];
  }
  if (route.method === "GET" || route.access === "public" || route.path === "/api/v1/session") {
    return [];
  }
  const says = "A repeated request with the same key and body gets the first answer again";
  const until =
    "Time after which the box gives the job up, from 5s to 7d, for example 90s, 15m, 12h or 3d";
  return [
    header("Idempotency-Key", says, 255),
    ...(route.bodyIsCheckedLater && !route.rawBody ? [header("Cancel-After", until, 10)] : []),
  ];
}

function header(name: string, description: string, maxLength: number): OpenApiParameter {
  const schema = { type: "string", minLength: 1, maxLength };
  return { name, in: "header", required: false, description, schema };
}

function requestBody({ bodyType = "application/json", optionalBody }: Route, schema: Piece) {
  return { required: !optionalBody, content: { [bodyType]: { schema } } };
}
