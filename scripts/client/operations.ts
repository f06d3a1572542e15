import type { OpenApiDocument, OpenApiOperation } from "../../src/http/openapi/openapi.ts";

/** An operation as a program calls it, in `client/operations.json`. */
export interface ClientOperation {
  /** Operation id, which is the name of the method. */
  id: string;
  area: string;
  method: string;
  /** Path with parameters as `{name}`. */
  path: string;
  /** Type of each query parameter: `string`, `number` or `boolean`. */
  query: Record<string, string>;
  hasBody: boolean;
  result: "json" | "raw" | "events";
}

/** Returns the text of `client/operations.json`: every operation that the clients have, one a line. */
export function operationsSource(document: OpenApiDocument): string {
  const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => !requestBody || requestBody.content["application/json"])
      .map(([method, operation]) => JSON.stringify(described(path, method, operation))),
  );
  return `[\n${lines.join(",\n")}\n]\n`;
}

function described(path: string, method: string, operation: OpenApiOperation): ClientOperation {
  const query = operation.parameters.filter((each) => each.in === "query");
  return {
    id: operation.operationId,
    area: operation.tags[0] ?? "other",
    method: method.toUpperCase(),
    path,
    query: Object.fromEntries(query.map(({ name, schema }) => [name, typeOf(schema["type"])])),
    hasBody: operation.requestBody !== undefined,
    result: resultOf(operation),
  };
}

function typeOf(type: unknown): string {
  if (type === "integer" || type === "number") return "number";
  return type === "boolean" ? "boolean" : "string";
}

function resultOf({ responses }: OpenApiOperation): ClientOperation["result"] {
  const good = Object.entries(responses).find(([status]) => Number(status) < 300);
  const [type] = Object.keys(good?.[1].content ?? {});
  if (type === "text/event-stream") return "events";
  return type === "application/json" ? "json" : "raw";
}
