import { setTimeout as wait } from "node:timers/promises";
import type { startAppliance } from "../../../support/box/appliance.ts";
import { cpuSec } from "../../../support/box/cpu-time.ts";
import { until } from "../../../support/box/wait.ts";
import type { Contender } from "./climb.ts";

type Box = Awaited<ReturnType<typeof startAppliance>>;

/** A box whose cameras all show the footage at `cameraUrl`. */
export class BoxContender implements Contender {
  readonly name = "gatehouse";
  readonly #box: Box;
  readonly #cameraUrl: string;
  readonly #ids: string[] = [];

  constructor(box: Box, cameraUrl: string) {
    this.#box = box;
    this.#cameraUrl = cameraUrl;
  }

  async add(at: number): Promise<void> {
    const id = `cam-${at}`;
    const { status, body } = await this.#box.post("/api/v1/surveillance/streams", {
      stream_id: id,
      source: { type: "rtsp", url: `${this.#cameraUrl}?camera=${at}`, fps_cap: 5 },
      motion: { mode: "always" },
      context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
      behaviors: [{ type: "intrusion", zone: "all", classes: ["person"] }],
    });
    if (status !== 202) throw new Error(`camera ${at}: ${JSON.stringify(body)}`);
    this.#ids.push(id);
    const isUp = async (): Promise<boolean> => (await this.#looksOf(id)) > 0;
    await until(isUp, { deadlineMs: 60_000, what: `looks at camera ${at}` });
  }

  async remove(): Promise<void> {
    const id = this.#ids.pop();
    await this.#box.fetch(`/api/v1/surveillance/streams/${id}`, { method: "DELETE" });
  }

  readonly measure = async (ms: number) => {
    const before = bucketsOf(await this.#metrics());
    await wait(ms);
    const looks = await Promise.all(this.#ids.map((id) => this.#looksOf(id)));
    return { looks: Math.min(...looks), p95Sec: p95Of(before, bucketsOf(await this.#metrics())) };
  };

  /** Measures the processor time of all processes of the box for a time: cores of each camera, and looks a second. */
  async costs(ms: number): Promise<{ coresPerCamera: number; looks: number }> {
    const [from, fromMs] = [cpuSec(this.#box.pid), performance.now()];
    await wait(ms);
    const used = cpuSec(this.#box.pid) - from;
    const sec = (performance.now() - fromMs) / 1000;
    const looks = await Promise.all(this.#ids.map((id) => this.#looksOf(id)));
    const count = this.#ids.length;
    const sum = looks.reduce((total, each) => total + each, 0);
    return { coresPerCamera: used / sec / count, looks: sum / count };
  }

  async #metrics(): Promise<string> {
    return await (await this.#box.fetch("/metrics")).text();
  }

  async #looksOf(id: string): Promise<number> {
    return (await this.#box.get(`/api/v1/surveillance/streams/${id}`)).body.data.fps_detected ?? 0;
  }
}

type Buckets = Map<number, number>;

/** Counts of the latency of detections up to each bound in seconds, over all streams. */
function bucketsOf(metrics: string): Buckets {
  const found: Buckets = new Map();
  const line = /^gatehouse_stream_latency_seconds_bucket\{([^}]*)\} (\d+)$/gm;
  for (const [, labels = "", count] of metrics.matchAll(line)) {
    if (!labels.includes('stage="detect"')) continue;
    const le = /le="([^"]*)"/.exec(labels)![1]!;
    const bound = le === "+Inf" ? Infinity : Number(le);
    found.set(bound, (found.get(bound) ?? 0) + Number(count));
  }
  return found;
}

/** The bound of the bucket in which the p95 between two readings lies. */
function p95Of(before: Buckets, after: Buckets): number | undefined {
  const bounds = [...after.keys()].toSorted((a, b) => a - b);
  const between = (bound: number): number => after.get(bound)! - (before.get(bound) ?? 0);
  const all = between(Infinity);
  return all > 0 ? bounds.find((bound) => between(bound) >= 0.95 * all) : undefined;
}
