import type { Route } from "../http/route.ts";
import { operationId } from "../http/openapi/openapi-names.ts";
import type { McpTool } from "./mcp-port.ts";
import { mcpLimits } from "./mcp-terms.ts";

type Schema = Readonly<Record<string, unknown>>;

function partsOf(schema: unknown): { properties: Schema; required: readonly string[] } {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Schema;
    required?: string[];
  };
  return { properties, required };
}

/**
 * Returns the tool of a route: its parameters by name, its body as `body`, and for changes `idempotency_key`. The route
 * itself checks what it gets.
 */
export function toolOf(route: Route): McpTool {
  const path = partsOf(route.params);
  const query = partsOf(route.query);
  const isRead = route.method === "GET";
  const hasBody = !isRead && route.body !== undefined;
  const key = {
    type: "string",
    minLength: 1,
    maxLength: 255,
    description: "A repeated call with the same key and body gets the first answer again",
  };
  return {
    name: operationId(route),
    description: `${route.summary}. Area: ${areaOf(route)}`,
    inputSchema: {
      type: "object",
      properties: {
        ...path.properties,
        ...query.properties,
        ...(hasBody ? { body: route.body } : {}),
        ...(isRead ? {} : { idempotency_key: key }),
      },
      required: [
        ...Object.keys(path.properties),
        ...query.required,
        ...(hasBody && !route.optionalBody ? ["body"] : []),
      ],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: !isRead && isFarReaching(route),
      idempotentHint: ["GET", "PUT", "DELETE"].includes(route.method),
    },
  };
}

function isFarReaching({ method, access }: Route): boolean {
  return method !== "POST" || access === "robots:command";
}

/** Returns the area of a route: the first word of its scope. */
export function areaOf({ access }: Route): string {
  return access.split(":", 1)[0]!;
}

/** Waits for a job by the route that reads one, with messages about its progress. */
export const waitTool: McpTool = {
  name: "waitForJob",
  description:
    "Wait until a job has ended, or for timeout_seconds, and get it. Cancelling the call leaves the job running. Area: jobs",
  inputSchema: {
    type: "object",
    properties: {
      job_id: { type: "string", format: "uuid" },
      timeout_seconds: {
        type: "number",
        minimum: 0,
        maximum: mcpLimits.waitSec,
        default: mcpLimits.waitDefaultSec,
      },
    },
    required: ["job_id"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
};
