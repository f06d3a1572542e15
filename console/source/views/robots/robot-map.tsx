import type { RobotCommandBody, RobotZone } from "../../../../client/source/generated.ts";
import { isAway } from "../../api/connection.ts";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { type HeardRobot, nameOf } from "./fleet.ts";

type Point = readonly [number, number];

/** What the map shows; all in metres of `frame`. */
export interface RobotMapProps {
  frame: string;
  /** The one that the view is about first. */
  robots: readonly HeardRobot[];
  zones: readonly RobotZone[];
  /** What the first robot was told to do. */
  plan?: RobotCommandBody | undefined;
  /** A place that was chosen. */
  goal?: Point | undefined;
  onPick?: (point: Point) => void;
  /** Numbered marks from 1 on; undefined for one without a place. */
  marks?: readonly (Point | undefined)[];
  /** Corners of a zone that is being drawn, beside the stored ones. */
  draft?: { id?: string; type: RobotZone["type"]; corners: readonly Point[] } | undefined;
}

const marginShare = 0.08;
const smallestM = 4;

/** Robots with their bounds, zones and way, seen from above; y points up. */
export function RobotMap(props: RobotMapProps) {
  const { frame, robots, zones, plan, goal, onPick, draft, marks = [] } = props;
  const here = robots.filter(({ pose }) => pose?.value.frame === frame);
  const visibleZones = zones.filter((zone) => zone.frame === frame && zone.id !== draft?.id);
  const way = wayOf(plan, frame, here);
  const bounds = boundsOf([
    ...here.map(({ pose }): Point => [pose!.value.x, pose!.value.y]),
    ...robots.flatMap((robot) => [
      ...(fenceOf(robot, frame) ?? []),
      ...solids(robot, frame).flat(),
    ]),
    ...visibleZones.flatMap(({ polygon }) => polygon),
    ...(draft?.corners ?? []),
    ...way,
    ...(goal ? [goal] : []),
    ...marks.filter((mark) => mark !== undefined),
  ]);
  // Sizes on the screen, whatever the map's size in metres.
  const unit = Math.max(bounds.width, bounds.height) / 100;
  const label = say(words.value.robots.mapLabel, { frame, names: here.map(nameOf).join(", ") });
  const pick = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
    const { currentTarget: svg } = event;
    const matrix = svg.getScreenCTM();
    if (!matrix || !onPick) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    onPick([round(at.x), round(-at.y)]);
  };
  return (
    <svg
      class={onPick ? "robot-map pick" : "robot-map"}
      viewBox={`${bounds.x} ${-bounds.y - bounds.height} ${bounds.width} ${bounds.height}`}
      role="img"
      aria-label={label}
      onClick={pick}
    >
      <Grid bounds={bounds} unit={unit} />
      {robots.map((robot) => {
        const fence = fenceOf(robot, frame);
        return fence && <polygon key={robot.robot_id} class="fence" points={pointsOf(fence)} />;
      })}
      {robots.flatMap((robot) =>
        solids(robot, frame).map((polygon, at) => (
          <polygon key={`${robot.robot_id} ${at}`} class="solid" points={pointsOf(polygon)} />
        )),
      )}
      {visibleZones.map((zone) => (
        <ZoneShape key={zone.id} zone={zone} unit={unit} />
      ))}
      {draft && <Draft type={draft.type} corners={draft.corners} unit={unit} />}
      {way.length > 1 && <polyline class="way" points={pointsOf(way)} />}
      {goal && <circle class="goal" cx={goal[0]} cy={-goal[1]} r={unit * 1.5} />}
      {marks.map(
        (mark, index) =>
          mark && <NumberedMark key={index} at={mark} number={index + 1} unit={unit} />,
      )}
      {here.map((robot) => (
        <RobotMark key={robot.robot_id} robot={robot} unit={unit} />
      ))}
    </svg>
  );
}

function NumberedMark({ at: [x, y], number, unit }: { at: Point; number: number; unit: number }) {
  return (
    <g class="mark">
      <circle cx={x} cy={-y} r={unit * 2.4} stroke-width={unit / 3} />
      <text x={x} y={-y} font-size={unit * 2.8}>
        {number}
      </text>
    </g>
  );
}

