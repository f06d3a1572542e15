import type { Stream } from "../../../client/source/generated.ts";

const unitsWide = 1000;

/** A stream's zones, lines and masks over its picture, to look at. */
export function ZoneOverlay({ stream }: { stream: Stream }) {
  const high = (unitsWide * (stream.height ?? 9)) / (stream.width ?? 16);
  const textOf = (points: readonly (readonly number[])[]): string =>
    points.map(([x = 0, y = 0]) => `${x * unitsWide},${y * high}`).join(" ");
  return (
    <svg class="canvas" viewBox={`0 0 ${unitsWide} ${high}`} aria-hidden="true">
      {stream.masks.map(({ polygon }, index) => (
        <polygon key={index} class="shape mask" points={textOf(polygon)} />
      ))}
      {Object.entries(stream.context.zones).map(([name, { xyxy, polygon, line }]) => {
        const [x1, y1, x2, y2] = xyxy ?? [0, 0, 1, 1];
        const points = line ??
          polygon ?? [
            [x1, y1],
            [x2, y1],
            [x2, y2],
            [x1, y2],
          ];
        const [labelX, labelY] = points[0]!;
        return (
          <g key={name}>
            {line ? (
              <polyline class="shape line" points={textOf(points)} />
            ) : (
              <polygon class="shape area" points={textOf(points)} />
            )}
            <text
              class="shape-name"
              x={labelX * unitsWide + 8}
              y={Math.max(24, labelY * high - 10)}
            >
              {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
