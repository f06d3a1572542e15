import { errorCodes, type HttpErrorCode } from "../base/contract/error-codes.ts";
import { fail, invalidField } from "../base/contract/fail.ts";
import { GatehouseError } from "../base/core/errors.ts";
import type { Scope } from "../base/contract/scopes.ts";
import type { Route } from "../http/route.ts";
import { type ApiAnswer, type ApiCalls, streamPageOf } from "./api-calls-wire.ts";
import type { Catalog } from "./catalog.ts";
import { markedText } from "./marked-text.ts";
import type {
  McpCall,
  McpContents,
  McpPage,
  McpResource,
  McpResult,
  McpServices,
  McpTool,
} from "./mcp-port.ts";
import { mcpLimits } from "./mcp-terms.ts";
import { provenanceNote, provenanceOf } from "./provenance-wire.ts";
import { Resources, streamResource } from "./resources.ts";
import { waitTool } from "./tool-wire.ts";
import { waitForJob } from "./wait-wire.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** Dependencies of one agent's request. */
export interface AgentParts {
  catalog: Catalog;
  calls: ApiCalls;
  scopes: readonly Scope[];
  /** Areas that the client wants; all when absent. */
  areas: readonly string[] | undefined;
}

/** One agent: what its key may do, as tools and resources. Every call goes through the API's gates. */
export class Agent implements McpServices {
  readonly #parts: AgentParts;

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  tools(cursor: string | undefined): McpPage<McpTool> {
    const { catalog, scopes, areas } = this.#parts;
    const all = catalog.allowed(scopes, areas).map(({ tool }) => tool);
    return pageOf([...(this.#waits() ? [waitTool] : []), ...all], cursor);
  }

  async call(name: string, args: Arguments, call: McpCall): Promise<McpResult> {
    const { catalog, scopes, areas, calls } = this.#parts;
    if (name === waitTool.name && this.#waits()) {
      const { route } = this.#waits()!;
      return await resultOf(name, route, () => waitForJob(calls, route, { args, call }));
    }
    const entry = catalog.find(name, scopes, areas);
    if (!entry) throw fail("not_found", "name: there is no such tool for this key. List the tools");
    return await resultOf(name, entry.route, () => {
      checkNames(entry.tool, args);
      return calls.send(entry.route, args, call.signal);
    });
  }

  async resources(cursor: string | undefined, { signal }: McpCall): Promise<McpPage<McpResource>> {
    const resources = this.#resources();
    const lists = cursor === undefined ? resources.lists() : [];
    const route = resources.listOfStreams();
    if (!route) return { items: lists };
    const args = {
      limit: mcpLimits.pageEntries,
      ...(cursor === undefined ? {} : { after: cursor }),
    };
    const answer = await this.#parts.calls.send(route, args, signal);
    if (answer.status >= 400) throw refusalOf(answer.bytes);
    const { ids, nextCursor } = streamPageOf(answer);
    const items = [...lists, ...ids.map(streamResource)];
    return { items, ...(nextCursor === null ? {} : { nextCursor }) };
  }

  templates(): McpPage<McpResource> {
    return { items: this.#resources().templates() };
  }

  async read(uri: string, { signal }: McpCall): Promise<McpContents> {
    const { route, args } = this.#resources().resolve(uri);
    const { status, contentType, bytes } = await this.#parts.calls.send(route, args, signal);
    if (status >= 400) throw refusalOf(bytes);
    if (contentType !== "application/json")
      return { mimeType: contentType, blob: bytes.toString("base64") };
    const value: unknown = JSON.parse(bytes.toString());
    const provenance = provenanceOf(value, schemaOf(route, status));
    return { mimeType: contentType, text: JSON.stringify({ provenance, answer: value }) };
  }

  #resources(): Resources {
    return new Resources(this.#parts.catalog, this.#parts.scopes);
  }

  #waits() {
    const { catalog, scopes, areas } = this.#parts;
    return catalog.find("getJob", scopes, areas);
  }
}

/** Runs `work`; what it refuses becomes a result that the model can read and correct. */
async function resultOf(
  name: string,
  route: Route,
  work: () => Promise<ApiAnswer> | ApiAnswer,
): Promise<McpResult> {
  try {
    const answer = await work();
    const { status, contentType, bytes } = answer;
    if (contentType.startsWith("image/")) {
      const image = {
        type: "image",
        data: bytes.toString("base64"),
        mimeType: contentType,
      } as const;
      return {
        content: [image, { type: "text", text: `${name}. ${provenanceNote}` }],
        isError: false,
      };
    }
    return jsonResult(name, parsed(answer), { schema: schemaOf(route, status), status });
  } catch (error) {
    const known = GatehouseError.find(error);
    if (!known || known.code === "internal_error") throw error;
    const { code, message, param, retryable } = known;
    const status = errorCodes[code as HttpErrorCode]?.status ?? 400;
    const body = { error: { code, message, ...(param === undefined ? {} : { param }), retryable } };
    return jsonResult(name, body, { schema: undefined, status });
  }
}

function jsonResult(
  name: string,
  answer: unknown,
  { schema, status }: { schema: unknown; status: number },
): McpResult {
  const { note, ...provenance } = provenanceOf(answer, schema);
  const text = markedText(`${name}: status ${status}. ${note}`, { provenance, answer });
  return {
    content: [{ type: "text", text }],
    structured: { provenance: { note, ...provenance }, answer },
    isError: status >= 400,
  };
}

function parsed({ bytes }: ApiAnswer): unknown {
  return bytes.length === 0 ? {} : (JSON.parse(bytes.toString()) as unknown);
}

function schemaOf(route: Route, status: number): unknown {
  return route.answers[status]?.schema;
}

function refusalOf(bytes: Buffer): GatehouseError {
  const { error } = JSON.parse(bytes.toString()) as {
    error: { code: HttpErrorCode; message: string };
  };
  return fail(error.code, error.message);
}

function checkNames({ inputSchema }: McpTool, args: Arguments): void {
  const known = Object.keys(inputSchema["properties"] as object);
  const wrong = Object.keys(args).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  throw invalidField(
    wrong.slice(0, 100),
    `is not an argument of this tool. Use ${known.join(", ")}`,
  );
}

const cursorForm = /^tools-(\d{1,6})$/;

function pageOf<T>(all: readonly T[], cursor: string | undefined): McpPage<T> {
  const match = cursor === undefined ? ["", "0"] : cursorForm.exec(cursor);
  if (!match) throw invalidField("cursor", "does not belong to this list. List again without it");
  const from = Number(match[1]);
  const next = from + mcpLimits.pageEntries;
  return {
    items: all.slice(from, next),
    ...(next < all.length ? { nextCursor: `tools-${next}` } : {}),
  };
}
