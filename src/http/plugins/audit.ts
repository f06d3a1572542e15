import type { FastifyInstance, FastifyRequest } from "fastify";
import type { StoreTransaction } from "../../base/core/store.ts";
import type { AuditEntry } from "../../base/keys/audit-log.ts";

/** The audit log as the server needs it. */
export interface AuditTrail {
  /** Durable when it resolves; never rejects. */
  add(entry: AuditEntry): Promise<void>;
  /** Adds the entry as part of `tx`. */
  addIn(tx: StoreTransaction, entry: AuditEntry): void;
}

/** Whose log tells of people who did not get as far as an organisation. */
const boxOrg = "default";

/**
 * Writes down every changing request, and every reading of what is said of people's health, before its
 * answer goes out: who, from where, what, and what came of it. Left out are requests without a valid key (but not tries to sign in), and those beyond the
 * rate limit: they changed nothing, and a flood of them must not push out what did.
 * A route may write the entry with its change (`auditIn`), which saves the answer a second wait for the disk.
 */
export function audit(app: FastifyInstance, trail: AuditTrail): void {
  app.decorateRequest("failedWith", undefined);
  app.decorateRequest("readsHealth", false);
  app.decorateRequest("auditedOrg", undefined);
  app.decorateRequest("auditedStatus", undefined);
  app.decorateRequest("auditIn", function (this: FastifyRequest, tx, status) {
    trail.addIn(tx, entryOf(this, status));
    tx.afterCommit(() => {
      this.auditedStatus = status;
    });
  });
  // oxlint-disable-next-line max-params -- fastify hands in its callback as the fourth
  app.addHook("onSend", (request, reply, _payload, done) => {
    const isWritten = request.auditedStatus === reply.statusCode;
    if (!isWritten && (request.readsHealth || !isLeftOut(request, reply.statusCode)))
      return trail.add(entryOf(request, reply.statusCode));
    // Readers do not wait for a promise.
    done();
    return undefined;
  });
}

function isLeftOut(request: FastifyRequest, status: number): boolean {
  if (request.method === "GET" || request.method === "HEAD" || status === 429) return true;
  return !request.caller && request.routeOptions.config.access !== "public";
}

function entryOf(request: FastifyRequest, status: number): AuditEntry {
  const { caller, session } = request;
  return {
    org: caller?.org ?? request.auditedOrg ?? boxOrg,
    actor: {
      kind: caller ? (session ? "session" : "key") : "anonymous",
      key_id: caller?.keyId ?? null,
    },
    address: request.ip,
    action: `${request.method} ${request.url.split("?", 1)[0]!}`,
    outcome: { status, code: request.failedWith ?? null },
    requestId: request.id,
  };
}

declare module "fastify" {
  interface FastifyRequest {
    /** Code of the error answer. */
    failedWith: string | undefined;
    /** Something about somebody's health was asked for. */
    readsHealth: boolean;
    /** Whose it is, where no caller says it. */
    auditedOrg: string | undefined;
    /** The status that an entry in the store says already. */
    auditedStatus: number | undefined;
    /** Writes the request's entry as part of `tx`, for an answer with `status`. */
    auditIn(tx: StoreTransaction, status: number): void;
  }
}
