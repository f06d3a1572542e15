import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import {
  clampNorm,
  cornerBounds,
  moved,
  type PointNorm,
  rectangle,
  type Shape,
  type ShapeKind,
  withCorner,
  withCornerAfter,
  withoutCorner,
} from "./shapes.ts";

/** What the drawing needs. */
export interface CanvasProps {
  shapes: readonly Shape[];
  chosen: string | undefined;
  /** What is being drawn; nothing while shapes are only changed. */
  tool: ShapeKind | undefined;
  /** Width by height of the picture. */
  ratio: number;
  onChoose: (key: string | undefined) => void;
  onChange: (shape: Shape) => void;
  /** A new shape is finished. */
  onDrawn: (points: PointNorm[]) => void;
}

/** Units across the drawing; its height follows the picture. */
const unitsWide = 1000;
/** A press that moves less than this is a click. */
const dragNorm = 0.012;
/** A click this near to the first corner closes the shape. */
const closeNorm = 0.025;

/** The drawing over the picture: corners are moved with the pointer or, having the focus, with keys. */
export function Canvas(props: CanvasProps) {
  const { shapes, chosen, tool, ratio } = props;
  const svg = useRef<SVGSVGElement>(null);
  const high = unitsWide / ratio;
  const draft = useDraft(props, svg);
  return (
    <svg
      ref={svg}
      class={tool ? "canvas drawing" : "canvas"}
      viewBox={`0 0 ${unitsWide} ${high}`}
      role="group"
      aria-label={words.value.zones.drawing}
      {...draft.handlers}
    >
      {shapes.map((shape) => (
        <ShapeMark
          key={shape.key}
          {...props}
          shape={shape}
          high={high}
          isChosen={shape.key === chosen && !tool}
          svg={svg}
        />
      ))}
      {draft.points.length > 0 && (
        <>
          <polyline class={`shape ${tool} draft`} points={textOf(draft.corners, high)} />
          {draft.points.map(([x, y], index) => (
            <circle
              key={index}
              class="corner"
              cx={x * unitsWide}
              cy={y * high}
              r={index === 0 ? 11 : 8}
            />
          ))}
        </>
      )}
    </svg>
  );
}

function textOf(points: readonly PointNorm[], high: number): string {
  return points.map(([x, y]) => `${x * unitsWide},${y * high}`).join(" ");
}

function pointOf(event: PointerEvent, svg: SVGSVGElement): PointNorm {
  const { left, top, width, height } = svg.getBoundingClientRect();
  return [clampNorm((event.clientX - left) / width), clampNorm((event.clientY - top) / height)];
}

function distance([ax, ay]: PointNorm, [bx, by]: PointNorm): number {
  return Math.hypot(ax - bx, ay - by);
}

/** A shape that is being drawn: clicks set corners, a drag makes a box or a line at once. */
function useDraft(props: CanvasProps, svg: { current: SVGSVGElement | null }) {
  const { tool, onDrawn } = props;
  const [points, setPoints] = useState<PointNorm[]>([]);
  const [pointer, setPointer] = useState<PointNorm | undefined>(undefined);
  const pressed = useRef<PointNorm | undefined>(undefined);
  // Another tool, or none, gives up what was begun.
  useEffect(() => {
    setPoints([]);
    pressed.current = undefined;
  }, [tool]);
  const finish = (drawn: PointNorm[]): void => {
    setPoints([]);
    setPointer(undefined);
    onDrawn(drawn);
  };
  const click = (at: PointNorm): void => {
    const isClosing = points.length >= 3 && distance(at, points[0]!) < closeNorm;
    if (isClosing) finish(points);
    else if (tool === "line" && points.length === 1) finish([points[0]!, at]);
    else if (tool === "box" && points.length === 1) finish(rectangle(points[0]!, at));
    else setPoints([...points, at]);
  };
  const drag = (from: PointNorm, to: PointNorm): void => {
    finish(tool === "line" ? [from, to] : rectangle(from, to));
  };
  const handlers = tool && {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      pressed.current = pointOf(event, svg.current!);
      svg.current!.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => setPointer(pointOf(event, svg.current!)),
    onPointerUp(event: PointerEvent) {
      const from = pressed.current;
      pressed.current = undefined;
      if (!from) return;
      const at = pointOf(event, svg.current!);
      if (points.length === 0 && distance(from, at) > dragNorm) drag(from, at);
      else click(at);
    },
  };
  const from = pressed.current;
  const isDragging = from && pointer && points.length === 0 && distance(from, pointer) > dragNorm;
  const dragged = isDragging ? (tool === "line" ? [from, pointer] : rectangle(from, pointer)) : [];
  return {
    handlers: handlers ?? {},
    points: isDragging ? dragged : tool ? points : [],
    corners: isDragging ? dragged : pointer ? [...points, pointer] : points,
  };
}

