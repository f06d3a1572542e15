import { errorCodes } from "../../base/contract/error-codes.ts";
import { fail } from "../../base/contract/fail.ts";

/** Any part of the document. */
export type Piece = Record<string, unknown>;

/**
 * Collects the schemas that have a name (a title) and replaces them by references, so that each
 * stands in the document once.
 */
export class NamedSchemas {
  readonly #found = new Map<string, Piece>();

  /** Returns `schema` with a reference in place of every named schema inside it. */
  place(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((each) => this.place(each));
    if (typeof schema !== "object" || schema === null) return schema;
    const { title, ...rest } = schema as Piece;
    if (typeof title !== "string") return this.#placeAll(schema as Piece);
    const placed = this.#placeAll(rest);
    const known = this.#found.get(title);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(placed)) {
      throw fail("internal_error", `two schemas are called ${title}`);
    }
    this.#found.set(title, placed);
    return { $ref: `#/components/schemas/${title}` };
  }

  /** Returns all named schemas by name. */
  all(): Piece {
    return Object.fromEntries([...this.#found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #placeAll(schema: Piece): Piece {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, this.place(value)]),
    );
  }
}

/** Returns the envelope around `data` (contract section 2.1). */
export function envelopeSchema(data: unknown): Piece {
  return {
    type: "object",
    required: ["id", "object", "status", "created_at", "data"],
    properties: {
      id: { type: "string", description: "The request id, as in the header X-Request-Id" },
      object: { type: "string" },
      status: { type: "string" },
      created_at: { type: "integer", description: "Time in whole Unix seconds" },
      data: data ?? { type: "object" },
    },
  };
}

/** The body of every error (contract section 7). */
export function errorSchema(): Piece {
  return {
    type: "object",
    required: ["id", "object", "status", "created_at", "error"],
    properties: {
      id: { type: "string" },
      object: { type: "string", const: "error" },
      status: { type: "string", const: "error" },
      created_at: { type: "integer" },
      error: {
        type: "object",
        required: ["code", "message", "retryable", "request_id"],
        properties: { ...refusalFields, message: { type: "string" } },
      },
    },
  };
}

/** An error in the form of RFC 9457, for clients whose `Accept` names it. */
export function problemSchema(): Piece {
  return {
    type: "object",
    required: ["type", "title", "status", "detail", "code", "retryable", "request_id"],
    properties: {
      type: { type: "string", description: "Address of the code's row on the reference page" },
      title: { type: "string", description: "Meaning of the code" },
      status: { type: "integer" },
      detail: { type: "string" },
      ...refusalFields,
    },
  };
}

/** Fields of an error in either form. */
const refusalFields = {
  code: { $ref: "#/components/schemas/ErrorCode" },
  param: { type: "string", description: "Path of the wrong field" },
  details: {
    type: "array",
    items: {
      type: "object",
      required: ["path", "rule", "message"],
      properties: {
        path: { type: "string" },
        rule: { type: "string" },
        message: { type: "string" },
      },
    },
  },
  retryable: { type: "boolean" },
  retry_after: { type: "number", description: "Number of seconds to wait before the next request" },
  request_id: { type: "string" },
} as const;

/** The codes of all errors. */
export function errorCodeSchema(): Piece {
  return { type: "string", enum: Object.keys(errorCodes) };
}
