import type { RobotZone } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { may } from "../../../app/session.ts";
import { Button, ConfirmButton } from "../../../parts/button.tsx";
import { Empty, Problem } from "../../../parts/notice.tsx";
import { Table } from "../../../parts/paged.tsx";
import { Section } from "../../../parts/page.tsx";
import { words } from "../../../words/words.ts";
import type { HeardRobot } from "../fleet.ts";

/** Zones in force for a robot, and what may be done with the stored ones. */
export function ZoneTable(props: {
  robot: HeardRobot;
  zones: readonly RobotZone[];
  onNew: () => void;
  onEdit: (zone: RobotZone) => void;
  onRemoved: () => void;
}) {
  const { robot, zones, onNew, onEdit, onRemoved } = props;
  const { robots: own, common } = words.value;
  const { isRunning, error, run } = useAct();
  const mayWrite = may("robots:write");
  const remove = async ({ id }: RobotZone): Promise<void> => {
    if (await run(() => box.robots.deleteZone({ zone_id: id }))) onRemoved();
  };
  const head = [common.name, own.zoneType, own.enforcement, ...(mayWrite ? [common.actions] : [])];
  return (
    <Section
      title={own.zones}
      actions={
        mayWrite && (
          <Button icon="plus" onPress={onNew}>
            {own.drawZone}
          </Button>
        )
      }
    >
      <Problem error={error} />
      {robot.zones.length === 0 && <Empty>{own.noZones}</Empty>}
      {robot.zones.length > 0 && (
        <Table label={own.zones} head={head}>
          {robot.zones.map((zone) => {
            const stored = zones.find(({ id }) => id === zone.id);
            return (
              <tr key={zone.id ?? zone.name} data-zone={zone.name}>
                <td>
                  <bdi>{zone.name}</bdi>
                  {stored?.robot_id === null && <p class="hint">{own.everyRobot}</p>}
                </td>
                <td>
                  {(own.zoneTypes as Readonly<Record<string, string>>)[zone.type] ?? zone.type}
                </td>
                <td>
                  {own.levels[zone.enforcement]} <small class="hint">{zone.reason}</small>
                </td>
                {mayWrite && (
                  <td>
                    {stored && (
                      <div class="row">
                        <Button icon="pencil" onPress={() => onEdit(stored)}>
                          {common.edit}
                        </Button>
                        <ConfirmButton
                          icon="trash"
                          isBusy={isRunning}
                          onPress={() => void remove(stored)}
                        >
                          {common.delete}
                        </ConfirmButton>
                      </div>
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </Table>
      )}
    </Section>
  );
}
