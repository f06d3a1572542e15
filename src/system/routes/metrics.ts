import { type Route, route } from "../../http/route.ts";

const contentType = "text/plain; version=0.0.4; charset=utf-8";

/** The source of the metrics' text. */
export interface MetricsText {
  /** Returns Prometheus' text format; with `organisation` without the series of others. */
  text(organisation?: string): Promise<string>;
}

/** Metrics for Prometheus. A key sees the cameras and robots of its own organisation. */
export function metricsRoutes(metrics: MetricsText, isOpenOnLoopback: boolean): Route[] {
  return [
    route({
      method: "GET",
      path: "/metrics",
      summary: "Get the metrics of the box in the text format of Prometheus",
      tag: "system",
      access: "system:read",
      isOpenOnLoopback,
      answers: { 200: { description: "Metrics, one line per series", contentType: "text/plain" } },
      async handle({ caller, reply }) {
        // Where no key is needed, there is no name.
        const organisation = (caller as typeof caller | undefined)?.org;
        const text = await metrics.text(organisation);
        await reply.type(contentType).header("cache-control", "no-store").send(text);
        return undefined;
      },
    }),
  ];
}
