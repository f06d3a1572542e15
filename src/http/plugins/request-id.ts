import type { FastifyInstance } from "fastify";

/**
 * The request id is made by the server (never taken from the client) and goes out on every answer.
 * It is set in `onRequest`, so that answers that leave fastify (event streams) and errors have it.
 */
export function requestId(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
}
