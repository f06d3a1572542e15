import { errorCodes, type HttpErrorCode } from "../../base/contract/error-codes.ts";
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from "./openapi.ts";
import type { Piece } from "./openapi-schemas.ts";

/**
 * Returns the reference as one HTML page with every operation and every named schema of the
 * document. It needs no script and no external resource, so it works on a site without an internet
 * connection.
 */
export function referencePage(document: OpenApiDocument): string {
  const tags = new Map<string, string[]>();
  const index: string[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? "other";
      const sections = tags.get(tag) ?? [];
      sections.push(operationSection(path, method.toUpperCase(), operation));
      tags.set(tag, sections);
    }
  }
  for (const tag of tags.keys())
    index.push(`<li><a href="#${attribute(tag)}">${text(tag)}</a></li>`);
  const bodies = [...tags].map(
    ([tag, sections]) => `<h2 id="${attribute(tag)}">${text(tag)}</h2>\n${sections.join("\n")}`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(document.info.title)} API ${text(document.info.version)}</title>
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<header><h1>${text(document.info.title)} API <small>${text(document.info.version)}</small></h1>
<p>Send <code>Authorization: Bearer &lt;key&gt;</code>. Every JSON answer is an envelope
<code>{id, object, status, created_at, data}</code>. For programs: <a href="/openapi.json">openapi.json</a> (needs a key).</p>
<nav><ul>${index.join("")}<li><a href="#errors">errors</a></li><li><a href="#schemas">schemas</a></li></ul></nav></header>
<main>
${bodies.join("\n")}
<h2 id="errors">errors</h2>
<table>${Object.keys(errorCodes)
    .map((code) => errorRow(code as HttpErrorCode))
    .join("")}</table>
<h2 id="schemas">schemas</h2>
${Object.entries(document.components.schemas)
  .map(([name, schema]) => schemaSection(name, schema))
  .join("\n")}
</main>
</body>
</html>
`;
}

function operationSection(path: string, method: string, operation: OpenApiOperation): string {
  const body = operation.requestBody?.content["application/json"]?.schema;
  const scope = operation["x-scope"];
  const access = Array.isArray(operation["security"]) ? "no key" : "any key";
  return `<section id="${attribute(operation.operationId)}">
<h3><span class="method">${method}</span> <code>${text(path)}</code></h3>
<p>${prose(operation.summary)}</p>
<p class="facts">${typeof scope === "string" ? `scope <code>${text(scope)}</code>` : access} ·
<code>${text(operation.operationId)}</code></p>
${parameterTable(operation.parameters)}
${body ? `<h4>Body</h4>\n${schemaBlock(body)}` : ""}
<h4>Answers</h4>
<table>${Object.entries(operation.responses)
    .map(([status, response]) => answerRow(status, response))
    .join("")}</table>
