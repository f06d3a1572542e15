/** Shares of the camera's full speed on the two axes that turn it. */
export interface TurnSpeed {
  pan: number;
  tilt: number;
}

/** How far the object is from the middle of the picture, in pictures; right and up are positive. */
export interface Offset {
  x: number;
  y: number;
}

interface Sight extends Offset {
  atMs: number;
}

/** Pictures per second at full speed: a guess on the fast side, so that a camera begins gently. */
const guessedGain = 2;
const guessedLatencyMs = 300;
const gainBounds = { least: 0.05, greatest: 5 } as const;
/** The delays that are tried. */
const longestLatencyMs = 2500;
const latencyStepMs = 100;
/** Sights and commands remembered. */
const windowMs = 4000;
const commandsKept = 80;
/** A fit needs this many sights over this time, and the camera must have changed its speed this much meanwhile. */
const fewestSights = 8;
const shortestMs = 1500;
const leastExcitation = 0.03;
/** A fit counts when it explains at least this share of what steady motion of the object leaves open. */
const explainedShare = 0.6;
/** Weight of a new fit. */
const learning = 0.4;
/** The object's own speed comes from the sights of this time. */
const speedWindowMs = 1200;
const shortestSpeedMs = 300;
const greatestSpeed = 0.6;

/**
 * How a camera answers to commands, learnt while it follows an object: how many pictures it turns in a second at full
 * speed, and how long a command takes to show in the picture. An object that moves steadily and a camera that changes
 * its speed suffice: the delay and the speed that explain the object's place in the picture best are the camera's.
 * Times are monotonic milliseconds.
 */
export class CameraResponse {
  #gain: TurnSpeed = { pan: guessedGain, tilt: guessedGain };
  #latencyMs = guessedLatencyMs;
  #isMeasured = false;
  #sights: Sight[] = [];
  /** The speed from each moment on, and how far the camera was told to turn until then, in ms at full speed. */
  #commands: (TurnSpeed & { atMs: number; turned: TurnSpeed })[] = [];

  /** Milliseconds from a command to the movement in the picture; null until they are measured. */
  get measuredLatencyMs(): number | null {
    return this.#isMeasured ? this.#latencyMs : null;
  }

  /** The same, with a guess until it is measured. */
  get latencyMs(): number {
    return this.#latencyMs;
  }

  /** Pictures per second at full speed. */
  get gain(): Readonly<TurnSpeed> {
    return this.#gain;
  }

