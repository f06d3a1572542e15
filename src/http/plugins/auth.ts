import type { FastifyInstance, FastifyRequest } from "fastify";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { PersonIdentity } from "../../base/contract/person.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { Session, Sessions } from "../../base/keys/sessions.ts";
import type { Gate } from "../gates.ts";
import type { HttpQuotas } from "../connections/quotas.ts";
import type { RateLimiter } from "../connections/rate-limiter.ts";
import { currentChannel } from "../in-process.ts";
import type { Access } from "../route.ts";
import { assertSameOrigin } from "../same-origin.ts";
import { readSessionCookie } from "../session-cookie.ts";

/** Dependencies of authentication. */
export interface AuthParts {
  keys: ApiKeys;
  sessions: Sessions;
  limiter: RateLimiter;
  /** Read for each wrong key. */
  quotas: Pick<HttpQuotas, "failedLoginsPerMinute">;
}

/** Codes that a guesser of keys, passwords, invitations and setup codes meets. */
const guesses: ReadonlySet<string> = new Set([
  "invalid_api_key",
  "invalid_credentials",
  "invalid_invitation",
  "invalid_setup_code",
]);

/** Returns the access that a request needs; unknown API paths need a key like known ones. */
function accessOf(request: FastifyRequest): Access {
  if (request.is404) return request.url.startsWith("/api/") ? "any" : "public";
  const { access = "any", isOpenOnLoopback = false } = request.routeOptions.config;
  return isOpenOnLoopback && isFromThisMachine(request) ? "public" : access;
}

/** True for a direct local request: a proxy on this machine adds the address of its client. */
function isFromThisMachine({ ip, headers }: FastifyRequest): boolean {
  const isLoopback = /^(::1$|127\.|::ffff:127\.)/.test(ip);
  const isForwarded = ["forwarded", "x-forwarded-for", "via"].some((name) => name in headers);
  return isLoopback && !isForwarded && headers.authorization === undefined;
}

/**
 * Sets `request.caller` from the Bearer key or, for the page, from the session cookie. A session
 * counts only with its CSRF token (on everything but GET and HEAD) and from the page's own origin;
 * a Bearer key needs neither, because a browser never adds it by itself.
 */
export function auth(app: FastifyInstance, parts: AuthParts): Gate {
  app.decorateRequest("caller", undefined);
  app.decorateRequest("session", undefined);
  app.decorateRequest("isStillAllowed", function isStillAllowed(this: FastifyRequest) {
    return wouldBeAllowed(this, parts);
  });
  return (request) => {
    if (accessOf(request) !== "public") request.caller = callerOf(request, parts);
  };
}

/** Refuses keys without the route's scope; after the rate limit, so that a refusal counts too. */
export const scopeCheck: Gate = (request) => {
  const access = accessOf(request);
  const isFree = access === "public" || access === "any";
  if (!isFree && !request.caller?.scopes.includes(access)) throw missingScope(access);
};

/** Returns the error of a key without a scope. */
export function missingScope(scope: string) {
  return fail("insufficient_scope", `scope: the key lacks ${scope}. Use a key with this scope`, {
    details: [{ path: "", rule: "scope", message: scope }],
  });
}

/** Repeats the check of a request without counting a guess twice. */
function wouldBeAllowed(request: FastifyRequest, parts: AuthParts): boolean {
  const access = accessOf(request);
  if (access === "public") return true;
  try {
    const { scopes, person } = identify(request, parts);
    // What was opened shows the cameras of that moment.
    if (!hasSameCameras(request.caller?.person, person)) return false;
    return access === "any" || scopes.includes(access);
  } catch {
    return false;
  }
}

function hasSameCameras(
  before: PersonIdentity | undefined,
  now: PersonIdentity | undefined,
): boolean {
  return before?.cameras?.join(" ") === now?.cameras?.join(" ");
}

function callerOf(request: FastifyRequest, parts: AuthParts): Caller {
  try {
    const { org, keyId, scopes, person } = identify(request, parts);
    const via = currentChannel();
    const boxId = request.passed?.boxId;
    return {
      org,
      keyId,
      scopes,
      requestId: request.id,
      person,
      ...(via ? { via } : {}),
      ...(boxId === undefined ? {} : { boxId }),
    };
  } catch (error) {
    throw counted(error, request, parts);
  }
}

function identify(request: FastifyRequest, parts: AuthParts) {
  if (request.passed) return request.passed;
  const header = request.headers.authorization;
  const from = {
    address: request.ip,
    isExpiredTaken: request.routeOptions.config.takesExpired === true,
  };
  if (header !== undefined) return parts.keys.verify(bearerToken(header), from);
  const cookie = readSessionCookie(request.headers.cookie);
  if (cookie === undefined) {
    throw fail(
      "missing_authorization_header",
      "Authorization: is missing. Send `Authorization: Bearer <API key>`",
    );
  }
  const session = parts.sessions.resolve(cookie, from);
  assertFromPage(request, session, parts.sessions);
  request.session = session;
  return session.principal;
}

function bearerToken(header: string): string {
  const match = /^Bearer +([\x21-\x7e]+) *$/i.exec(header);
  if (!match) {
    throw fail(
      "invalid_authorization_header",
      "Authorization: has the wrong form. Send `Authorization: Bearer <API key>`",
    );
  }
  return match[1]!;
}

function assertFromPage(request: FastifyRequest, session: Session, sessions: Sessions): void {
  assertSameOrigin(request.headers);
  if (request.method === "GET" || request.method === "HEAD") return;
  const token = request.headers["x-csrf-token"];
  if (typeof token !== "string" || !sessions.csrfMatches(session, token)) {
    throw fail("csrf_rejected", "X-CSRF-Token: is missing or wrong. Send the session's token");
  }
}

/** Runs `check`, counts wrong keys per address, and answers 429 beyond the quota. */
export async function countingFailures<R>(
  request: FastifyRequest,
  parts: Pick<AuthParts, "limiter" | "quotas">,
  check: () => Promise<R>,
): Promise<R> {
  try {
    return await check();
  } catch (error) {
    throw counted(error, request, parts);
  }
}

/** Returns the failure itself, or `rate_limited` for one guess too many. */
function counted(
  error: unknown,
  request: FastifyRequest,
  parts: Pick<AuthParts, "limiter" | "quotas">,
): unknown {
  if (!(error instanceof GatehouseError) || !guesses.has(error.code)) return error;
  const standing = parts.limiter.take(`ip:${request.ip}`, parts.quotas.failedLoginsPerMinute);
  if (standing.allowed) return error;
  return fail(
    "rate_limited",
    `limits.failed_logins_per_minute: more than ${parts.quotas.failedLoginsPerMinute} wrong keys or passwords from this address. Wait a minute`,
    {
      retryAfterSec: standing.retryAfterSec,
      cause: error,
    },
  );
}