</section>`;
}

function errorRow(code: HttpErrorCode): string {
  const { status, fault, retryable, meaning } = errorCodes[code];
  const retry = retryable ? "; a retry helps" : "";
  return (
    `<tr id="error-${attribute(code)}"><th><code>${text(code)}</code></th><td>${status}</td>` +
    `<td>${prose(meaning)} <small>(${fault}${retry})</small></td></tr>`
  );
}

function answerRow(status: string, response: OpenApiOperation["responses"][string]): string {
  const [type = "", content] = Object.entries(response.content)[0] ?? [];
  const properties = content?.schema?.["properties"] as Record<string, Piece> | undefined;
  const data = properties?.["data"];
  const shows = type === "application/json" ? "" : `<code>${text(type)}</code> `;
  const schema = Number(status) < 300 && data ? schemaBlock(data) : "";
  return `<tr><th>${text(status)}</th><td>${shows}${prose(response.description)}${schema}</td></tr>`;
}

function parameterTable(parameters: readonly OpenApiParameter[]): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    ({ name, in: where, required, schema, description = "" }) =>
      `<tr><th><code>${text(name)}</code></th><td>${text(where)}${required ? ", required" : ""}</td>` +
      `<td>${typeOf(schema)}</td><td>${prose(description)}</td></tr>`,
  );
  return `<h4>Parameters</h4>\n<table>${rows.join("")}</table>`;
}

function schemaSection(name: string, schema: Piece): string {
  return `<section id="schema-${attribute(name)}"><h3>${text(name)}</h3>${schemaBlock(schema)}</section>`;
}

/** Fields of an object as a table, nested objects within; other schemas in one line. */
function schemaBlock(schema: Piece): string {
  const properties = schema["properties"] as Record<string, Piece> | undefined;
  if (!properties) return `<p>${typeOf(schema)} ${prose(schema["description"] ?? "")}</p>`;
  const required = new Set((schema["required"] as string[] | undefined) ?? []);
  const rows = Object.entries(properties).map(([name, property]) => {
    const inner = innerObject(property);
    return (
      `<tr><th><code>${text(name)}</code>${required.has(name) ? "" : " <i>optional</i>"}</th>` +
      `<td>${typeOf(property)}</td><td>${prose(property["description"] ?? "")}` +
      `${inner ? schemaBlock(inner) : ""}</td></tr>`
    );
  });
  return `<table>${rows.join("")}</table>`;
}

function innerObject(schema: Piece): Piece | undefined {
  if (schema["properties"]) return schema;
  const items = schema["items"] as Piece | undefined;
  if (items) return innerObject(items);
  return (schema["anyOf"] as Piece[] | undefined)
    ?.map(innerObject)
    .find((one) => one !== undefined);
}

function typeOf(schema: Piece): string {
  const ref = schema["$ref"];
  if (typeof ref === "string") {
    const name = ref.split("/").at(-1)!;
    return `<a href="#schema-${attribute(name)}">${text(name)}</a>`;
  }
  const choices = schema["anyOf"] as Piece[] | undefined;
  if (choices) return choices.map(typeOf).join(" or ");
  if (schema["const"] !== undefined) return `<code>${text(schema["const"])}</code>`;
  const values = schema["enum"] as unknown[] | undefined;
  if (values) return values.map((value) => `<code>${text(value)}</code>`).join(" ");
  const items = schema["items"] as Piece | undefined;
  if (schema["type"] === "array" && items) return `array of ${typeOf(items)}${bounds(schema)}`;
  return `${text(schema["type"] ?? "any")}${bounds(schema)}`;
}

const boundNames = {
  minimum: "≥",
  exclusiveMinimum: ">",
  maximum: "≤",
  exclusiveMaximum: "<",
  minLength: "length ≥",
  maxLength: "length ≤",
  minItems: "items ≥",
  maxItems: "items ≤",
  maxProperties: "members ≤",
  pattern: "matches",
  default: "default",
} as const;

function bounds(schema: Piece): string {
  const found = Object.entries(boundNames)
    .filter(([name]) => schema[name] !== undefined)
    .map(([name, sign]) => `${sign} ${JSON.stringify(schema[name])}`);
  return found.length === 0 ? "" : ` <small>${text(found.join(", "))}</small>`;
}

/** Text with its `code` marked. */
function prose(value: unknown): string {
  return text(value).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}

function text(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function attribute(value: string): string {
  return text(value).replaceAll('"', "&quot;");
}

/** The style of the page, in a file of its own because the box's policy forbids inline styles. */
export const referenceStyle = `:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
h2 { border-bottom: 2px solid; margin-top: 3rem; }
h3 { font-size: 1.1rem; margin-bottom: 0; }
section { margin: 2rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .3rem .6rem .3rem 0; }
th, td { text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { font-weight: normal; white-space: nowrap; }
code { font: .9em ui-monospace, monospace; }
nav ul { display: flex; flex-wrap: wrap; gap: 1rem; list-style: none; padding: 0; }
.method { font: bold .9em ui-monospace, monospace; }
.facts, small, i { opacity: .75; }
`;