type MarkProps = CanvasProps & {
  shape: Shape;
  isChosen: boolean;
  high: number;
  svg: { current: SVGSVGElement | null };
};

function ShapeMark(props: MarkProps) {
  const { shape, isChosen, high, tool, svg, onChange, onChoose } = props;
  const last = useRef<PointNorm | undefined>(undefined);
  const Tag = shape.kind === "line" ? "polyline" : "polygon";
  const body = {
    onPointerDown(event: PointerEvent & { currentTarget: Element }) {
      onChoose(shape.key);
      last.current = pointOf(event, svg.current!);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (!last.current) return;
      const at = pointOf(event, svg.current!);
      onChange(moved(shape, at[0] - last.current[0], at[1] - last.current[1]));
      last.current = at;
    },
    onPointerUp() {
      last.current = undefined;
    },
  };
  const [labelX, labelY] = shape.points[0]!;
  return (
    <g class={isChosen ? "mark chosen" : "mark"}>
      <Tag
        class={`shape ${shape.kind}`}
        points={textOf(shape.points, high)}
        {...(tool ? {} : body)}
      />
      {shape.name !== "" && (
        <text class="shape-name" x={labelX * unitsWide + 8} y={labelY * high - 10}>
          {shape.name}
        </text>
      )}
      {isChosen && mayGrow(shape) && <Middles {...props} />}
      {isChosen && shape.points.map((_, index) => <Corner key={index} {...props} index={index} />)}
    </g>
  );
}

function mayGrow({ kind }: Shape): boolean {
  const [fewest, most] = cornerBounds[kind];
  return fewest < most;
}

/** The small marks between corners: pulling one makes it a corner. */
function Middles({ shape, high, onChange }: MarkProps) {
  return shape.points.map(([x, y], index) => {
    const [nextX, nextY] = shape.points[(index + 1) % shape.points.length]!;
    return (
      <circle
        key={index}
        class="middle"
        cx={((x + nextX) / 2) * unitsWide}
        cy={((y + nextY) / 2) * high}
        r={7}
        onPointerDown={() => onChange(withCornerAfter(shape, index))}
      />
    );
  });
}

const stepNorm = 0.01;
const ways: Readonly<Record<string, PointNorm>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function Corner({ shape, index, high, svg, onChange }: MarkProps & { index: number }) {
  const [x, y] = shape.points[index]!;
  const own = words.value.zones;
  const isHeld = useRef(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    const way = ways[event.key];
    const step = event.shiftKey ? stepNorm * 5 : stepNorm / (event.altKey ? 5 : 1);
    if (way) onChange(withCorner(shape, index, [x + way[0] * step, y + way[1] * step]));
    else if (event.key === "Delete" || event.key === "Backspace")
      onChange(withoutCorner(shape, index));
    else if (event.key === "Insert" || event.key === "+") onChange(withCornerAfter(shape, index));
    else return;
    event.preventDefault();
  };
  return (
    <circle
      class="corner"
      cx={x * unitsWide}
      cy={y * high}
      r={10}
      role="button"
      tabindex={0}
      aria-label={say(own.corner, {
        number: index + 1,
        name: shape.name === "" ? own.kinds[shape.kind] : shape.name,
        x: Math.round(x * 100),
        y: Math.round(y * 100),
      })}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        isHeld.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.stopPropagation();
      }}
      onPointerMove={(event) => {
        if (isHeld.current) onChange(withCorner(shape, index, pointOf(event, svg.current!)));
      }}
      onPointerUp={() => (isHeld.current = false)}
      onDblClick={() => onChange(withoutCorner(shape, index))}
    />
  );
}
