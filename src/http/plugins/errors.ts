import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errorCodes } from "../../base/contract/error-codes.ts";
import { fail } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import { bodyTooLarge } from "../../base/contract/too-large.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError, type GatehouseError } from "../../base/core/errors.ts";
import { newRequestId } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Gate } from "../gates.ts";
import { asksForProblem, problemOf, problemType } from "../answers/problem.ts";
import { securityHeaders } from "./security-headers.ts";
import { asksForWebSocket } from "../connections/web-sockets.ts";
import { toCoded, toWireError, type WireError } from "../answers/error-wire.ts";

/** Dependencies of the error answers. */
export interface ErrorParts {
  clock: Clock;
  log: Logger;
}

/** Sends every failure of a route, a hook or the framework as an error envelope. */
export function errors(app: FastifyInstance, parts: ErrorParts): void {
  app.setErrorHandler((error, request, reply) => sendError(parts, { error, request, reply }));
}

/**
 * Refuses paths without a route, and methods that a path does not accept, before it reads a body.
 * `methodsOf` returns the methods of a path. A path whose parameter is empty (`/jobs//cancel`) has
 * no route.
 */
export function routeCheck(methodsOf: (path: string) => readonly string[]): Gate {
  return (request, reply) => {
    if (!request.is404 && !hasEmptyParameter(request)) return;
    const methods = methodsOf(request.url.split("?", 1)[0]!);
    if (methods.length === 0)
      throw fail("not_found", "path: there is no such route. See /openapi.json for the routes");
    reply.header("allow", methods.join(", "));
    throw fail(
      "method_not_allowed",
      `method: this route does not take it. Use ${methods.join(" or ")}`,
    );
  };
}

/** The router accepts an empty parameter: it takes `/jobs//` for `/jobs/:job_id`. */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  return Object.values(params as Record<string, string>).includes("");
}

/** Answers one failed request; the only writer of error bodies inside fastify. */
export function sendError(
  parts: Pick<ErrorParts, "clock" | "log">,
  failed: { error: unknown; request: FastifyRequest; reply: FastifyReply },
): void {
  const { request, reply } = failed;
  // A failure on a body that the client broke off is the client's, and nobody reads the answer.
  const isCut = request.raw.destroyed && !request.raw.complete;
  const error = isCut
    ? fail("malformed_request", "body: the sender broke off. Send the request again", {
        cause: failed.error,
      })
    : withLimit(failed.error, request);
  const wire = toWireError(error, request.id, parts.clock.wallMs());
  logFailure(parts.log, request, { error, wire });
  request.failedWith = wire.code;
  const isProblem = asksForProblem(request.headers.accept);
  const type = isProblem ? problemType : "application/json; charset=utf-8";
  reply.code(wire.status).headers(wire.headers).type(type);
  // Closing while the client still sends would reset the connection before it has read this answer:
  // the server reads and drops the rest of a refused body, for as long as `requestTimeout` allows.
  // A connection whose WebSocket upgrade failed has no further use.
  if (asksForWebSocket(request.raw)) reply.header("connection", "close");
  else if (wire.code !== "shutting_down") reply.removeHeader("connection");
  request.raw.resume();
  if (wire.status === 401) reply.header("www-authenticate", "Bearer");
  reply.send(JSON.stringify(isProblem ? problemOf(wire) : wire.body));
}

/** Fastify's error lacks the limit of the body. */
function withLimit(error: unknown, { routeOptions }: FastifyRequest): unknown {
  const isTooLarge = (error as FastifyError | undefined)?.code === "FST_ERR_CTP_BODY_TOO_LARGE";
  return isTooLarge ? bodyTooLarge(routeOptions.bodyLimit ?? limits.bodyBytes, error) : error;
}

function logFailure(
  log: Logger,
  request: FastifyRequest,
  failed: { error: unknown; wire: WireError },
): void {
  const { error, wire } = failed;
  const fields = {
    request_id: request.id,
    method: request.method,
    route: request.routeOptions.url ?? null,
    status: wire.status,
    code: wire.code,
    error: describeError(error),
  };
  if (errorCodes[wire.code].fault === "caller") log.debug(fields, "request refused");
  else if (wire.code === "internal_error") {
    log.error({ ...fields, stack: stackOf(error) }, "request failed");
  } else log.warn(fields, "request failed");
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}

/** Answers a request that Node's parser refuses, then closes the connection. */
export function refuseMalformed(clock: Clock, error: Error, socket: Socket): void {
  // Before the handshake is done no client could read an answer.
  const isHandshake = /^ERR_(SSL|TLS)_/.test((error as FastifyError).code ?? "");
  if (!socket.writable || isHandshake || (error as FastifyError).code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const coded = toCoded(error);
  const known =
    coded.code === "internal_error"
      ? fail("malformed_request", errorCodes.malformed_request.meaning)
      : coded;
  refuseOn(socket, known, clock);
}

/**
 * Answers an `Expect` header other than `100-continue`, which Node passes on instead of the
 * request.
 */
export function refuseExpectation(
  clock: Clock,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const id = newRequestId();
  const message = "Expect: only 100-continue is allowed. Leave the header out";
  const wire = toWireError(fail("malformed_request", message), id, clock.wallMs());
  const body = JSON.stringify(wire.body);
  request.resume();
  response.writeHead(wire.status, {
    ...securityHeaders,
    "content-length": Buffer.byteLength(body),
    "content-type": "application/json; charset=utf-8",
    "x-request-id": id,
    connection: "close",
  });
  response.end(body);
}

const lingerMs = 1000;

/** Answers a CONNECT, which Node passes on without a request: the box is not a proxy. */
export function refuseConnect(clock: Clock, socket: Duplex): void {
  // A reset by the peer is a regular end.
  socket.on("error", () => undefined);
  refuseOn(
    socket,
    fail("method_not_allowed", "method: the box is no proxy. Send requests for the box itself"),
    clock,
  );
}

/** Answers plain HTTP on the TLS port, then closes the connection. */
export function refusePlain(clock: Clock, socket: Socket): void {
  const message = "TLS: is required on this port. Begin the address with https://";
  refuseOn(socket, fail("malformed_request", message), clock);
  // Later bytes must not reset the connection before the client has read the answer.
  socket.resume();
  clock.after(lingerMs, () => socket.destroy());
}

function refuseOn(socket: Duplex, error: GatehouseError, clock: Clock): void {
  const id = newRequestId();
  const wire = toWireError(error, id, clock.wallMs());
  const body = JSON.stringify(wire.body);
  socket.end(
    `HTTP/1.1 ${wire.status} Refused\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Request-Id: ${id}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
