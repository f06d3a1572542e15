/** The part of time in view, Unix seconds. */
export interface TimeRange {
  from: number;
  to: number;
}

/** The shortest range in view. */
const leastSpanSec = 1;
/** The longest range in view, a month. */
const mostSpanSec = 31 * 86_400;
/** How much a step of the wheel or a key press zooms. */
export const zoomStep = 1.25;

/** The range scaled by `factor` around `at`, between a second and a month long. */
export function zoomed({ from, to }: TimeRange, at: number, factor: number): TimeRange {
  const span = Math.min(mostSpanSec, Math.max(leastSpanSec, (to - from) * factor));
  const share = (at - from) / (to - from);
  return { from: at - span * share, to: at + span * (1 - share) };
}

/** The range moved by `seconds`. */
export function moved({ from, to }: TimeRange, seconds: number): TimeRange {
  return { from: from + seconds, to: to + seconds };
}

/** The range, moved as little as it takes to have `at` in it. */
export function showing(range: TimeRange, at: number): TimeRange {
  const { from, to } = range;
  if (at >= from && at <= to) return range;
  return moved(range, at < from ? at - from - (to - from) / 10 : at - to + (to - from) / 10);
}

/** A place on the axis in per cent. */
export function placeOf(at: number, { from, to }: TimeRange): number {
  return ((at - from) / (to - from)) * 100;
}

const steps = [
  0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600,
  43_200, 86_400, 172_800, 604_800,
];

/** Times of the axis' marks: round ones in local time, at most `most`. */
export function ticksOf({ from, to }: TimeRange, most: number): number[] {
  const step = steps.find((one) => (to - from) / one <= most) ?? steps.at(-1)!;
  const offset = new Date(from * 1000).getTimezoneOffset() * -60;
  const ticks: number[] = [];
  for (let at = Math.ceil((from + offset) / step) * step - offset; at <= to; at += step) {
    ticks.push(at);
  }
  return ticks;
}
