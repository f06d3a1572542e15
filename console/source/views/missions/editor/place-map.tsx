import type { HeardRobot } from "../../robots/fleet.ts";
import { RobotMap } from "../../robots/robot-map.tsx";
import type { SiteMaps } from "../../robots/site-maps.ts";
import { words } from "../../../words/words.ts";
import type { DraftStep } from "./draft.ts";

type Point = readonly [number, number];

/** A click this near a place means the place, in metres. */
const nearM = 1;

/** The places of the steps on the map, with the numbers of the steps; a click sets the place of the open step. */
export function PlaceMap(props: {
  steps: readonly DraftStep[];
  open: string | undefined;
  site: SiteMaps;
  robots: readonly HeardRobot[];
  onChange: ((step: DraftStep) => void) | null;
}) {
  const { steps, site, robots, onChange } = props;
  const step = steps.find(({ id }) => id === props.open);
  const spots = steps.map((each) => spotOf(each, site));
  const first = (step && spotOf(step, site)) ?? spots.find((spot) => spot !== undefined);
  const frame = first?.frame ?? site.places[0]?.frame ?? site.maps[0]?.frame ?? "map";
  const goes = step && ["go", "pick", "drop"].includes(step.type);
  const pick = ([x, y]: Point): void => {
    const near = site.places
      .filter((place) => place.frame === frame && Math.hypot(place.x - x, place.y - y) <= nearM)
      .toSorted(
        (one, other) => Math.hypot(one.x - x, one.y - y) - Math.hypot(other.x - x, other.y - y),
      )
      .at(0);
    const where = near ? { place: near.name } : { target: { frame, x, y } };
    onChange?.({ ...step!, place: undefined, target: undefined, ...where });
  };
  return (
    <>
      {goes && onChange && <p class="hint">{words.value.missionEditor.mapHint}</p>}
      <RobotMap
        frame={frame}
        robots={robots}
        zones={[]}
        site={site}
        goal={step && spotIn(spotOf(step, site), frame)}
        marks={spots.map((spot) => spotIn(spot, frame))}
        {...(goes && onChange ? { onPick: pick } : {})}
      />
    </>
  );
}

interface Spot {
  frame: string;
  x: number;
  y: number;
}

function spotOf({ place, target }: DraftStep, { places }: SiteMaps): Spot | undefined {
  if (place) return places.find(({ name }) => name === place);
  if (target?.x === undefined || target.y === undefined) return undefined;
  return { frame: target.frame ?? "map", x: target.x, y: target.y };
}

function spotIn(spot: Spot | undefined, frame: string): Point | undefined {
  return spot?.frame === frame ? [spot.x, spot.y] : undefined;
}
