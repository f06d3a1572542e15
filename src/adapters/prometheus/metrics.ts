import { monitorEventLoopDelay } from "node:perf_hooks";
import type * as Client from "@prometheus-io/client";
import {
  type CounterName,
  counters,
  type HistogramName,
  histograms,
  type Meter,
  type MetricLabels,
  type Reading,
  type ReadingName,
  readings,
  type Span,
  type SpanAbout,
  unseenSpan,
} from "../../base/contract/metrics.ts";
import type { Part } from "../../base/core/parts.ts";

/** The most measurements that wait for the library to load; the newest beyond it are dropped. */
const maxPending = 10_000;
/** Distinct ids of a label; further ones share `other`. */
const maxIds = 256;
/** The interval at which the delay of the event loop is sampled; samples include it. */
const sampleMs = 20;
const idLabels: ReadonlySet<string> = new Set(["organisation", "stream", "robot"]);

interface LoadedMetrics {
  registry: Client.Registry;
  histograms: Record<HistogramName, Client.Histogram<string>>;
  counters: Record<CounterName, Client.Counter<string>>;
  gauges: Record<ReadingName, Client.Gauge<string>>;
}

/**
 * The box's metrics in Prometheus' text format, by @prometheus-io/client. It loads the library after the
 * start, so that nothing waits for it, and keeps earlier measurements.
 */
export class Metrics implements Meter, Part {
  readonly #read: () => Promise<readonly Reading[]>;
  readonly #ids = new Map<string, Set<string>>();
  #pending: ((loaded: LoadedMetrics) => void)[] = [];
  #loading: Promise<LoadedMetrics> | undefined;
  #loaded: LoadedMetrics | undefined;
  #tracer: Pick<Meter, "begin"> | undefined;
  #loopDelay: ReturnType<typeof monitorEventLoopDelay> | undefined;

  /** `read` is called at each scrape. */
  constructor(read: () => Promise<readonly Reading[]>) {
    this.#read = read;
  }

  observe(name: HistogramName, seconds: number, labels: MetricLabels = {}): void {
    const bounded = this.#bounded(labels);
    const valueSec = Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
    this.#do((loaded) => loaded.histograms[name].observe(bounded, valueSec));
  }

  count(name: CounterName, labels: MetricLabels = {}): void {
    const bounded = this.#bounded(labels);
    this.#do((loaded) => loaded.counters[name].inc(bounded));
  }

  begin(name: string, options: SpanAbout): Span {
    return this.#tracer?.begin(name, options) ?? unseenSpan();
  }

  /** Spans go to `tracer` from now on; nowhere without one. */
  traceWith(tracer: Pick<Meter, "begin"> | undefined): void {
    this.#tracer = tracer;
  }

  /** Loads the library and begins to watch the event loop; idempotent. */
  async load(): Promise<void> {
    await this.#ready();
  }

  stop(): void {
    this.#loopDelay?.disable();
    this.#loaded?.registry.clear();
  }

  /**
   * Everything as text; with `organisation` without the series of others. Values that cannot be read
   * are left out.
   */
  async text(organisation?: string): Promise<string> {
    const { registry, gauges } = await this.#ready();
    for (const gauge of Object.values(gauges)) gauge.reset();
    for (const { name, value, labels = {} } of [...(await this.#read()), ...this.#delays()]) {
      if (Number.isFinite(value)) gauges[name].set(this.#bounded(labels), value);
    }
    const text = typed(await registry.metrics());
    return organisation === undefined ? text : onlyOf(organisation, text);
  }

  /** The worst and the usual delay since the last reading. */
  #delays(): Reading[] {
    const delay = this.#loopDelay;
    if (!delay || delay.count === 0) return [];
    const name = "gatehouse_event_loop_delay_seconds";
    const readings = [50, 99, 100].map((percent): Reading => {
      const seconds = Math.max(0, delay.percentile(percent) / 1e9 - sampleMs / 1000);
      return { name, value: seconds, labels: { quantile: String(percent / 100) } };
    });
    delay.reset();
    return readings;
  }

  #do(work: (loaded: LoadedMetrics) => void): void {
    if (this.#loaded) work(this.#loaded);
    else if (this.#pending.length < maxPending) this.#pending.push(work);
  }

  async #ready(): Promise<LoadedMetrics> {
    this.#loading ??= import("@prometheus-io/client").then((client) => {
      const loaded = build(client);
      this.#loaded = loaded;
      this.#loopDelay = monitorEventLoopDelay({ resolution: sampleMs });
      this.#loopDelay.enable();
      for (const work of this.#pending.splice(0)) work(loaded);
      return loaded;
    });
    return await this.#loading;
  }

  #bounded(labels: MetricLabels): Record<string, string> {
    const bounded = { ...labels };
    for (const name of Object.keys(bounded)) {
      if (!idLabels.has(name)) continue;
      const known = this.#ids.get(name) ?? new Set();
      this.#ids.set(name, known);
      const value = bounded[name]!;
      if (known.has(value)) continue;
      if (known.size < maxIds) known.add(value);
      else bounded[name] = "other";
    }
    return bounded;
  }
}

function build(client: typeof Client): LoadedMetrics {
  const registry = new client.Registry();
  // Its own figures of the event loop include the sampling period; ours do not.
  client.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 3_600_000 });
  for (const { name } of registry.getMetricsAsArray()) {
    if (name.startsWith("nodejs_eventloop_lag")) registry.removeSingleMetric(name);
  }
  const registers = [registry];
  const mapSpecs = <N extends string, S, M>(specs: Record<N, S>, make: (name: N, spec: S) => M) =>
    Object.fromEntries(
      Object.entries(specs).map(([name, spec]) => [name, make(name as N, spec as S)]),
    ) as Record<N, M>;
  return {
    registry,
    histograms: mapSpecs(histograms, (name, { help, labels, bucketsSec }) => {
      const buckets = [...bucketsSec];
      return new client.Histogram({ name, help, labelNames: [...labels], buckets, registers });
    }),
    counters: mapSpecs(counters, (name, { help, labels }) => {
      return new client.Counter({ name, help, labelNames: [...labels], registers });
    }),
    gauges: mapSpecs(readings, (name, { help, labels }) => {
      return new client.Gauge({ name, help, labelNames: [...labels], registers });
    }),
  };
}

/** Readings are set whole each time, which only gauges of the library can be; those that grow are counters. */
function typed(text: string): string {
  return text.replaceAll(/^# TYPE (gatehouse_\w+_total) gauge$/gm, "# TYPE $1 counter");
}

function onlyOf(organisation: string, text: string): string {
  const own = `organisation="${escaped(organisation)}"`;
  const isOther = (line: string): boolean =>
    !line.startsWith("#") && line.includes('organisation="') && !line.includes(own);
  return text
    .split("\n")
    .filter((line) => !isOther(line))
    .join("\n");
}

/** As the text format writes a label's value. */
function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
