import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Meter, Span } from "../../base/contract/metrics.ts";

/**
 * Measures every answer but long-lived ones, by route and never by path, which callers choose. Each
 * is a span of the caller's trace, or of a new one.
 */
export function measure(app: FastifyInstance, meter: Meter): void {
  app.decorateRequest("span", undefined);
  app.addHook("onResponse", (request, reply, done) => {
    const { config } = request.routeOptions;
    const status = reply.statusCode;
    const error = status >= 500 ? { error: String(status) } : {};
    request.span?.end({ ...error, attributes: { "http.response.status_code": status } });
    if (config.staysOpen !== true) {
      meter.observe("gatehouse_http_request_duration_seconds", reply.elapsedTime / 1000, {
        method: request.method,
        route: routeOf(request),
        status: `${Math.floor(status / 100)}xx`,
      });
    }
    done();
  });
}

/** Begins the span of a request whose handler is about to run. */
export function beginSpan(meter: Meter, request: FastifyRequest): Span {
  const { traceparent } = request.headers;
  const route = routeOf(request);
  request.span = meter.begin(`${request.method} ${route}`, {
    kind: "server",
    parent: typeof traceparent === "string" ? traceparent : undefined,
    attributes: {
      "http.request.method": request.method,
      "http.route": route,
      "gatehouse.request.id": request.id,
    },
  });
  return request.span;
}

function routeOf(request: FastifyRequest): string {
  return request.is404 ? "none" : (request.routeOptions.url ?? "none");
}
