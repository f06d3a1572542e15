import type { TSchema } from "typebox";
import { errorCodes } from "../contract/error-codes.ts";
import type { Route } from "./route.ts";

type Document = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of `routes`: made from the very schemas that check the requests, so the
 * two cannot differ.
 */
export function openApiDocument(
  routes: readonly Route[],
  about: { version: string; serverUrl: string },
): Document {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    if (route.hidden) continue;
    const path = route.path.replaceAll(/:([a-z_]+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route);
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
      schemas: { Error: errorSchema() },
      responses: {
        Error: {
          description: "The request failed",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      },
    },
  };
}

function operation(route: Route): Document {
  const answers: Record<string, unknown> = {};
  for (const [status, answer] of Object.entries(route.answers)) {
    const contentType = answer.contentType ?? "application/json";
    const schema = answer.contentType ? {} : { schema: envelopeSchema(answer.schema) };
    answers[status] = {
      description: answer.description,
      content: { [contentType]: schema },
    };
  }
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
    ...(route.body ? { requestBody: requestBody(route.body) } : {}),
    responses: { ...answers, default: { $ref: "#/components/responses/Error" } },
  };
}

function operationId(route: Route): string {
  const words = route.path.replace("/api/v1", "").split(/[^a-z_]+/);
  return [route.method.toLowerCase(), ...words.filter((word) => word !== "")].join("_");
}

function parameters(where: "path" | "query", schema: TSchema | undefined): Document[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, { description?: string }>;
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

function headers(route: Route): Document[] {
  if (route.method === "GET" || route.access === "public") return [];
  return [
    {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "Repeating a request with the same key and body replays its first answer",
      schema: { type: "string", minLength: 1, maxLength: 255 },
    },
  ];
}

function requestBody(schema: TSchema): Document {
  return { required: true, content: { "application/json": { schema } } };
}

function envelopeSchema(data: TSchema | undefined): Document {
  return {
    type: "object",
    required: ["id", "object", "status", "created_at", "data"],
    properties: {
      id: { type: "string", description: "The request id, equal to X-Request-Id" },
      object: { type: "string" },
      status: { type: "string" },
      created_at: { type: "number", description: "Unix seconds" },
      data: data ?? { type: "object" },
    },
  };
}

function errorSchema(): Document {
  return {
    type: "object",
    required: ["id", "object", "status", "created_at", "error"],
    properties: {
      id: { type: "string" },
      object: { const: "error" },
      status: { const: "error" },
      created_at: { type: "number" },
      error: {
        type: "object",
        required: ["code", "message", "retryable", "request_id"],
        properties: {
          code: { type: "string", enum: Object.keys(errorCodes) },
          message: { type: "string" },
          param: { type: "string", description: "Path of the field at fault" },
          details: { type: "array", items: { type: "object" } },
          retryable: { type: "boolean" },
          retry_after: { type: "number", description: "Seconds" },
          request_id: { type: "string" },
        },
      },
    },
  };
}