  /** Notes the speed that the camera was told to have from now on. */
  noteCommand(atMs: number, { pan, tilt }: TurnSpeed): void {
    const turned = { pan: this.#turnedUntil("pan", atMs), tilt: this.#turnedUntil("tilt", atMs) };
    this.#commands.push({ atMs, pan, tilt, turned });
    if (this.#commands.length > commandsKept) this.#commands.shift();
  }

  /** Notes where the object was in a picture taken at `atMs`. */
  noteSight(atMs: number, { x, y }: Offset): void {
    this.#sights.push({ atMs, x, y });
    while (this.#sights[0]!.atMs < atMs - windowMs) this.#sights.shift();
  }

  /** Forgets the object: the next sights are of another one, or of the same one elsewhere. */
  forgetObject(): void {
    this.#sights = [];
  }

  /** Learns from what was noted. Call about once a second, and not while the camera zooms. */
  learn(): void {
    const fits = (["pan", "tilt"] as const).flatMap((axis) => {
      const fit = this.#fit(axis);
      return fit ? [{ axis, ...fit }] : [];
    });
    for (const { axis, gain } of fits) {
      this.#gain = { ...this.#gain, [axis]: mix(this.#gain[axis], gain) };
    }
    const best = fits.toSorted((a, b) => b.explained - a.explained)[0];
    if (!best) return;
    this.#latencyMs = this.#isMeasured ? mix(this.#latencyMs, best.latencyMs) : best.latencyMs;
    this.#isMeasured = true;
  }

  /** The object's own speed, as if the camera stood still, in pictures per second. */
  objectSpeed(): Offset {
    const last = this.#sights.at(-1);
    if (!last) return { x: 0, y: 0 };
    const recent = this.#sights.filter(({ atMs }) => atMs >= last.atMs - speedWindowMs);
    if (last.atMs - recent[0]!.atMs < shortestSpeedMs) return { x: 0, y: 0 };
    const firstMs = recent[0]!.atMs - this.#latencyMs;
    const speed = (axis: "pan" | "tilt", of: (sight: Sight) => number): number => {
      const still = recent.map(
        (sight) =>
          of(sight) + this.#gain[axis] * this.#turned(axis, firstMs, sight.atMs - this.#latencyMs),
      );
      const perMs = slope(
        recent.map(({ atMs }) => atMs),
        still,
      );
      return Math.max(-greatestSpeed, Math.min(greatestSpeed, perMs * 1000));
    };
    return { x: speed("pan", ({ x }) => x), y: speed("tilt", ({ y }) => y) };
  }

  /** Where the object will be when a command sent at `nowMs` shows; undefined before its first sight. */
  predict(nowMs: number, speed: Offset): Offset | undefined {
    const last = this.#sights.at(-1);
    if (!last) return undefined;
    // Further ahead, an object that walks may have turned round.
    const aheadSec = Math.min(nowMs + this.#latencyMs - last.atMs, longestLatencyMs) / 1000;
    const turned = (axis: "pan" | "tilt"): number =>
      this.#gain[axis] * this.#turned(axis, last.atMs - this.#latencyMs, nowMs);
    return {
      x: last.x + speed.x * aheadSec - turned("pan"),
      y: last.y + speed.y * aheadSec - turned("tilt"),
    };
  }

  /** Seconds at full speed that the commands between two moments make. */
  #turned(axis: "pan" | "tilt", fromMs: number, toMs: number): number {
    return (this.#turnedUntil(axis, toMs) - this.#turnedUntil(axis, fromMs)) / 1000;
  }

  #turnedUntil(axis: "pan" | "tilt", untilMs: number): number {
    const command = this.#commands.findLast(({ atMs }) => atMs <= untilMs);
    if (!command) return this.#commands[0]?.turned[axis] ?? 0;
    return command.turned[axis] + command[axis] * (untilMs - command.atMs);
  }

  #fit(axis: "pan" | "tilt") {
    const sights = this.#sights;
    const [first, last] = [sights[0], sights.at(-1)];
    if (!first || !last || sights.length < fewestSights) return undefined;
    if (last.atMs - first.atMs < shortestMs) return undefined;
    const times = sights.map(({ atMs }) => atMs);
    const places = withoutTrend(
      times,
      sights.map(({ x, y }) => (axis === "pan" ? x : y)),
    );
    const open = squares(places);
    let best: { gain: number; latencyMs: number; explained: number } | undefined;
    for (let latencyMs = 0; latencyMs <= longestLatencyMs; latencyMs += latencyStepMs) {
      const turned = withoutTrend(
        times,
        times.map((atMs) => this.#turned(axis, first.atMs - longestLatencyMs, atMs - latencyMs)),
      );
      const excitation = squares(turned);
      if (Math.sqrt(excitation / times.length) < leastExcitation) continue;
      const product = turned.reduce((sum, value, at) => sum + value * places[at]!, 0);
      const gain = -product / excitation;
      const explained = open === 0 ? 0 : product ** 2 / excitation / open;
      if (gain < gainBounds.least || gain > gainBounds.greatest) continue;
      if (explained >= explainedShare && explained > (best?.explained ?? 0)) {
        best = { gain, latencyMs, explained };
      }
    }
    return best;
  }
}

function mix(known: number, measured: number): number {
  return known + learning * (measured - known);
}

function squares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Slope of the line that fits best. */
function slope(times: readonly number[], values: readonly number[]): number {
  const [time, value] = [mean(times), mean(values)];
  const spread = times.reduce((sum, at) => sum + (at - time) ** 2, 0);
  if (spread === 0) return 0;
  return times.reduce((sum, at, index) => sum + (at - time) * (values[index]! - value), 0) / spread;
}

/** What the line that fits best leaves. */
function withoutTrend(times: readonly number[], values: readonly number[]): number[] {
  const perMs = slope(times, values);
  const [time, value] = [mean(times), mean(values)];
  return values.map((each, at) => each - value - perMs * (times[at]! - time));
}
