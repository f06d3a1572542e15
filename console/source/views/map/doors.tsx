import type { RobotDoor } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { may } from "../../app/session.ts";
import { robotName } from "../../app/site.ts";
import { Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { Table } from "../../parts/paged.tsx";
import { duration, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import type { SiteMaps } from "../robots/site-maps.ts";

const everyMs = 2000;
/** Radius of the mark of a door, in metres. */
const markM = 0.6;

/** The doors and lifts of the site, as they are now. */
export interface SeenDoors {
  doors: readonly RobotDoor[];
  error: unknown;
}

/** Reads the doors again and again, where the user may. */
export function useDoors(): SeenDoors {
  const { data, error } = useLoad(
    async (signal) =>
      may("robots:read") ? (await box.robots.listDoors({ signal })).data.data : [],
    [],
    { everyMs },
  );
  return { doors: data ?? [], error };
}

/** Places of doors on the map, coloured by their state. */
export function DoorMarks({
  doors,
  site,
  frame,
}: {
  doors: readonly RobotDoor[];
  site: SiteMaps;
  frame: string;
}) {
  const known = new Map(doors.map((door) => [door.id, door]));
  const places = site.places.flatMap((place) => {
    const door = place.door === null ? undefined : known.get(place.door);
    return door && place.frame === frame ? [{ place, door }] : [];
  });
  return (
    <g class="doors">
      {places.map(({ place, door }) => (
        <circle key={place.id} data-state={door.state} cx={place.x} cy={-place.y} r={markM}>
          <title>{`${door.name}: ${stateText(door)}`}</title>
        </circle>
      ))}
    </g>
  );
}

/** The doors and lifts; nothing without any. */
export function DoorTable({ reading: { doors, error } }: { reading: SeenDoors }) {
  const { maps, robots, common } = words.value;
  if (doors.length === 0) return null;
  const own = maps.doors;
  return (
    <Section title={own.title}>
      <Problem error={error} />
      <Table label={own.title} head={[common.name, own.state, own.heldBy]}>
        {doors.map((door) => (
          <tr key={door.id} data-door={door.id} data-state={door.state}>
            <td>
              <bdi>{door.name}</bdi>
            </td>
            <td>
              {stateText(door)}
              {door.age_seconds !== null && (
                <> ({say(robots.ago, { time: duration(door.age_seconds, "narrow") })})</>
              )}
              {door.problem !== null && <p class="hint">{door.problem}</p>}
            </td>
            <td>{door.held_by.map(robotName).join(", ")}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function stateText({ state, level }: RobotDoor): string {
  const { doors, level: levelWord } = words.value.maps;
  return level === null ? doors.states[state] : `${doors.states[state]}, ${levelWord} ${level}`;
}
