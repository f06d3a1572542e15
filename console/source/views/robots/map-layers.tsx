import { memo } from "preact/compat";
import type { RobotCorridor, RobotMap, RobotPlace } from "../../../../client/source/generated.ts";
import { assetAddress } from "../../api/assets.ts";

type Point = readonly [number, number];

/** Takes a position of the picture to metres of the frame. */
type Affine = readonly [number, number, number, number, number, number];

/** The corners of a map in metres of its frame. */
export function cornersOf({ placement }: RobotMap): Point[] {
  const [a, b, c, d, e, f] = placement as readonly number[] as Affine;
  const at = (u: number, v: number): Point => [a * u + b * v + c, d * u + e * v + f];
  return [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
}

/** Maps under everything else: floor plans below grids. */
export const MapPictures = memo(({ maps }: { maps: readonly RobotMap[] }) => (
  <g class="map-pictures">
    {maps
      .toSorted((one, other) => (one.kind === other.kind ? 0 : one.kind === "plan" ? -1 : 1))
      .map((map) => {
        const [a, b, c, d, e, f] = map.placement as readonly number[] as Affine;
        const address = map.picture.url === null ? undefined : assetAddress(map.picture.url);
        return (
          address !== undefined && (
            // y points up on the map, and down in the drawing.
            <image
              key={map.id}
              class={map.kind}
              href={address}
              width={1}
              height={1}
              preserveAspectRatio="none"
              transform={`matrix(${a} ${-d} ${b} ${-e} ${c} ${-f})`}
            />
          )
        );
      })}
  </g>
));

/** Ways that robots drive along. */
export const Corridors = memo(
  ({ corridors, unit }: { corridors: readonly RobotCorridor[]; unit: number }) => (
    <g class="corridors">
      {corridors.map((corridor) => (
        <Corridor key={corridor.id} corridor={corridor} unit={unit} />
      ))}
    </g>
  ),
);

function Corridor({ corridor, unit }: { corridor: RobotCorridor; unit: number }) {
  const points = corridor.points as readonly Point[];
  const line = points.map(([x, y]) => `${x},${-y}`).join(" ");
  return (
    <g class="corridor" data-exclusive={corridor.exclusive}>
      {corridor.width_m !== null && (
        <polyline class="width" points={line} style={{ strokeWidth: corridor.width_m }} />
      )}
      <polyline points={line} />
      {corridor.one_way && <Arrow points={points} unit={unit} />}
      <title>{corridor.name}</title>
    </g>
  );
}

/** The direction of a way, in the middle of its longest piece. */
function Arrow({ points, unit }: { points: readonly Point[]; unit: number }) {
  const pieces = points.slice(1).map((to, at) => ({ from: points[at]!, to }));
  const length = ({ from, to }: { from: Point; to: Point }): number =>
    Math.hypot(to[0] - from[0], to[1] - from[1]);
  const { from, to } = pieces.reduce((best, each) => (length(each) > length(best) ? each : best));
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const degrees = (-Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return (
    <path
      d={`M${unit * 1.6} 0 L${-unit} ${unit} L${-unit} ${-unit} Z`}
      transform={`translate(${x} ${-y}) rotate(${degrees})`}
    />
  );
}

/** The marks of places with their headings; `PlaceNames` has their names. */
export const Places = memo(({ places, unit }: { places: readonly RobotPlace[]; unit: number }) => (
  <g class="places">
    {places.map(({ id, kind, x, y, yaw, warnings }) => (
      <g key={id} class={`place ${kind}`} data-warning={warnings.length > 0}>
        {yaw !== null && (
          <line
            x1={x}
            y1={-y}
            x2={x + Math.cos(yaw) * unit * 3}
            y2={-y - Math.sin(yaw) * unit * 3}
          />
        )}
        <rect
          x={x - unit * 1.2}
          y={-y - unit * 1.2}
          width={unit * 2.4}
          height={unit * 2.4}
          rx={unit * 0.5}
        />
        {warnings.length > 0 && <title>{warnings.join(". ")}</title>}
      </g>
    ))}
  </g>
));

/** Distance of a name's line below its place, and the height of its letters, in units. */
const [nameBelow, nameHeight] = [3.6, 2.4];
/** Width of a letter against its height, about. */
const letterWidth = 0.6;

/** The names of places, above everything else. */
export const PlaceNames = memo(
  ({ places, unit }: { places: readonly RobotPlace[]; unit: number }) => (
    <g class="place-names">
      {places.map(({ id, name, x, y }) => (
        <text key={id} x={x} y={-y + unit * nameBelow} font-size={unit * nameHeight}>
          {name}
        </text>
      ))}
    </g>
  ),
);

/** True where a label of this width and height, whose letters stand on `at`, would cover a place's name. */
export function coversName(
  places: readonly RobotPlace[],
  { at: [x, y], width, height, unit }: { at: Point; width: number; height: number; unit: number },
): boolean {
  return places.some((place) => {
    const lineY = place.y - unit * nameBelow;
    const halfWidth = (place.name.length * unit * nameHeight * letterWidth + width) / 2;
    const isBeside = Math.abs(place.x - x) >= halfWidth;
    return !isBeside && lineY < y + height && lineY + unit * nameHeight > y;
  });
}
