import type { RobotCommandBody, RobotZone } from "../../../../client/source/generated.ts";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { type HeardRobot, nameOf } from "./fleet.ts";
import { Corridors, cornersOf, MapPictures, PlaceNames, Places } from "./map-layers.tsx";
import { Draft, Grid, NumberedMark, pointsOf, RobotMark, round, ZoneShape } from "./map-shapes.tsx";
import { type MapBounds, useMapWindow } from "./map-window.ts";
import { type SiteMaps, useSiteMaps } from "./site-maps.ts";

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
  /** Maps, places and corridors; read by the map itself when absent. */
  site?: SiteMaps;
  /** Only what is on this level or on none; null for all. */
  level?: string | null;
  /** Shapes above the maps and below the robots. */
  children?: ComponentChildren;
}

const marginShare = 0.08;
const smallestM = 4;

/** Robots with their bounds, zones and way on the maps of the site, seen from above; y points up. */
export function RobotMap(props: RobotMapProps) {
  return props.site ? <Drawing {...props} site={props.site} /> : <OwnSite {...props} />;
}

function OwnSite(props: RobotMapProps) {
  return <Drawing {...props} site={useSiteMaps()} />;
}

/** What of the site is in this frame and on this level. */
function useLayers({ frame, site, level = null }: RobotMapProps & { site: SiteMaps }) {
  const { maps, places, corridors } = site;
  return useMemo(() => {
    const isHere = (each: { frame: string; level: string | null }): boolean =>
      each.frame === frame && (level === null || each.level === null || each.level === level);
    return {
      maps: maps.filter(isHere),
      places: places.filter(isHere),
      corridors: corridors.filter(isHere),
    };
  }, [frame, level, maps, places, corridors]);
}

function Drawing(props: RobotMapProps & { site: SiteMaps }) {
  const { frame, robots, zones, plan, goal, draft, marks = [] } = props;
  const layers = useLayers(props);
  const here = robots.filter(({ pose }) => pose?.value.frame === frame);
  const visibleZones = zones.filter((zone) => zone.frame === frame && zone.id !== draft?.id);
  const way = wayOf(plan, frame, here);
  const whole = boundsOf([
    ...layers.maps.flatMap(cornersOf),
    ...layers.places.map(({ x, y }): Point => [x, y]),
    ...layers.corridors.flatMap(({ points }) => points as readonly Point[]),
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
  const window = useMapWindow(whole);
  const { bounds } = window;
  // Sizes on the screen, whatever the map's size in metres.
  const unit = Math.max(bounds.width, bounds.height) / 100;
  return (
    <div class="robot-map-frame">
      <Sheet {...props} window={window} here={here} hasMarks={props.children !== undefined}>
        <MapPictures maps={layers.maps} />
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
        {props.children}
        <Corridors corridors={layers.corridors} unit={unit} />
        <Places places={layers.places} unit={unit} />
        {draft && <Draft type={draft.type} corners={draft.corners} unit={unit} />}
        {way.length > 1 && <polyline class="way" points={pointsOf(way)} />}
        {goal && <circle class="goal" cx={goal[0]} cy={-goal[1]} r={unit * 1.5} />}
        {marks.map(
          (mark, index) =>
            mark && <NumberedMark key={index} at={mark} number={index + 1} unit={unit} />,
        )}
        {here.map((robot) => (
          <RobotMark key={robot.robot_id} robot={robot} places={layers.places} unit={unit} />
        ))}
        <PlaceNames places={layers.places} unit={unit} />
      </Sheet>
      <ZoomButtons window={window} />
    </div>
  );
}

function Sheet(
  props: RobotMapProps & {
    window: ReturnType<typeof useMapWindow>;
    here: readonly HeardRobot[];
    hasMarks: boolean;
  },
) {
  const { frame, onPick, window, here } = props;
  const { bounds, handlers, isChanged } = window;
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    // The framework's own handler could not keep the page from scrolling.
    const { current } = svg;
    current?.addEventListener("wheel", handlers.onWheel, { passive: false });
    return () => current?.removeEventListener("wheel", handlers.onWheel);
  }, [handlers]);
  const pick = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
    const matrix = event.currentTarget.getScreenCTM();
    if (!matrix || !onPick || window.isDragEnd()) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    onPick([round(at.x), round(-at.y)]);
  };
  return (
    <svg
      ref={svg}
      class={onPick ? "robot-map pick" : "robot-map"}
      data-zoomed={isChanged}
      viewBox={`${bounds.x} ${-bounds.y - bounds.height} ${bounds.width} ${bounds.height}`}
      // A picture has no controls for a screen reader; marks that lead somewhere are some.
      role={props.hasMarks ? "group" : "img"}
      aria-label={say(words.value.robots.mapLabel, { frame, names: here.map(nameOf).join(", ") })}
      onClick={pick}
      onPointerDown={handlers.onPointerDown}
      onPointerMove={handlers.onPointerMove}
      onPointerUp={handlers.onPointerUp}
      onPointerCancel={handlers.onPointerCancel}
    >
      {props.children}
    </svg>
  );
}

const zoomStep = 1.5;

function ZoomButtons({ window }: { window: ReturnType<typeof useMapWindow> }) {
  const { maps: own } = words.value;
  return (
    <div class="map-zoom">
      <Button icon="plus" label={own.zoomIn} onPress={() => window.zoom(1 / zoomStep)} />
      <Button icon="minus" label={own.zoomOut} onPress={() => window.zoom(zoomStep)} />
      <Button
        icon="fullScreen"
        label={own.showAll}
        isDisabled={!window.isChanged}
        onPress={window.reset}
      />
    </div>
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

function boundsOf(points: readonly Point[]): MapBounds {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = points.length > 0 ? [Math.min(...xs), Math.max(...xs)] : [0, 0];
  const [low, high] = points.length > 0 ? [Math.min(...ys), Math.max(...ys)] : [0, 0];
  const width = Math.max(smallestM, right - left) * (1 + 2 * marginShare);
  const height = Math.max(smallestM, high - low) * (1 + 2 * marginShare);
  return { x: (left + right - width) / 2, y: (low + high - height) / 2, width, height };
}
