import type {
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
} from "../../src/http/openapi/openapi.ts";
import { docText, pascal, PythonTypes, snake } from "./python-types.ts";
import type { Schema } from "./type-text.ts";

interface Described {
  method: string;
  path: string;
  operation: OpenApiOperation;
}

const head = `# Made from the OpenAPI document by scripts/client.ts; not to be edited.
# ruff: noqa
from typing import Any, AsyncIterator, Dict, Iterator, List, Optional, Union

from ._async import AsyncHttp
from ._core import Answer, Event
from ._sync import SyncHttp
from ._typing import Literal, TypedDict

`;

/** Returns the source of `client/python/gatehouse/_generated.py` for a document of the box. */
export function pythonSource(document: OpenApiDocument): string {
  const types = new PythonTypes();
  for (const [name, schema] of Object.entries(document.components.schemas))
    types.declare(name, schema as Schema);
  const areas = areasOf(document);
  const classes = [...areas].flatMap(([tag, operations]) => [
    areaClass(types, tag, { operations, isAsync: false }),
    areaClass(types, tag, { operations, isAsync: true }),
  ]);
  const tags = [...areas.keys()];
  const api = [apiClass(tags, false), apiClass(tags, true)];
  return `${[head + types.text(), ...classes, ...api].join("\n\n")}`;
}

function areasOf(document: OpenApiDocument): Map<string, Described[]> {
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
  return new Map([...areas].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function areaClass(
  types: PythonTypes,
  tag: string,
  { operations, isAsync }: { operations: readonly Described[]; isAsync: boolean },
): string {
  const name = className(tag, isAsync);
  const http = isAsync ? "AsyncHttp" : "SyncHttp";
  const methods = operations.map((each) => methodText(types, each, isAsync)).join("\n");
  return `class ${name}:\n${docText(`Operations of the area ${tag}`, "    ")}
    def __init__(self, http: ${http}) -> None:
        self._http = http

${methods}`;
}

function methodText(types: PythonTypes, described: Described, isAsync: boolean): string {
  const { method, path, operation } = described;
  const { operationId, summary } = operation;
  const args = operation.parameters.filter((each) => each.in !== "header");
  const body = operation.requestBody?.content["application/json"]?.schema as Schema | undefined;
  const result = resultOf(types, operation);
  const base = pascal(operationId);
  const inPath = args.filter((each) => each.in === "path");
  const inQuery = args.filter((each) => each.in === "query");
  const typed = (each: OpenApiParameter): string =>
    types.typeOf(each.schema as Schema, `${base}${pascal(each.name)}`);
  const more =
    result === "events"
      ? ["last_event_id: Optional[str] = None"]
      : ["idempotency_key: Optional[str] = None", "timeout: Optional[float] = None"];
  const parameters = [
    "self",
    ...inPath.map((each) => `${snake(each.name)}: "${quoted(typed(each))}"`),
    ...(body ? [`body: "${quoted(types.typeOf(body, `${base}Body`))}"`] : []),
    "*",
    ...inQuery.filter(isRequired).map((each) => `${snake(each.name)}: "${quoted(typed(each))}"`),
    ...inQuery
      .filter(
        (each) => !isRequired(each) && !(result === "events" && each.name === "last_event_id"),
      )
      .map((each) => `${snake(each.name)}: "Optional[${quoted(typed(each))}]" = None`),
    ...more,
  ];
  const given = args
    .filter((each) => !(result === "events" && each.name === "last_event_id"))
    .map((each) => `"${each.name}": ${snake(each.name)}`)
    .join(", ");
  const isIdempotent = operation.parameters.some((each) => each.name === "Idempotency-Key");
  const call = `"${method.toUpperCase()}", "${path}", {${given}}`;
  const shape = shapeOf(result, { call, isAsync, isIdempotent, hasBody: body !== undefined });
  const def = isAsync && result !== "events" ? "async def" : "def";
  return `    ${def} ${snake(operationId)}(
        ${parameters.join(",\n        ")},
    ) -> ${shape.type}:
${docText(summary, "        ")}        ${shape.call}\n`;
}

function isRequired({ required }: OpenApiParameter): boolean {
  return required;
}

function shapeOf(
  result: string,
  about: { call: string; isAsync: boolean; isIdempotent: boolean; hasBody: boolean },
): { type: string; call: string } {
  const { call, isAsync, isIdempotent, hasBody } = about;
  if (result === "events") {
    const type = isAsync ? "AsyncIterator[Event]" : "Iterator[Event]";
    return { type, call: `return self._http.follow(${call}, last_event_id)` };
  }
  const options = [
    `body=${hasBody ? "body" : "None"}`,
    `idempotent=${isIdempotent ? "True" : "False"}`,
    "idempotency_key=idempotency_key",
    "timeout=timeout",
  ].join(", ");
  const kind = result === "raw" ? "raw" : result === "plain" ? "plain" : "json";
  const type = { raw: "bytes", plain: "Dict[str, Any]", json: `"Answer[${quoted(result)}]"` }[kind];
  const wait = isAsync ? "await " : "";
  return { type, call: `return ${wait}self._http.${kind}(${call}, ${options})` };
}

function quoted(type: string): string {
  return type.replaceAll('"', "'");
}

/** The type of `data`; `events`, `raw` or `plain` for answers without an envelope. */
function resultOf(types: PythonTypes, operation: OpenApiOperation): string {
  const good = Object.entries(operation.responses).find(([status]) => Number(status) < 300);
  const [type = "", content] = Object.entries(good?.[1].content ?? {})[0] ?? [];
  if (type === "text/event-stream") return "events";
  if (type !== "application/json") return "raw";
  const data = (content?.schema as Schema | undefined)?.properties?.["data"];
  return data ? types.typeOf(data, `${pascal(operation.operationId)}Data`) : "plain";
}

function apiClass(tags: readonly string[], isAsync: boolean): string {
  const http = isAsync ? "AsyncHttp" : "SyncHttp";
  const made = tags.map((tag) => `        self.${snake(tag)} = ${className(tag, isAsync)}(http)\n`);
  return `class ${isAsync ? "Async" : ""}Api:
    """Every operation of the box, by area."""

    def __init__(self, http: ${http}) -> None:
${made.join("")}`;
}

function className(tag: string, isAsync: boolean): string {
  return `${isAsync ? "Async" : ""}${pascal(tag)}Api`;
}
