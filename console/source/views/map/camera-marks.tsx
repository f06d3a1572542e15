import type { Incident, Stream } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { pageMax } from "../../api/pages.ts";
import { may } from "../../app/session.ts";
import { href } from "../../app/router.ts";
import { time } from "../../words/say.ts";
import { typeName } from "../review/incident-words.tsx";

type Point = readonly [number, number];
type Calibrated = Stream & { calibration: NonNullable<Stream["calibration"]> };

/** What cameras know of the map: where they are calibrated, and where incidents were. */
export interface Sights {
  areas: readonly Calibrated[];
  incidents: readonly Incident[];
}

const none: Sights = { areas: [], incidents: [] };
const everyMs = 15_000;
const daySec = 86_400;

/** Reads the calibrated cameras and the incidents of the last day, where the user may see them. */
export function useSights(): Sights {
  const { data } = useLoad(
    async (signal): Promise<Sights> => {
      if (!may("surveillance:read")) return none;
      const limit = pageMax;
      const from = Math.floor(Date.now() / 1000) - daySec;
      const [streams, incidents] = await Promise.all([
        box.surveillance.listStreams({ limit }, { signal }),
        box.surveillance.listIncidents({ limit, from }, { signal }),
      ]);
      const areas = streams.data.data.filter(
        (stream): stream is Calibrated => stream.calibration !== null,
      );
      return { areas, incidents: incidents.data.data.filter((each) => each.map_position) };
    },
    [],
    { everyMs },
  );
  return data ?? none;
}

/** The ground that each calibrated camera sees: the area between its marks. */
export function CameraAreas({ sights, frame }: { sights: Sights; frame: string }) {
  return (
    <g class="camera-areas">
      {sights.areas
        .filter(({ calibration }) => calibration.frame === frame)
        .map(({ stream_id: id, display_name: name, calibration }) => {
          const corners = hull(calibration.points.map(({ map: [x, y] }): Point => [x, y]));
          return (
            <polygon key={id} points={corners.map(([x, y]) => `${x},${-y}`).join(" ")}>
              <title>{name ?? id}</title>
            </polygon>
          );
        })}
    </g>
  );
}

/** Incidents where they were; each leads to its evidence. */
export function IncidentMarks({ sights, frame }: { sights: Sights; frame: string }) {
  return (
    <g class="incident-marks">
      {sights.incidents
        .filter(({ map_position: at }) => at?.frame === frame)
        .map(({ id, type, severity, started_at: startedAt, map_position: at }) => {
          const name = `${typeName(type)}, ${time(startedAt)}`;
          return (
            <a key={id} href={href("/review", { id })} aria-label={name}>
              <circle class={severity} cx={at!.x} cy={-at!.y} r={0.18}>
                <title>{name}</title>
              </circle>
            </a>
          );
        })}
    </g>
  );
}

/** The convex area around the points (monotone chain). */
function hull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
