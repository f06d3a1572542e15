import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** A step that every request passes before its body is read: it adds to the answer, or throws to refuse. */
export type Gate = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Leads each request through `gates` in their order; an answer that one refuses still has what those before it
 * added. One hook for all of them: a hook costs as much as most gates do.
 */
export function passGates(app: FastifyInstance, gates: readonly Gate[]): void {
  app.addHook("onRequest", (request, reply, done) => {
    for (const gate of gates) gate(request, reply);
    done();
  });
}
