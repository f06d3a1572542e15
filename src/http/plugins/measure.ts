import type { FastifyInstance } from "fastify";
import type { Meter } from "../../contract/metrics.ts";

/** Measures every answer but those that stay open, by route: never by path, which callers make up. */
export function measure(app: FastifyInstance, meter: Meter): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { url, config } = request.routeOptions;
    if (config.staysOpen !== true) {
      meter.observe("gatehouse_http_request_duration_seconds", reply.elapsedTime / 1000, {
        method: request.method,
        route: request.is404 || url === undefined ? "none" : url,
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      });
    }
    done();
  });
}
