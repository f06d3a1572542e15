import type { FastifyInstance, FastifyRequest } from "fastify";
import type { StoreTransaction } from "../../base/core/store.ts";
import type { AuditEntry } from "../../base/keys/audit-record.ts";

/** The audit log as the server needs it. */
export interface AuditTrail {
  /** Durable when it resolves; never rejects. */
  add(entry: AuditEntry): Promise<void>;
  /** Adds the entry as part of `tx`. */
  addIn(tx: StoreTransaction, entry: AuditEntry): void;
}

/** Organisation whose log has entries about callers without one. */
const boxOrg = "default";

/**
 * Records every changing request, and every reading of people's health data, before its answer goes
 * out: actor, source, action and outcome. It leaves out requests without a valid key (but not
 * attempts to sign in) and those beyond the rate limit: they changed nothing, and a flood of them
 * must not push out real entries. A route may write the entry with its change (`auditIn`), which
 * saves the answer a second wait for the disk.
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
  app.decorateRequest("audit", function (this: FastifyRequest, status, { verb, code = null }) {
    const entry = entryOf(this, status);
    const [, path] = entry.action.split(" ", 2);
    return trail.add({ ...entry, action: `${verb} ${path}`, outcome: { status, code } });
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
  const { isEnvelope = false } = request.routeOptions.config;
  if (isEnvelope || request.method === "GET" || request.method === "HEAD" || status === 429)
    return true;
  return !request.caller && request.routeOptions.config.access !== "public";
}

function entryOf(request: FastifyRequest, status: number): AuditEntry {
  const { caller, session } = request;
  return {
    org: caller?.org ?? request.auditedOrg ?? boxOrg,
    actor: actorOf(caller, session !== undefined),
    address: request.ip,
    action: `${request.method} ${request.url.split("?", 1)[0]!}`,
    outcome: { status, code: request.failedWith ?? null },
    requestId: request.id,
  };
}

function actorOf(caller: FastifyRequest["caller"], isSession: boolean): AuditEntry["actor"] {
  if (!caller) return { kind: "anonymous", key_id: null };
  const { keyId, person, via } = caller;
  if (via) return { kind: "key", key_id: keyId, via };
  if (person) return { kind: "person", key_id: null, person_id: keyId, name: person.name };
  return { kind: isSession ? "session" : "key", key_id: keyId };
}

declare module "fastify" {
  interface FastifyRequest {
    /** Code of the error answer. */
    failedWith: string | undefined;
    /** The request reads data about somebody's health. */
    readsHealth: boolean;
    /** Organisation of the data, for a request without a caller. */
    auditedOrg: string | undefined;
    /** The status of the entry that the store has already. */
    auditedStatus: number | undefined;
    /** Writes the request's entry as part of `tx`, for an answer with `status`. */
    auditIn(tx: StoreTransaction, status: number): void;
    /**
     * Writes an entry about a part of a request that stays open, with `verb` in place of the method. Durable when it
     * resolves; never rejects.
     */
    audit(status: number, part: { verb: string; code?: string | null }): Promise<void>;
  }
}
