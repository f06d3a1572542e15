import { useEffect, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import { language } from "../words/words.ts";

/** One line of a chart. */
export interface ChartLine {
  name: string;
  values: readonly (number | null)[];
  /** Name of the colour, such as `--accent`. */
  color: string;
}

/** What a chart shows. */
export interface ChartProps {
  /** Says in words what is to be seen. */
  label: string;
  /** Unix seconds, rising. */
  at: readonly number[];
  lines: readonly ChartLine[];
  /** A value of the upright axis in words. */
  show: (value: number) => string;
  min?: number;
  max?: number;
}

const heightPx = 160;
const axisPx = 72;

/** Values over time. Its code is loaded when the first chart is shown. */
export function Chart(props: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isDark, setDark] = useState(() => darkness().matches);
  useEffect(() => {
    const query = darkness();
    const change = (): void => setDark(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  useEffect(() => {
    const element = frame.current!;
    let chart: uPlot | undefined;
    let isGone = false;
    void import("./plot.ts").then(({ plot }) => {
      if (isGone) return;
      chart = plot({ ...props, element, heightPx, axisPx });
    });
    const resized = new ResizeObserver(() => {
      chart?.setSize({ width: element.clientWidth, height: heightPx });
    });
    resized.observe(element);
    return () => {
      isGone = true;
      resized.disconnect();
      chart?.destroy();
    };
  }, [props.at, props.lines, props.label, isDark, language.value]);
  return <div ref={frame} class="chart" role="img" aria-label={props.label} dir="ltr" />;
}

function darkness(): MediaQueryList {
  return matchMedia("(prefers-color-scheme: dark)");
}
