import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** A step before the body of a request is read: it adds to the answer, or throws to refuse. */
export type Gate = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Runs `gates` in order for each request; an answer that one refuses keeps the additions of those
 * before it. One hook runs all of them: a hook costs as much as most gates.
 */
export function passGates(app: FastifyInstance, gates: readonly Gate[]): void {
  app.addHook("onRequest", (request, reply, done) => {
    for (const gate of gates) gate(request, reply);
    done();
  });
}
