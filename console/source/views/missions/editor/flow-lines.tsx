import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** A branch that leads elsewhere than to the next step: the elements of its result and of its end. */
export interface Jump {
  /** Names the element `data-way`. */
  from: string;
  /** Names the element `data-node`. */
  to: string;
}

/** A jump as it is drawn: heights of its ends in pixels, and its lane from the inside. */
interface Line extends Jump {
  fromPx: number;
  toPx: number;
  /** How far the end is from the steps' edge: the ends of a mission are narrower than its steps. */
  inPx: number;
  lane: number;
}

const lanePx = 11;
const firstPx = 8;
const cornerPx = 5;

/** The width of so many lanes, in pixels. */
export function lanesPx(jumps: number): number {
  return jumps === 0 ? 0 : firstPx + lanePx * Math.min(jumps, mostLanes);
}

/** Further jumps share the outermost lane. */
const mostLanes = 5;

/** Arrows of branches beside the steps in `frame`. */
export function FlowLines({
  frame,
  jumps,
}: {
  frame: RefObject<HTMLElement | null>;
  jumps: Jump[];
}) {
  const [lines, setLines] = useState<Line[]>([]);
  const measure = (): void => {
    const { current } = frame;
    const next = current ? withLanes(jumps.flatMap((jump) => measured(current, jump))) : [];
    setLines((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
  };
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  });
  return (
    <svg class="mission-lines" width={lanesPx(jumps.length)} aria-hidden="true">
      {lines.map(({ from, to, fromPx, toPx, inPx, lane }) => (
        <g key={from} class={to === "fail" ? "fail" : ""}>
          <path d={`${pathOf(fromPx, toPx, firstPx + lanePx * (lane + 0.5))} H${6 - inPx}`} />
          <path class="head" d={`M${1 - inPx} ${toPx} l6 -4 v8 z`} />
        </g>
      ))}
    </svg>
  );
}

function measured(frame: HTMLElement, jump: Jump): Omit<Line, "lane">[] {
  const area = frame.getBoundingClientRect();
  const boxOf = (attribute: string, name: string): DOMRect | undefined =>
    frame.querySelector(`[${attribute}="${CSS.escape(name)}"]`)?.getBoundingClientRect();
  const middle = (box: DOMRect): number => Math.round(box.top + box.height / 2 - area.top);
  const from = boxOf("data-way", jump.from);
  const to = boxOf("data-node", jump.to);
  if (!from || !to) return [];
  const isStep = jump.to !== "end" && jump.to !== "fail";
  // The steps reach over the width of the frame without its lanes; an end stands in its middle.
  const style = getComputedStyle(frame);
  const stepsPx = area.width - Number.parseFloat(style.paddingInlineEnd);
  const inPx = isStep ? 0 : Math.round((stepsPx - to.width) / 2);
  return [{ ...jump, fromPx: middle(from), toPx: middle(to), inPx }];
}

/** Gives short jumps the inner lanes, and jumps beside each other lanes of their own. */
function withLanes(lines: readonly Omit<Line, "lane">[]): Line[] {
  const span = ({ fromPx, toPx }: Omit<Line, "lane">): [number, number] => [
    Math.min(fromPx, toPx),
    Math.max(fromPx, toPx),
  ];
  const length = (line: Omit<Line, "lane">): number => Math.abs(line.fromPx - line.toPx);
  const placed: Line[] = [];
  for (const line of lines.toSorted((one, other) => length(one) - length(other))) {
    const [top, bottom] = span(line);
    const taken = new Set(
      placed
        .filter((other) => span(other)[0] <= bottom && span(other)[1] >= top)
        .map(({ lane }) => lane),
    );
    let lane = 0;
    while (taken.has(lane) && lane < mostLanes - 1) lane += 1;
    placed.push({ ...line, lane });
  }
  return placed;
}

function pathOf(fromPx: number, toPx: number, xPx: number): string {
  const down = toPx >= fromPx ? 1 : -1;
  const corner = Math.min(cornerPx, Math.abs(toPx - fromPx) / 2);
  return [
    `M0 ${fromPx} H${xPx - corner}`,
    `q${corner} 0 ${corner} ${corner * down}`,
    `V${toPx - corner * down}`,
    `q0 ${corner * down} ${-corner} ${corner * down}`,
  ].join(" ");
}
