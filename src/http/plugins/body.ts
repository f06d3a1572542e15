import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fail } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import { notAccepted } from "../../base/jobs/not-accepted.ts";
import { ReceivedBlobs } from "../../base/jobs/inputs/received-blob.ts";
import type { BodyIntake } from "../body-intake-port.ts";
import { parseJsonBody } from "../json-body.ts";
import type { Gate } from "../gates.ts";
import type { HttpQuotas } from "../connections/quotas.ts";

/** Dependencies of the body intake. */
export interface BodyParts {
  quotas: Pick<HttpQuotas, "bodiesInFlightBytes" | "bodiesInFlightPerKey">;
  intake: BodyIntake;
}

/**
 * Accepts `application/json` bodies only. Large ones share a budget for the whole box and a bound
 * per key: beyond either `overloaded`. A request without a length counts with its route's limit. On
 * routes with blob fields every body that may hold a long string goes through the intake, which
 * leaves a small JSON to parse.
 */
export function body(app: FastifyInstance, parts: BodyParts): Gate {
  app.decorateRequest("blobs", undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    // Some clients name the type without sending a body; the route's schema checks that.
    async (_request: unknown, bytes: Buffer) =>
      bytes.length === 0 ? undefined : parseJsonBody(bytes),
  );
  app.addHook("onRoute", (route) => {
    const { blobFields, isPrivate = false } = route.config ?? {};
    if (blobFields === undefined) return;
    route.preParsing = async (request, reply, payload) =>
      mayHoldBlobs(request)
        ? await takeIn(parts.intake, { request, reply, payload, blobFields, isSealed: isPrivate })
        : payload;
  });
  return bodyGate(parts.quotas);
}

/** Returns the announced length; the route's limit when there is none. */
function announcedBytes(request: FastifyRequest): { bytes: number; limitBytes: number } {
  const limitBytes = request.routeOptions.bodyLimit ?? limits.bodyBytes;
  const isChunked = request.headers["transfer-encoding"] !== undefined;
  const bytes = isChunked ? limitBytes : Number(request.headers["content-length"] ?? 0);
  return { bytes, limitBytes };
}

/** Returns the bytes that count against the budget: none for bodies of ordinary size. */
function reservedBytes(request: FastifyRequest): number {
  const { streamsBody } = request.routeOptions.config;
  // A body that goes to the disk in pieces takes no memory.
  if (streamsBody || request.method === "GET" || request.method === "HEAD") return 0;
  const { bytes, limitBytes } = announcedBytes(request);
  const reserved = Math.min(bytes, limitBytes);
  return reserved <= limits.bodyBytes ? 0 : reserved;
}

function bodyGate(quotas: BodyParts["quotas"]): Gate {
  const countOf = new Map<string, number>();
  let inFlightBytes = 0;
  return (request, reply) => {
    const { "content-encoding": encoding = "identity" } = request.headers;
    if (encoding !== "identity") {
      throw fail(
        "unsupported_media_type",
        "Content-Encoding: is not supported. Send the body without it",
      );
    }
    const reserved = reservedBytes(request);
    if (reserved === 0) return;
    const keyId = request.caller?.keyId ?? "";
    const count = countOf.get(keyId) ?? 0;
    if (
      inFlightBytes + reserved > quotas.bodiesInFlightBytes ||
      count >= quotas.bodiesInFlightPerKey
    ) {
      throw fail(
        "overloaded",
        `body: too many above 1 MiB are under way. Send at most ${quotas.bodiesInFlightPerKey} at once with one key, ${Math.round(quotas.bodiesInFlightBytes / 1024 ** 2)} MiB in all`,
        { retryAfterSec: 1 },
      );
    }
    inFlightBytes += reserved;
    countOf.set(keyId, count + 1);
    reply.raw.once("close", () => {
      inFlightBytes -= reserved;
      const left = countOf.get(keyId)! - 1;
      if (left === 0) countOf.delete(keyId);
      else countOf.set(keyId, left);
    });
  };
}

function mayHoldBlobs(request: FastifyRequest): boolean {
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) return false;
  const { bytes, limitBytes } = announcedBytes(request);
  // The parser refuses a body with too long an announced length before reading it.
  return bytes > limits.blobStringBytes && bytes <= limitBytes;
}

async function takeIn(
  intake: BodyIntake,
  from: {
    request: FastifyRequest;
    reply: FastifyReply;
    payload: Parameters<BodyIntake["take"]>[0];
    blobFields: readonly string[];
    isSealed: boolean;
  },
): Promise<Readable> {
  const { request, reply, payload, blobFields, isSealed } = from;
  const { limitBytes } = announcedBytes(request);
  let taken;
  try {
    taken = await intake.take(payload, { blobFields, limitBytes, isSealed });
  } catch (error) {
    throw notAccepted(error);
  }
  const blobs = new ReceivedBlobs(taken.blobs, (id) => intake.remove(id));
  request.blobs = blobs;
  if (reply.raw.closed) await blobs.end();
  else reply.raw.once("close", () => void blobs.end());
  // Fastify compares the announced length with this.
  return Object.assign(Readable.from([taken.json], { objectMode: false }), {
    receivedEncodedLength: taken.receivedBytes,
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** Long strings taken out of the body. */
    blobs: ReceivedBlobs | undefined;
  }
  interface FastifyContextConfig {
    /** Fields whose long strings the intake takes out of the body, e.g. `input.data`. */
    blobFields?: readonly string[];
    /** The request is about somebody's health. */
    isPrivate?: boolean;
  }
}
