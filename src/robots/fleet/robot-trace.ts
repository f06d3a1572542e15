import type { Clock } from "../../base/core/clock.ts";
import type { RobotDriver, RobotSample } from "../driver/driver-port.ts";

/** What a robot reported, and when. */
export interface TracedSample {
  /** Unix milliseconds. */
  atMs: number;
  sample: RobotSample;
}

/** The longest time that a trace covers, in seconds. */
export const traceSeconds = 600;
/** Samples of one robot; beyond it the oldest go. ROS robots send about 25 in a second. */
const maxSamples = 15_000;

/** The newest samples of each robot, in memory. */
export class RobotTraces {
  readonly #clock: Clock;
  readonly #samples = new Map<string, TracedSample[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the driver, whose samples are kept from now on; those of a driver before it go. */
  watched(org: string, id: string, driver: RobotDriver): RobotDriver {
    const samples: TracedSample[] = [];
    this.#samples.set(`${org}\0${id}`, samples);
    const open: RobotDriver["open"] = (sink) =>
      driver.open({
        onSample: (sample) => {
          samples.push({ atMs: this.#clock.wallMs(), sample });
          if (samples.length > maxSamples) samples.splice(0, maxSamples / 10);
          sink.onSample(sample);
        },
        onProgress: (progress) => sink.onProgress(progress),
        onCapabilities: () => sink.onCapabilities(),
        onLost: () => sink.onLost(),
        onMap: (map) => sink.onMap?.(map),
      });
    return new Proxy(driver, {
      get(target, key) {
        if (key === "open") return open;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  /** The samples of a robot since a time, oldest first. */
  since(org: string, id: string, sinceMs: number): TracedSample[] {
    const samples = this.#samples.get(`${org}\0${id}`) ?? [];
    return samples.filter(({ atMs }) => atMs >= sinceMs);
  }
}
