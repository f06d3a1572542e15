import type { RobotTraffic } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { may } from "../../app/session.ts";
import { robotName } from "../../app/site.ts";
import { ConfirmButton } from "../../parts/button.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { Table } from "../../parts/paged.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import type { SiteMaps } from "../robots/site-maps.ts";

const everyMs = 2000;
/** Radius of a place, in metres: `placeRadiusM` of the box. */
const placeRadiusM = 0.4;

/** What robots have reserved, and what they wait for. */
export interface SeenTraffic {
  traffic: RobotTraffic | undefined;
  error: unknown;
  reload(): void;
}

/** Reads the traffic again and again, where the user may. */
export function useTraffic(): SeenTraffic {
  const { data, error, reload } = useLoad(
    async (signal) =>
      may("robots:read") ? (await box.robots.getTraffic({ signal })).data : undefined,
    [],
    { everyMs },
  );
  return { traffic: data, error, reload };
}

/** Reserved corridors and places on the map, with their robots. */
export function Reservations({
  reading,
  site,
  frame,
}: {
  reading: SeenTraffic;
  site: SiteMaps;
  frame: string;
}) {
  const holders = new Map(
    reading.traffic?.reservations.map(({ id, robot_id: robotId }) => [id, robotId]),
  );
  const isHere = (each: { id: string; frame: string }): boolean =>
    each.frame === frame && holders.has(each.id);
  const title = (id: string): string =>
    say(words.value.maps.traffic.reservedBy, { name: robotName(holders.get(id)!) });
  return (
    <g class="reservations">
      {site.corridors.filter(isHere).map(({ id, points, width_m: width }) => (
        <polyline
          key={id}
          data-robot={holders.get(id)}
          points={(points as readonly (readonly [number, number])[])
            .map(([x, y]) => `${x},${-y}`)
            .join(" ")}
          style={{ strokeWidth: width ?? 1 }}
        >
          <title>{title(id)}</title>
        </polyline>
      ))}
      {site.places.filter(isHere).map(({ id, x, y }) => (
        <circle key={id} data-robot={holders.get(id)} cx={x} cy={-y} r={placeRadiusM}>
          <title>{title(id)}</title>
        </circle>
      ))}
    </g>
  );
}

/** The robots that have reserved something; nothing without any. */
export function TrafficTable({ reading }: { reading: SeenTraffic }) {
  const { maps: own, common, nav } = words.value;
  const { reservations = [], waits = [] } = reading.traffic ?? {};
  const robots = [...new Set([...reservations, ...waits].map(({ robot_id: id }) => id))].toSorted();
  if (robots.length === 0) return null;
  const mayFree = may("robots:command");
  const { title, reserved, waitsFor } = own.traffic;
  return (
    <Section title={title}>
      <Problem error={reading.error} />
      <Table
        label={title}
        head={[nav.robots, reserved, waitsFor, ...(mayFree ? [common.actions] : [])]}
      >
        {robots.map((id) => (
          <tr key={id} data-robot={id}>
            <td>
              <bdi>{robotName(id)}</bdi>
            </td>
            <td>
              {reservations
                .filter(({ robot_id: holder }) => holder === id)
                .map(({ name }) => name)
                .join(", ")}
            </td>
            <td>{waitText(waits.find(({ robot_id: waiting }) => waiting === id))}</td>
            {mayFree && (
              <td>
                <Free robotId={id} onDone={reading.reload} />
              </td>
            )}
          </tr>
        ))}
      </Table>
    </Section>
  );
}

/** The corridors, places and doors that a robot waits for, and who has them; empty for none. */
export function waitText(wait: RobotTraffic["waits"][number] | undefined): string {
  if (!wait) return "";
  const areas = wait.areas.join(", ");
  const robots = wait.robots.map(robotName).join(", ");
  return robots === "" ? areas : `${areas} (${robots})`;
}

function Free({ robotId, onDone }: { robotId: string; onDone: () => void }) {
  const { isRunning, error, run } = useAct();
  const free = () => box.robots.freeRobot({ robot_id: robotId }, {});
  return (
    <>
      <ConfirmButton
        icon="trash"
        isBusy={isRunning}
        onPress={() => void run(free).then((isDone) => isDone && onDone())}
      >
        {words.value.maps.traffic.free}
      </ConfirmButton>
      <Problem error={error} />
    </>
  );
}
