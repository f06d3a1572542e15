import type { Gate } from "../gates.ts";

/**
 * Makes the request id (never takes it from the client) and sets it first, so that errors and
 * answers that leave fastify (event streams) have it too.
 */
export const requestId: Gate = (request, reply) => {
  reply.header("x-request-id", request.id);
};
