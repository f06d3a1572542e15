import type { Gate } from "../gates.ts";

/**
 * The request id is made by the server (never taken from the client) and goes out on every answer.
 * It is set first, so that answers that leave fastify (event streams) and errors have it.
 */
export const requestId: Gate = (request, reply) => {
  reply.header("x-request-id", request.id);
};
