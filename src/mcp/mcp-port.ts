/** What a tool or resource does and takes, as an agent reads it; no text from outside stands in it. */
export interface McpTool {
  name: string;
  description: string;
  /** JSON Schema of an object. */
  inputSchema: Readonly<Record<string, unknown>>;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };
}

/** One thing that an agent can read, or a form of addresses of such things. */
export interface McpResource {
  /** `uri` of a resource, or `uriTemplate` (RFC 6570) of a form. */
  address: string;
  name: string;
  description: string;
  mimeType: string;
}

/** A page of a list. */
export interface McpPage<T> {
  items: readonly T[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** A part of an answer. */
export type McpContent =
  | { type: "text"; text: string }
  | { type: "image"; data: string; mimeType: string };

/** The answer to a tool call. */
export interface McpResult {
  content: readonly McpContent[];
  /** The answer of the API with its provenance; absent for pictures. */
  structured?: Readonly<Record<string, unknown>>;
  /** True for what the API refused; the content is its error. */
  isError: boolean;
}

/** The content of a resource: `text`, or `blob` in base64. */
export type McpContents = { mimeType: string } & ({ text: string } | { blob: string });

/** One running request of an agent. */
export interface McpCall {
  /** Aborts when the agent cancels or disconnects. */
  signal: AbortSignal;
  /** Tells the agent how far the work is; does nothing for agents that did not ask. */
  progress(report: { progress: number; total?: number; message: string }): void;
}

/**
 * What an agent may list, call and read. All methods reject with coded errors: `not_found` for names and addresses that
 * the key does not have, `invalid_request_body` for wrong arguments and cursors.
 */
export interface McpServices {
  tools(cursor: string | undefined): McpPage<McpTool>;
  call(name: string, args: Readonly<Record<string, unknown>>, call: McpCall): Promise<McpResult>;
  resources(cursor: string | undefined, call: McpCall): Promise<McpPage<McpResource>>;
  templates(): McpPage<McpResource>;
  read(uri: string, call: McpCall): Promise<McpContents>;
}

/** The protocol: reads an agent's message, carries it out with `services`, and writes the answer. Holds no sessions. */
export interface McpProtocol {
  /** `body` is the parsed body of `request`; the answer's body may be a stream that ends with the call. */
  answer(request: Request, body: unknown, services: McpServices): Promise<Response>;
}
