import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import type { HttpErrorCode } from "../base/contract/error-codes.ts";
import type { Span } from "../base/contract/metrics.ts";
import type { Scope } from "../base/contract/scopes.ts";
import type { StoreTransaction } from "../base/core/store.ts";
import type { Caller } from "../base/jobs/operation.ts";
import type { Session } from "../base/keys/sessions.ts";
import type { Answer } from "./answers/envelope.ts";

/** Who may call a route: everybody, any valid key, or keys with a scope. */
export type Access = "public" | "any" | Scope;

/** One documented answer of a route. */
export interface AnswerDoc {
  description: string;
  /** `application/json` (the envelope) when absent. */
  contentType?: string;
  /** Schema of `data` inside the envelope. */
  schema?: TSchema;
}

/** What a handler gets. Everything in it has passed the route's schemas. */
export interface Call<P, Q, B> {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Routes with access `public` have none. */
  caller: Caller;
  session: Session | undefined;
  params: P;
  query: Q;
  body: B;
  /** Aborts when the client leaves or the server stops. */
  signal: AbortSignal;
}

/**
 * Keeps the answer of a replayable route under the request's Idempotency-Key in the transaction that does
 * the work, so that no crash comes between the two; nothing happens without such a key. The status must
 * be set on the reply before.
 */
export type KeepAnswer = (tx: StoreTransaction, answer: Answer) => void;

/**
 * One route: what it needs, what it answers, and its handler. Routing, authentication, validation
 * and the OpenAPI document are all made from this.
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
  params?: P;
  query?: Q;
  body?: B;
  /** The handler's domain checks the body against `body` for every caller: not checked twice. */
  bodyIsCheckedLater?: boolean;
  /** The handler gets the body's bytes as they came, of any content type; with `bodyIsCheckedLater`. */
  rawBody?: boolean;
  /** The handler gets the body as a stream of bytes, whatever its type, and bounds it itself. */
  streamsBody?: boolean;
  /** The body may be left out; then it is undefined. */
  optionalBody?: boolean;
  bodyLimitBytes?: number;
  /** Fields whose long strings are taken out of the body (`Operation.blobFields`). */
  blobFields?: readonly string[];
  /** The request is about somebody's health: what is stored of its body is encrypted. */
  isPrivate?: boolean;
  answers: Readonly<Record<number, AnswerDoc>>;
  /** Codes of refusals besides those that follow from access, body and parameters. */
  errors?: readonly HttpErrorCode[];
  /** The answer stays open: no HEAD, no replay. */
  streaming?: boolean;
  /**
   * A mutating route whose answer is kept under its Idempotency-Key: by `handle` in its transaction where
   * a repetition would make a second thing, else by the route table once the work is done.
   */
  replayable?: boolean;
  /** Fields of `data` that are shown once: a replay under the Idempotency-Key leaves them out. */
  secretFields?: readonly string[];
  /** Never refused for load: no rate limit. For what keeps people safe. */
  unlimited?: boolean;
  /**
   * Takes a key, and a page session, that is past its end: a clock that runs ahead must keep nobody from stopping a
   * robot. A revoked key is refused here too.
   */
  takesExpired?: boolean;
  /** Counted in the window of commands to robots, not among the writing requests. */
  isRobotCommand?: boolean;
  /** Callers on this machine need no key for it. */
  isOpenOnLoopback?: boolean;
  /** Not shown in the OpenAPI document. */
  hidden?: boolean;
  /** Resolves with the answer, or with undefined when it wrote to `reply` itself. */
  handle(
    call: Call<Static<P>, Static<Q>, Static<B>>,
    keep: KeepAnswer,
  ): Promise<Answer | undefined> | Answer | undefined;
}

/** Types a route by its schemas and hides the types again, so that routes fit into one table. */
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
    isRobotCommand?: boolean;
    isOpenOnLoopback?: boolean;
    staysOpen?: boolean;
    streamsBody?: boolean;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
    session: Session | undefined;
    span: Span | undefined;
    /** Whether its key or page session would be let in at this moment too. */
    isStillAllowed(): boolean;
  }
}
