import type { Metrics } from "../../adapters/prometheus/metrics.ts";
import type { SiteConfig } from "../config/site-config.ts";
import type { Part } from "../../base/core/parts.ts";

/** Sends traces where the site says so; the library is loaded only then. */
export async function addTracing(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  { config, version, metrics }: { config: SiteConfig; version: string; metrics: Metrics },
): Promise<void> {
  const { otlpEndpoint: url, sampleRatio } = config.tracing;
  if (url === undefined) return;
  const { OtlpTracer } = await import("../../adapters/otlp/otlp-tracer.ts");
  const options = { url, sampleRatio, instance: config.site.name, version };
  metrics.traceWith(await start("traces", new OtlpTracer(options)));
}
