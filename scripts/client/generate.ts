import type { OpenApiDocument, OpenApiOperation } from "../../src/http/openapi/openapi.ts";
import { docText, fieldsText, type Schema, typeText } from "./type-text.ts";

interface Described {
  method: string;
  path: string;
  operation: OpenApiOperation;
}

/** Returns the source of `client/source/generated.ts` for a document of the box. */
export function clientSource(document: OpenApiDocument): string {
  const areas = new Map<string, Described[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { requestBody } = operation;
      // Programs speak WebRTC by a library of their own, which sends these bodies.
      if (requestBody && !requestBody.content["application/json"]) continue;
      const tag = operation.tags[0] ?? "other";
      areas.set(tag, [...(areas.get(tag) ?? []), { method, path, operation }]);
    }
  }
  const sorted = [...areas].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    "// Made from the OpenAPI document by scripts/client.ts; not to be edited.",
    'import { type FollowOptions, followEvents, type ServerEvent } from "./events.ts";',
    'import type { Answer, CallOptions, Http } from "./http.ts";',
    "",
    ...Object.entries(document.components.schemas).map(([name, schema]) =>
      declaration(name, schema as Schema),
    ),
    ...sorted.map(([tag, operations]) => areaClass(tag, operations)),
    apiClass(sorted.map(([tag]) => tag)),
  ].join("\n");
}

function declaration(name: string, schema: Schema): string {
  const doc = docText(schema.description, "");
  if (schema.type === "object" && schema.properties) {
    return `${doc}export interface ${name} {\n${fieldsText(schema, "  ")}}\n`;
  }
  return `${doc}export type ${name} = ${typeText(schema)};\n`;
}

function areaClass(tag: string, operations: readonly Described[]): string {
  const methods = operations.map(methodText).join("\n");
  return `/** Operations of the area ${tag}. */
export class ${className(tag)} {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

${methods}}
`;
}

function methodText(described: Described): string {
  const { operation } = described;
  const args = operation.parameters.filter((each) => each.in !== "header");
  const body = operation.requestBody?.content["application/json"]?.schema as Schema | undefined;
  const result = resultOf(operation);
  const isOptional = !body && !args.some((each) => each.required);
  const parameters = [
    ...(args.length > 0 ? [`args: ${argsText(args)}${isOptional ? " = {}" : ""}`] : []),
    ...(body ? [`body: ${typeText(body, "    ")}`] : []),
    result === "events" ? "options?: FollowOptions" : "options?: CallOptions",
  ];
  const given = [...(args.length > 0 ? ["args: { ...args }"] : []), ...(body ? ["body"] : [])];
  const doc = docText(operation.summary, "  ");
  const head = `${doc}  ${operation.operationId}(\n    ${parameters.join(",\n    ")},\n  )`;
  return `${head}: ${callText(described, { result, given })}\n  }\n`;
}

function callText(
  { method, path, operation }: Described,
  call: { result: string; given: readonly string[] },
): string {
  const isIdempotent = operation.parameters.some((each) => each.name === "Idempotency-Key");
  const more = isIdempotent ? ", idempotent: true" : "";
  const facts = `{ method: "${method.toUpperCase()}", path: "${path}"${more} }`;
  const { result, given } = call;
  if (result === "events") {
    const asked = [...given, "options"].join(", ");
    return `AsyncGenerator<ServerEvent, void, void> {\n    return followEvents(this.#http, ${facts}, { ${asked} });`;
  }
  const [type, send] = result === "raw" ? ["Response", "raw"] : [result, `json<${result}>`];
  const input = given.length === 0 ? "{}" : `{ ${given.join(", ")} }`;
  return `Promise<${type}> {\n    return this.#http.${send}(${facts}, ${input}, options);`;
}

/** `Answer<…>`, or `events` or `raw` for answers without a JSON envelope. */
function resultOf(operation: OpenApiOperation): string {
  const good = Object.entries(operation.responses).find(([status]) => Number(status) < 300);
  const [type = "", content] = Object.entries(good?.[1].content ?? {})[0] ?? [];
  if (type === "text/event-stream") return "events";
  if (type !== "application/json") return "raw";
  const data = (content?.schema as Schema | undefined)?.properties?.["data"];
  return data ? `Answer<${typeText(data, "  ")}>` : "Record<string, unknown>";
}

function argsText(parameters: OpenApiOperation["parameters"]): string {
  const schema: Schema = {
    properties: Object.fromEntries(
      parameters.map((each) => [
        each.name,
        { ...(each.schema as Schema), description: each.description ?? "" },
      ]),
    ),
    required: parameters.filter((each) => each.required).map((each) => each.name),
  };
  return `{\n${fieldsText(schema, "      ")}    }`;
}

function apiClass(tags: readonly string[]): string {
  const fields = tags.map((tag) => `  readonly ${fieldName(tag)}: ${className(tag)};\n`).join("");
  const made = tags
    .map((tag) => `    this.${fieldName(tag)} = new ${className(tag)}(http);\n`)
    .join("");
  return `/** Every operation of the box, by area. */
export class Api {
${fields}
  constructor(http: Http) {
${made}  }
}
`;
}

function fieldName(tag: string): string {
  return tag.replaceAll(/[^A-Za-z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase());
}

function className(tag: string): string {
  const name = fieldName(tag);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Api`;
}
