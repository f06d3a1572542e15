import type { RobotPlace, RobotZone } from "../../../../client/source/generated.ts";
import { isAway } from "../../api/connection.ts";
import { type HeardRobot, nameOf } from "./fleet.ts";
import { coversName } from "./map-layers.tsx";
import type { MapBounds } from "./map-window.ts";

type Point = readonly [number, number];

/** A mark with its number. */
export function NumberedMark({
  at: [x, y],
  number,
  unit,
}: {
  at: Point;
  number: number;
  unit: number;
}) {
  return (
    <g class="mark">
      <circle cx={x} cy={-y} r={unit * 2.4} stroke-width={unit / 3} />
      <text x={x} y={-y} font-size={unit * 2.8}>
        {number}
      </text>
    </g>
  );
}

/** Lines at round distances, with their metres. */
export function Grid({ bounds, unit }: { bounds: MapBounds; unit: number }) {
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

/** A stored zone with its name. */
export function ZoneShape({ zone, unit }: { zone: RobotZone; unit: number }) {
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

/** A zone that is being drawn. */
export function Draft(props: { type: RobotZone["type"]; corners: readonly Point[]; unit: number }) {
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

/** A robot with its heading and its name: above it, or below it where that would cover a place's name. */
export function RobotMark(props: {
  robot: HeardRobot;
  places: readonly RobotPlace[];
  unit: number;
}) {
  const { robot, places, unit } = props;
  const { x, y, yaw } = robot.pose!.value;
  const size = unit * 3;
  const degrees = (-yaw * 180) / Math.PI;
  const name = nameOf(robot);
  const height = unit * 3;
  const [above, below] = [y + size * 1.3, y - size * 1.3 - height * 0.8];
  const covers = (lineY: number): boolean =>
    coversName(places, { at: [x, lineY], width: name.length * height * 0.6, height, unit });
  const lineY = covers(above) && !covers(below) ? below : above;
  return (
    <g class={`robot-mark ${isAway() ? "stale" : robot.connection.state}`}>
      <circle cx={x} cy={-y} r={size} />
      <path
        d={`M${size * 0.8} 0 L${-size * 0.5} ${size * 0.5} L${-size * 0.5} ${-size * 0.5} Z`}
        transform={`translate(${x} ${-y}) rotate(${degrees})`}
      />
      <text x={x} y={-lineY} font-size={height}>
        {name}
      </text>
    </g>
  );
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

/** Points of a shape; y points up. */
export function pointsOf(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x},${-y}`).join(" ");
}

/** To the centimetre. */
export function round(metres: number): number {
  return Math.round(metres * 100) / 100;
}
