import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { time } from "../words/say.ts";
import type { ChartProps } from "./chart.tsx";

const hourSec = 3600;

/** Draws a chart into `element`; the caller destroys it. */
export function plot(
  options: ChartProps & { element: HTMLElement; heightPx: number; axisPx: number },
): UPlot {
  const { element, at, lines, show, min, max, heightPx, axisPx } = options;
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const axis = { stroke: color("--quiet"), grid: { stroke: color("--edge"), width: 1 } };
  const chart: UPlot.Options = {
    width: element.clientWidth,
    height: heightPx,
    legend: { show: lines.length > 1 },
    cursor: { y: false },
    scales: {
      x: { time: true, range: (_, low, high) => atLeastAnHour(low, at.length === 1 ? low : high) },
      y: {
        range: (_, low, high) => [
          min ?? Math.min(0, low ?? 0),
          max ?? (high === null || high <= 0 ? 1 : high * 1.1),
        ],
      },
    },
    axes: [
      { ...axis, values: (_, ticks) => ticks.map(clock) },
      { ...axis, size: axisPx, values: (_, ticks) => ticks.map(show) },
    ],
    series: [
      { value: (_, value) => (value === null ? "" : time(value)) },
      ...lines.map(({ name, color: stroke }) => ({
        label: name,
        stroke: color(stroke),
        width: 2,
        spanGaps: false,
        value: (_: UPlot, value: number | null) => (value === null ? "–" : show(value)),
      })),
    ],
  };
  return new UPlot(chart, [[...at], ...lines.map(({ values }) => [...values])], element);
}

/** The part of time in view. uPlot ends the range of a single value years after it. */
function atLeastAnHour(low: number | null, high: number | null): [number, number] {
  const end = high ?? Date.now() / 1000;
  return [Math.min(low ?? end, end - hourSec), end];
}

function clock(unixSec: number): string {
  const date = new Date(unixSec * 1000);
  const twoDigits = (value: number): string => String(value).padStart(2, "0");
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0;
  return isMidnight
    ? `${date.getDate()}.${date.getMonth() + 1}.`
    : `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}
