import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import type { HttpErrorCode } from "../base/contract/error-codes.ts";
import type { Span } from "../base/contract/metrics.ts";
import type { Scope } from "../base/contract/scopes.ts";
import type { StoreTransaction } from "../base/core/store.ts";
import type { Caller } from "../base/jobs/operation.ts";
import type { Session } from "../base/keys/sessions.ts";
import type { Answer } from "./answers/envelope-wire.ts";
import type { ListOrder } from "./site/list-order.ts";

/** Required right of a caller: none, any valid key, or a key with a scope. */
export type Access = "public" | "any" | Scope;

/** One documented answer of a route. */
export interface AnswerDoc {
  description: string;
  /** `application/json` (the envelope) when absent. */
  contentType?: string;
  /** Schema of `data` inside the envelope. */
  schema?: TSchema;
}

/** The request as a handler gets it. Everything in it has passed the route's schemas. */
export interface Call<P, Q, B> {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Absent in routes with access `public`. */
  caller: Caller;
  session: Session | undefined;
  params: P;
  query: Q;
  body: B;
  /** Aborts when the client disconnects or the server stops. */
  signal: AbortSignal;
}

/**
 * Keeps the answer of a replayable route under the request's Idempotency-Key in the transaction of
 * the work, so that no crash comes between the two; does nothing without such a key. Set the status
 * on the reply before.
 */
export type KeepAnswer = (tx: StoreTransaction, answer: Answer) => void;

/**
 * One route: its requirements, its answers, and its handler. Routing, authentication, validation
 * and the OpenAPI document all follow from it.
 */
export interface Route<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Full path; parameters as `:name`. */
  path: string;
  summary: string;
  tag: string;
  access: Access;
  /**
   * Agents whose key has `access` get the route as a tool of MCP (docs/integration/mcp.md). Mark routes that a program may call
   * without a person beside it, and that answer with JSON or a picture.
   */
  isTool?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  /** The handler's domain checks the body against `body`, so the route does not. */
  bodyIsCheckedLater?: boolean;
  /** The handler gets the body's raw bytes, of any content type; with `bodyIsCheckedLater`. */
  rawBody?: boolean;
  /** With `rawBody`: the content type that the handler takes; `application/json` when absent. */
  bodyType?: string;
  /** The handler gets the body as a stream of bytes of any type, and bounds it itself. */
  streamsBody?: boolean;
  /** The client may leave out the body; then it is undefined. */
  optionalBody?: boolean;
  bodyLimitBytes?: number;
  /** Fields whose long strings the intake takes out of the body (`Operation.blobFields`). */
  blobFields?: readonly string[];
  /** The request is about somebody's health: the store encrypts its body. */
  isPrivate?: boolean;
  answers: Readonly<Record<number, AnswerDoc>>;
  /** Error codes besides those that follow from access, body and parameters. */
  errors?: readonly HttpErrorCode[];
  /** The answer is long-lived: no HEAD, no replay. */
  streaming?: boolean;
  /**
   * A mutating route whose answer is kept under its Idempotency-Key: `handle` keeps it in its
   * transaction where a repetition would create a second object, else the server keeps it after the
   * work.
   */
  replayable?: boolean;
  /**
   * Fields of `data` in the first answer only: a replay under the Idempotency-Key leaves them out.
   */
  secretFields?: readonly string[];
  /** Exempt from the rate limit and from refusals for load. For functions that keep people safe. */
  unlimited?: boolean;
  /**
   * Accepts expired keys and page sessions: a clock that runs ahead must not stop anybody from
   * stopping a robot. A revoked key is refused even here.
   */
  takesExpired?: boolean;
  /**
   * For people who may see only some cameras: `none` shows no camera, `filtered` leaves out those that the caller may
   * not see (`maySee`). Without it they reach the route only where its path names a stream or an incident of theirs.
   */
  cameras?: "none" | "filtered";
  /** Counted in the window of commands to robots, not among the writing requests. */
  isRobotCommand?: boolean;
  /**
   * Carries requests that pass all gates by themselves (`InProcess`): counted in a window of its own, as large as that of
   * reading requests, and absent from the audit log.
   */
  isEnvelope?: boolean;
  /**
   * A list that in a fleet has the entries of all boxes; its query has `siteParameter`. The handler gives those of this box.
   */
  siteList?: ListOrder;
  /** A changing route that in a fleet the box answers that has what the path names; reading ones always do. */
  isPassedOn?: boolean;
  /** Callers on this machine need no key for it. */
  isOpenOnLoopback?: boolean;
  /** Absent from the OpenAPI document. */
  hidden?: boolean;
  /** Resolves with the answer, or with undefined when it wrote to `reply` itself. */
  handle(
    call: Call<Static<P>, Static<Q>, Static<B>>,
    keep: KeepAnswer,
  ): Promise<Answer | undefined> | Answer | undefined;
}

/** Types a route by its schemas, then hides the types, so that all routes fit into one table. */
export function route<P extends TSchema, Q extends TSchema, B extends TSchema>(
  spec: Route<P, Q, B>,
): Route {
  return spec as Route;
}

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    unlimited?: boolean;
    takesExpired?: boolean;
    cameras?: "none" | "filtered";
    isRobotCommand?: boolean;
    isEnvelope?: boolean;
    isOpenOnLoopback?: boolean;
    staysOpen?: boolean;
    streamsBody?: boolean;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
    session: Session | undefined;
    span: Span | undefined;
    /** True while the server would still accept its key or page session. */
    isStillAllowed(): boolean;
  }
}
