import { useState } from "preact/hooks";
import type { RobotPlace } from "../../../../client/source/generated.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { SelectField } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";
import { type HeardRobot, useFleet } from "../robots/fleet.ts";
import { RobotMap } from "../robots/robot-map.tsx";
import { type SiteMaps, useSiteMaps } from "../robots/site-maps.ts";
import { StopBar } from "../robots/stop-bar.tsx";
import { AddMap } from "./add-map.tsx";
import { CameraAreas, IncidentMarks, useSights } from "./camera-marks.tsx";
import { type CorridorDraft, CorridorForm } from "./corridor-form.tsx";
import { type PlaceDraft, PlaceForm } from "./place-form.tsx";
import { CorridorTable, MapTable, PlaceTable } from "./site-tables.tsx";
import { DoorMarks, DoorTable, type SeenDoors, useDoors } from "./doors.tsx";
import { Reservations, type SeenTraffic, TrafficTable, useTraffic } from "./traffic.tsx";

type Point = readonly [number, number];

/** What is being drawn on the map. */
type Drawn = { place: PlaceDraft } | { corridor: CorridorDraft } | undefined;

/** The site from above: maps, places, corridors, robots, what cameras see, and incidents. */
export function View() {
  const { robots, zones, error, reload } = useFleet();
  const site = useSiteMaps();
  const traffic = useTraffic();
  const doors = useDoors();
  const [chosen, setChosen] = useState("");
  const [level, setLevel] = useState("");
  const [draft, setDraft] = useState<Drawn>(undefined);
  const frames = framesOf(robots ?? [], site);
  const frame = frames.includes(chosen) ? chosen : (frames[0] ?? "map");
  const shared = {
    site,
    traffic,
    doors,
    frame,
    draft,
    setDraft,
    level: level === "" ? null : level,
  };
  return (
    <Page
      title={words.value.maps.title}
      back={{ href: href("/robots"), label: words.value.nav.robots }}
    >
      <Problem error={error ?? site.error} onRetry={reload} />
      <div class="robots">
        <Section title={words.value.maps.title}>
          <Choices
            frames={frames}
            frame={frame}
            onFrame={setChosen}
            levels={levelsOf(site, frame)}
            level={level}
            onLevel={setLevel}
          />
          <SiteMap {...shared} robots={robots ?? []} zones={zones} />
        </Section>
        <div class="stack">
          <DraftForm {...shared} />
          <TrafficTable reading={traffic} />
          <DoorTable reading={doors} />
          <Drawables {...shared} />
        </div>
      </div>
      <StoredMaps site={site} frame={frame} />
      <StopBar robots={robots ?? []} />
    </Page>
  );
}

function Choices(props: {
  frames: readonly string[];
  frame: string;
  onFrame: (frame: string) => void;
  levels: readonly string[];
  level: string;
  onLevel: (level: string) => void;
}) {
  const { frames, frame, onFrame, levels, level, onLevel } = props;
  const { maps: own, robots } = words.value;
  const named = (each: string) => [each, each] as const;
  if (frames.length < 2 && levels.length < 2) return null;
  return (
    <div class="fields">
      {frames.length > 1 && (
        <SelectField
          label={robots.mapFrame}
          value={frame}
          onChange={onFrame}
          options={frames.map(named)}
        />
      )}
      {levels.length > 1 && (
        <SelectField
          label={own.level}
          value={level}
          onChange={onLevel}
          options={[["", own.allLevels], ...levels.map(named)]}
        />
      )}
    </div>
  );
}

/** What the parts of the view share. */
interface Shared {
  site: SiteMaps;
  traffic: SeenTraffic;
  doors: SeenDoors;
  frame: string;
  level: string | null;
  draft: Drawn;
  setDraft: (draft: Drawn) => void;
}

