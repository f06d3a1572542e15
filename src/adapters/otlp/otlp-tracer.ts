import {
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Span, SpanAbout } from "../../base/contract/metrics.ts";
import type { Part } from "../../base/core/parts.ts";

/** The collector of traces. */
export interface OtlpOptions {
  /** Address of an OTLP/HTTP receiver for traces, such as `http://collector:4318/v1/traces`. */
  url: string;
  /** Share of the traces that begin here, 0–1; those that callers began follow their mark. */
  sampleRatio: number;
  /** Name of the box. */
  instance: string;
  version: string;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
/** W3C Trace Context, version 00: lower-case hexadecimal, and neither id of zeros alone. */
const wellFormed = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
/** Spans that wait for the receiver; beyond it new ones are dropped. */
const maxWaiting = 2048;
const sendEveryMs = 1000;
const sendTimeoutMs = 5000;

/**
 * Spans to an OpenTelemetry receiver, in the background. A receiver that is away costs the spans and nothing
 * else.
 */
export class OtlpTracer implements Part {
  readonly #provider: TracerProvider;

  constructor({ url, sampleRatio, instance, version }: OtlpOptions) {
    const exporter = new OTLPTraceExporter({ url, timeoutMillis: sendTimeoutMs });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        "service.name": "gatehouse",
        "service.version": version,
        "service.instance.id": instance,
      }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: maxWaiting,
          scheduledDelayMillis: sendEveryMs,
          exportTimeoutMillis: sendTimeoutMs,
        }),
      ],
    });
  }

  /** Sends what waits, for at most as long as one try takes. */
  async stop(): Promise<void> {
    await this.#provider.shutdown().catch(() => undefined);
  }

  /** Begins a span; see `Meter.begin`. */
  begin(name: string, { kind, parent, attributes }: SpanAbout): Span {
    const above = parent === undefined ? undefined : parsed(parent);
    const context = above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT;
    const options = { kind: kinds[kind], ...(attributes ? { attributes: { ...attributes } } : {}) };
    const span = this.#provider.getTracer("gatehouse").startSpan(name, options, context);
    const { traceId, spanId, traceFlags } = span.spanContext();
    let hasEnded = false;
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
      end(outcome = {}) {
        if (hasEnded) return;
        hasEnded = true;
        if (outcome.attributes) span.setAttributes({ ...outcome.attributes });
        if (outcome.error !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR, message: outcome.error });
        }
        span.end();
      },
    };
  }
}

function parsed(traceparent: string): SpanContext | undefined {
  const match = wellFormed.exec(traceparent);
  if (!match) return undefined;
  const [, traceId = "", spanId = "", flags = "00"] = match;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}
