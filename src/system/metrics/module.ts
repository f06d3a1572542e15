import type { ApplianceContext } from "../../appliance-options.ts";
import type { Metrics } from "../../adapters/prometheus/metrics.ts";
import type { Module, Start } from "../../module.ts";

/** The metrics and traces of the parts. */
export interface TelemetryModule {
  meter: Metrics;
}

/** Starts the metrics, and sends traces where the site says so; the library is loaded only then. */
export async function startTelemetry(
  start: Start,
  { live, version, metrics }: ApplianceContext,
): Promise<Module<TelemetryModule>> {
  const meter = await start("metrics", metrics);
  await live.part(start, {
    name: "traces",
    select: ({ tracing, site: { name } }) => ({ ...tracing, name }),
    async make({ otlpEndpoint: url, sampleRatio, name }) {
      meter.traceWith(undefined);
      if (url === undefined) return undefined;
      const { OtlpTracer } = await import("../../adapters/otlp/otlp-tracer.ts");
      const tracer = new OtlpTracer({ url, sampleRatio, instance: name, version });
      meter.traceWith(tracer);
      return tracer;
    },
  });
  return { parts: { meter } };
}