function SiteMap(
  props: Shared & { robots: readonly HeardRobot[]; zones: ReturnType<typeof useFleet>["zones"] },
) {
  const { site, traffic, doors, frame, level, draft, setDraft, robots, zones } = props;
  const { maps: own } = words.value;
  const sights = useSights();
  const onPick = draft && ((at: Point) => setDraft(withPoint(draft, at)));
  const goal = draft && "place" in draft ? draft.place.at : undefined;
  return (
    <>
      {draft && <p class="hint">{"place" in draft ? own.placeHint : own.corridorHint}</p>}
      <RobotMap
        frame={frame}
        robots={robots}
        zones={zones}
        site={site}
        level={level}
        goal={goal}
        {...(draft && "corridor" in draft ? { marks: draft.corridor.points } : {})}
        {...(onPick ? { onPick } : {})}
      >
        <DoorMarks doors={doors.doors} site={site} frame={frame} />
        <Reservations reading={traffic} site={site} frame={frame} />
        <CameraAreas sights={sights} frame={frame} />
        <IncidentMarks sights={sights} frame={frame} />
      </RobotMap>
      <Legend hasCameras={sights.areas.length > 0} hasIncidents={sights.incidents.length > 0} />
    </>
  );
}

function DraftForm({ draft, setDraft, site, doors }: Shared) {
  const end = (isStored: boolean): void => {
    setDraft(undefined);
    if (isStored) site.reload();
  };
  if (!draft) return null;
  return "place" in draft ? (
    <PlaceForm
      doors={doors.doors}
      draft={draft.place}
      onChange={(place) => setDraft({ place })}
      onEnd={end}
    />
  ) : (
    <CorridorForm
      draft={draft.corridor}
      onChange={(corridor) => setDraft({ corridor })}
      onEnd={end}
    />
  );
}

function Drawables({ site, frame, level, setDraft }: Shared) {
  const { maps: own } = words.value;
  const mayWrite = may("robots:write");
  const fresh = { frame, level, name: "" };
  const edit = (place: RobotPlace): void => {
    const { id, name, kind, door, x, y, yaw } = place;
    const own = { id, name, kind, door, at: [x, y] as const, yaw };
    setDraft({ place: { ...own, frame: place.frame, level: place.level } });
  };
  const addPlace = (): void =>
    setDraft({ place: { ...fresh, kind: "station", door: null, at: undefined, yaw: null } });
  const addCorridor = (): void =>
    setDraft({ corridor: { ...fresh, points: [], isOneWay: false, isExclusive: false } });
  const button = (label: string, onPress: () => void) =>
    mayWrite && (
      <Button icon="plus" onPress={onPress}>
        {label}
      </Button>
    );
  return (
    <>
      <PlaceTable site={site} onEdit={edit} actions={button(own.addPlace, addPlace)} />
      <CorridorTable site={site} actions={button(own.drawCorridor, addCorridor)} />
    </>
  );
}

function StoredMaps({ site, frame }: { site: SiteMaps; frame: string }) {
  const { maps: own } = words.value;
  const [isAdding, setAdding] = useState(false);
  const end = (isStored: boolean): void => {
    setAdding(false);
    if (isStored) site.reload();
  };
  return (
    <>
      <MapTable
        site={site}
        actions={
          may("robots:write") && (
            <Button icon="plus" onPress={() => setAdding(true)}>
              {own.addMap}
            </Button>
          )
        }
      />
      {isAdding && <AddMap frame={frame} onClose={end} />}
    </>
  );
}

function Legend({ hasCameras, hasIncidents }: { hasCameras: boolean; hasIncidents: boolean }) {
  const { maps: own } = words.value;
  return (
    <ul class="map-legend plain-list">
      {hasCameras && <li data-of="camera">{own.cameraAreas}</li>}
      {hasIncidents && <li data-of="incident">{own.incidents}</li>}
    </ul>
  );
}

function withPoint(draft: NonNullable<Drawn>, at: Point): Drawn {
  if ("place" in draft) return { place: { ...draft.place, at } };
  return { corridor: { ...draft.corridor, points: [...draft.corridor.points, at] } };
}

/** Frames with anything in them, those of robots first. */
function framesOf(robots: readonly HeardRobot[], { maps, places }: SiteMaps): string[] {
  const known = robots.flatMap(({ pose, settings }) => [
    ...(pose ? [pose.value.frame] : []),
    ...(settings.frames ?? ["map"]),
  ]);
  return [...new Set([...known, ...[...maps, ...places].map(({ frame }) => frame)])];
}

function levelsOf({ maps, places, corridors }: SiteMaps, frame: string): string[] {
  const all = [...maps, ...places, ...corridors].filter((each) => each.frame === frame);
  return [...new Set(all.flatMap(({ level }) => level ?? []))].toSorted();
}