function Grid({ bounds, unit }: { bounds: Bounds; unit: number }) {
  const steps = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const step = steps.find((each) => each >= unit * 10) ?? unit * 10;
  const columns = marks(bounds.x, bounds.x + bounds.width, step);
  const rows = marks(bounds.y, bounds.y + bounds.height, step);
  return (
    <g class="grid-lines">
      {columns.map((x) => (
        <line key={`x${x}`} x1={x} x2={x} y1={-bounds.y} y2={-bounds.y - bounds.height} />
      ))}
      {rows.map((y) => (
        <line key={`y${y}`} x1={bounds.x} x2={bounds.x + bounds.width} y1={-y} y2={-y} />
      ))}
      {columns.map((x) => (
        <text key={`t${x}`} x={x + unit / 2} y={-bounds.y - unit / 2} font-size={unit * 2.4}>
          {x} m
        </text>
      ))}
    </g>
  );
}

function ZoneShape({ zone, unit }: { zone: RobotZone; unit: number }) {
  const [x, y] = middleOf(zone.polygon);
  return (
    <g class={`zone ${zone.type}`}>
      <polygon points={pointsOf(zone.polygon)} />
      <text x={x} y={-y} font-size={unit * 2.6}>
        {zone.name}
      </text>
    </g>
  );
}

function Draft(props: { type: RobotZone["type"]; corners: readonly Point[]; unit: number }) {
  const { type, corners, unit } = props;
  return (
    <g class={`zone draft ${type}`}>
      <polygon points={pointsOf(corners)} />
      {corners.map(([x, y], at) => (
        // A corner is known by its place among them alone.
        // oxlint-disable-next-line react/no-array-index-key
        <circle key={at} cx={x} cy={-y} r={unit} />
      ))}
    </g>
  );
}

function RobotMark({ robot, unit }: { robot: HeardRobot; unit: number }) {
  const { x, y, yaw } = robot.pose!.value;
  const size = unit * 3;
  const degrees = (-yaw * 180) / Math.PI;
  return (
    <g class={`robot-mark ${isAway() ? "stale" : robot.connection.state}`}>
      <circle cx={x} cy={-y} r={size} />
      <path
        d={`M${size * 0.8} 0 L${-size * 0.5} ${size * 0.5} L${-size * 0.5} ${-size * 0.5} Z`}
        transform={`translate(${x} ${-y}) rotate(${degrees})`}
      />
      <text x={x} y={-y - size * 1.3} font-size={unit * 3}>
        {nameOf(robot)}
      </text>
    </g>
  );
}

/** The polygon that a robot stays in, where it is in this frame. */
function fenceOf({ settings }: HeardRobot, frame: string): readonly Point[] | undefined {
  return settings.geofence?.frame === frame ? settings.geofence.polygon : undefined;
}

/** What a simulated robot cannot drive through; it lives in the frame where it starts. */
function solids({ settings }: HeardRobot, frame: string): readonly (readonly Point[])[] {
  const own = settings.sim?.start?.frame ?? "map";
  return own === frame ? (settings.sim?.obstacles ?? []) : [];
}

/** From where the robot is, over the places that it was sent to. */
function wayOf(
  plan: RobotCommandBody | undefined,
  frame: string,
  robots: readonly HeardRobot[],
): Point[] {
  const targets = [...(plan?.waypoints ?? []), ...(plan?.target ? [plan.target] : [])];
  const places = targets.flatMap(({ frame: own, x, y }): Point[] =>
    own === frame && x !== undefined && y !== undefined ? [[x, y]] : [],
  );
  const from = robots[0]?.pose?.value;
  return from && places.length > 0 ? [[from.x, from.y], ...places] : places;
}

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

function boundsOf(points: readonly Point[]): Bounds {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = points.length > 0 ? [Math.min(...xs), Math.max(...xs)] : [0, 0];
  const [low, high] = points.length > 0 ? [Math.min(...ys), Math.max(...ys)] : [0, 0];
  const width = Math.max(smallestM, right - left) * (1 + 2 * marginShare);
  const height = Math.max(smallestM, high - low) * (1 + 2 * marginShare);
  return { x: (left + right - width) / 2, y: (low + high - height) / 2, width, height };
}

function marks(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, at) => round((first + at) * step));
}

function middleOf(polygon: readonly Point[]): Point {
  const sum = (at: 0 | 1): number => polygon.reduce((total, point) => total + point[at], 0);
  return [sum(0) / polygon.length, sum(1) / polygon.length];
}

function pointsOf(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x},${-y}`).join(" ");
}

/** To the centimetre. */
function round(metres: number): number {
  return Math.round(metres * 100) / 100;
}
