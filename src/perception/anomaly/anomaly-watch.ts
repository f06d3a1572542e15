import { Baseline, type FeatureValues, type HourRecord, type LocalHour } from "./baseline.ts";
import { type MeterFrame, MinuteMeter } from "./minute-meter.ts";

/** Learns a minute only after this many more. */
const delayMinutes = 30;

/** The store of one stream's baseline. */
export interface BaselineStore {
  /** Hours of the week by number, as kept. */
  load(): Iterable<readonly [hourOfWeek: number, record: HourRecord]>;
  /** Keeps an hour; never throws. When a full disk refuses, the next minute's write includes it. */
  save(hourOfWeek: number, record: HourRecord): void;
}

/** The input of the anomaly behavior. */
export interface MinuteMeasurement {
  /** Counts the minutes that were measured; behaviors judge each once. */
  number: number;
  values: FeatureValues | null;
  hour: LocalHour | null;
  baseline: Baseline;
}

/** Measures each minute of a stream and learns what each hour of the week is like. */
export class AnomalyWatch {
  readonly #store: BaselineStore;
  readonly #meter = new MinuteMeter();
  /** Minutes not yet learnt: the delay stops an unusual minute from becoming the norm. */
  #waiting: { hour: LocalHour; values: FeatureValues }[] = [];
  #model: string | null = null;
  #minutes: MinuteMeasurement | null = null;

  constructor(store: BaselineStore) {
    this.#store = store;
  }

  /** Takes a frame that `model` saw at `wallMs`. */
  step(frame: MeterFrame, at: { model: string; wallMs: number }): MinuteMeasurement {
    if (!this.#minutes || this.#model !== at.model) {
      this.#model = at.model;
      this.#waiting = [];
      const baseline = new Baseline(at.model, this.#store.load());
      this.#minutes = { number: 0, values: null, hour: null, baseline };
    }
    const values = this.#meter.step(frame);
    if (values === undefined) return this.#minutes;
    const { baseline, number } = this.#minutes;
    const hour = localHour(at.wallMs);
    this.#waiting.push({ hour, values });
    const oldest = this.#waiting.length > delayMinutes ? this.#waiting.shift() : undefined;
    if (oldest) this.#store.save(oldest.hour.hourOfWeek, baseline.add(oldest.hour, oldest.values));
    this.#minutes = { baseline, number: number + 1, values, hour };
    return this.#minutes;
  }

  /** The present state; null before the first frame. */
  get minutes(): MinuteMeasurement | null {
    return this.#minutes;
  }
}

/** The hour in the appliance's time zone, with daylight saving. */
function localHour(wallMs: number): LocalHour {
  const date = new Date(wallMs);
  const day = Math.floor(
    Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000,
  );
  return { hourOfWeek: date.getDay() * 24 + date.getHours(), day };
}
