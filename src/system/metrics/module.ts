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
  { config, version, metrics }: ApplianceContext,
): Promise<Module<TelemetryModule>> {
  const meter = await start("metrics", metrics);
  const { otlpEndpoint: url, sampleRatio } = config.tracing;
  if (url !== undefined) {
    const { OtlpTracer } = await import("../../adapters/otlp/otlp-tracer.ts");
    const options = { url, sampleRatio, instance: config.site.name, version };
    meter.traceWith(await start("traces", new OtlpTracer(options)));
  }
  return { parts: { meter } };
}
