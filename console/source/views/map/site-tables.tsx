import type { ComponentChildren } from "preact";
import type { RobotMap, RobotPlace } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { may } from "../../app/session.ts";
import { robotName } from "../../app/site.ts";
import { Button, ConfirmButton } from "../../parts/button.tsx";
import { Empty, Problem } from "../../parts/notice.tsx";
import { Table } from "../../parts/paged.tsx";
import { Section } from "../../parts/page.tsx";
import { say, speed } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import type { SiteMaps } from "../robots/site-maps.ts";

interface TableProps {
  site: SiteMaps;
  /** Buttons of the section. */
  actions: ComponentChildren;
}

function Removed({ remove, onDone }: { remove: () => Promise<unknown>; onDone: () => void }) {
  const { isRunning, error, run } = useAct();
  return (
    <>
      <ConfirmButton
        icon="trash"
        isBusy={isRunning}
        onPress={() => void run(remove).then((isDone) => isDone && onDone())}
      >
        {words.value.common.delete}
      </ConfirmButton>
      <Problem error={error} />
    </>
  );
}

/** The named places. */
export function PlaceTable({
  site,
  actions,
  onEdit,
}: TableProps & { onEdit: (place: RobotPlace) => void }) {
  const { maps: own, robots, common } = words.value;
  const mayWrite = may("robots:write");
  const head = [common.name, own.kind, robots.position, ...(mayWrite ? [common.actions] : [])];
  return (
    <Section title={own.places} actions={actions}>
      {site.places.length === 0 && <Empty>{own.noPlaces}</Empty>}
      {site.places.length > 0 && (
        <Table label={own.places} head={head}>
          {site.places.map((place) => (
            <tr key={place.id} data-place={place.name}>
              <td>
                <bdi>{place.name}</bdi>
                <Warnings of={place.warnings} />
              </td>
              <td>{own.kinds[place.kind]}</td>
              <td>{say(robots.placeText, { frame: place.frame, x: place.x, y: place.y })}</td>
              {mayWrite && (
                <td>
                  <div class="row">
                    <Button icon="pencil" onPress={() => onEdit(place)}>
                      {common.edit}
                    </Button>
                    <Removed
                      remove={() => box.robots.deletePlace({ place_id: place.id })}
                      onDone={site.reload}
                    />
                  </div>
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

/** The corridors. */
export function CorridorTable({ site, actions }: TableProps) {
  const { maps: own, common } = words.value;
  const mayWrite = may("robots:write");
  return (
    <Section title={own.corridors} actions={actions}>
      {site.corridors.length === 0 && <Empty>{own.noCorridors}</Empty>}
      {site.corridors.length > 0 && (
        <Table
          label={own.corridors}
          head={[common.name, common.details, ...(mayWrite ? [common.actions] : [])]}
        >
          {site.corridors.map((corridor) => (
            <tr key={corridor.id} data-corridor={corridor.name}>
              <td>
                <bdi>{corridor.name}</bdi>
                <Warnings of={corridor.warnings} />
              </td>
              <td>
                {[
                  ...(corridor.one_way ? [own.oneWay] : []),
                  ...(corridor.exclusive ? [own.exclusive] : []),
                  ...(corridor.max_speed_mps === null ? [] : [speed(corridor.max_speed_mps)]),
                ].join(", ")}
              </td>
              {mayWrite && (
                <td>
                  <Removed
                    remove={() => box.robots.deleteCorridor({ corridor_id: corridor.id })}
                    onDone={site.reload}
                  />
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

/** The stored maps. */
export function MapTable({ site, actions }: TableProps) {
  const { maps: own, robots, common } = words.value;
  const mayWrite = may("robots:write");
  const head = [
    common.name,
    own.kind,
    robots.mapFrame,
    own.level,
    ...(mayWrite ? [common.actions] : []),
  ];
  return (
    <Section title={own.maps} actions={actions}>
      {site.maps.length === 0 && <Empty>{own.noMaps}</Empty>}
      {site.maps.length > 0 && (
        <Table label={own.maps} head={head}>
          {site.maps.map((map) => (
            <tr key={map.id} data-map={map.name}>
              <td>
                <bdi>{map.name}</bdi>
              </td>
              <td>
                {own.mapKinds[map.kind]}
                <p class="hint">{detailsOf(map)}</p>
              </td>
              <td>
                <bdi>{map.frame}</bdi>
              </td>
              <td>
                <bdi>{map.level ?? ""}</bdi>
              </td>
              {mayWrite && (
                <td>
                  <Removed
                    remove={() => box.robots.deleteMap({ map_id: map.id })}
                    onDone={site.reload}
                  />
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

function detailsOf({ grid, plan, robot_id: robotId }: RobotMap): string {
  const { maps: own } = words.value;
  const size =
    grid && say(own.size, { width: grid.width, height: grid.height, metres: grid.resolution_m });
  const placed =
    plan &&
    say(own.placed, { count: plan.points.length, metres: (plan.rms_error_m ?? 0).toFixed(2) });
  const heard = robotId === null ? null : say(own.heard, { name: robotName(robotId) });
  return [size, placed, heard].filter((each) => each !== null).join(" · ");
}

function Warnings({ of }: { of: readonly string[] }) {
  return of.map((warning) => (
    <p key={warning} class="hint" lang="en" dir="auto" data-warning>
      {warning}
    </p>
  ));
}
