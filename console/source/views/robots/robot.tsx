import { useEffect, useRef, useState } from "preact/hooks";
import type { RobotCommand } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { type Loaded, useLoad } from "../../api/load.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { Empty, Loading, Notice, Problem } from "../../parts/notice.tsx";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { Table } from "../../parts/paged.tsx";
import { dateTime } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import type { ViewProps } from "../registry.ts";
import { type HeardRobot, nameOf, useFleet, useSeconds } from "./fleet.ts";
import { Holder } from "./holder.tsx";
import { RobotBadges, robotFacts } from "./robot-facts.tsx";
import { Runs } from "./runs.tsx";
import { RobotMap } from "./robot-map.tsx";
import { OwnPicture } from "./own-picture.tsx";
import { RobotPicture } from "./robot-picture.tsx";
import { RobotRecordings } from "./recordings/robot-recordings.tsx";
import { RobotOrders } from "./robot-orders.tsx";
import { StopBar } from "./stop-bar.tsx";
import { Teleop } from "./teleop.tsx";
import type { SeenFrame } from "../../video/seen-frame.ts";
import type { TeleopLink } from "./teleop-link.ts";
import { draftOf, newDraft, withCorner, type ZoneDraft } from "./zones/zone-draft.ts";
import { ZoneForm } from "./zones/zone-form.tsx";
import { ZoneTable } from "./zones/zone-table.tsx";

type Point = readonly [number, number];
const commandCount = 10;
const everyMs = 5000;

/** One robot: position, state, commands, and manual driving. */
export function View({ params }: ViewProps) {
  const id = params["id"]!;
  const { robots, zones, error, reload } = useFleet();
  const robot = robots?.find((each) => each.robot_id === id);
  const link = useRef<TeleopLink | undefined>(undefined);
  const { nav, errors } = words.value;
  return (
    <Page
      title={robot ? nameOf(robot) : id}
      back={{ href: href("/robots"), label: nav.robots }}
      actions={robot && <RobotBadges robot={robot} />}
    >
      <Problem error={error} onRetry={reload} />
      {robots === undefined && error === undefined && <Loading />}
      {robots && !robot && <Empty>{errors.codes.not_found}</Empty>}
      {robot && (
        <Details
          robot={robot}
          others={robots!.filter((each) => each !== robot)}
          zones={zones}
          onZones={reload}
          onLink={(now) => (link.current = now)}
          onFrame={(frame) => link.current?.see(frame)}
        />
      )}
      {/* Also while nothing is known of the robot: the box knows more. */}
      <StopBar
        robots={[robot ?? { robot_id: id, name: null }]}
        onStop={() => link.current?.stop()}
      />
    </Page>
  );
}

function Details(props: {
  robot: HeardRobot;
  others: readonly HeardRobot[];
  zones: ReturnType<typeof useFleet>["zones"];
  onZones: () => void;
  onLink: (link: TeleopLink | undefined) => void;
  onFrame: (frame: SeenFrame) => void;
}) {
  const { robot, others, zones, onZones, onLink, onFrame } = props;
  const { robots: own } = words.value;
  const nowMs = useSeconds();
  const [goal, setGoal] = useState<Point | undefined>(undefined);
  const [draft, setDraft] = useState<ZoneDraft | undefined>(undefined);
  const commands = useLoad(
    async (signal) => {
      const args = { robot_id: robot.robot_id, limit: commandCount };
      return (await box.robots.listRobotCommands(args, { signal })).data.data;
    },
    [robot.robot_id, robot.active_command?.command_id],
    { everyMs },
  );
  const activeId = robot.active_command?.command_id;
  const active = commands.data?.find(({ command_id: id }) => id === activeId);
  const frame = draft?.frame ?? frameOf(robot);
  const mayCommand = may("robots:command");
  const [isDriving, setDriving] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isDriving) area.current?.scrollIntoView({ block: "start" });
  }, [isDriving]);
  const addCorner = (corner: Point): void => setDraft((now) => now && withCorner(now, corner));
  const onPick = draft ? addCorner : mayCommand ? setGoal : undefined;
  return (
    <>
      <Warnings robot={robot} />
      <div class="robots" ref={area} data-driving={isDriving}>
        <div class="stack robot-sight">
          <Section title={own.map}>
            {onPick && <p class="hint">{draft ? own.cornerHint : own.goHint}</p>}
            <RobotMap
              frame={frame}
              robots={[robot, ...others]}
              zones={zones}
              plan={active?.command}
              goal={goal}
              draft={draft}
              {...(onPick ? { onPick } : {})}
            />
          </Section>
          <Sight robot={robot} onFrame={onFrame} />
        </div>
        <div class="stack">
          {mayCommand && <Teleop robotId={robot.robot_id} onLink={onLink} onDriving={setDriving} />}
          {draft && (
            <ZoneForm
              key={draft.id}
              draft={draft}
              zones={zones}
              onChange={setDraft}
              onEnd={(isStored) => {
                setDraft(undefined);
                if (isStored) onZones();
              }}
            />
          )}
          <Section title={words.value.common.state}>
            <Facts entries={robotFacts(robot, nowMs)} />
          </Section>
          {mayCommand && (
            <RobotOrders
              robot={robot}
              frame={frame}
              goal={goal}
              onGoal={setGoal}
              onSent={commands.reload}
            />
          )}
        </div>
      </div>
      {may("jobs:read") && (
        <Runs
          robotId={robot.robot_id}
          zones={zones.filter(({ robot_id: id }) => id === robot.robot_id || id === null)}
          mayStart={mayCommand}
        />
      )}
      <Commands of={commands} />
      <RobotRecordings robotId={robot.robot_id} />
      <ZoneTable
        robot={robot}
        zones={zones}
        onNew={() => setDraft(newDraft(robot.robot_id, frameOf(robot)))}
        onEdit={(zone) => setDraft(draftOf(zone))}
        onRemoved={onZones}
      />
    </>
  );
}

/** What the robot's camera sees, if it has one. */
function Sight({ robot, onFrame }: { robot: HeardRobot; onFrame: (frame: SeenFrame) => void }) {
  const { camera } = robot.settings;
  if (camera !== undefined) return <RobotPicture streamId={camera} onFrame={onFrame} />;
  return hasCamera(robot) ? <OwnPicture robotId={robot.robot_id} /> : null;
}

function Warnings({ robot }: { robot: HeardRobot }) {
  return (
    <>
      {robot.held_by_stop && <Notice tone="warning">{words.value.robots.heldByStop}</Notice>}
      {robot.errors?.value.map(({ code, message }) => (
        <Notice key={code} tone="warning">
          {code}: {message}
        </Notice>
      ))}
    </>
  );
}

/** The map that the robot is on, or else the first that it may be sent on. */
function frameOf({ pose, settings }: HeardRobot): string {
  return pose?.value.frame ?? settings.frames?.[0] ?? "map";
}

function Commands({ of: commands }: { of: Loaded<readonly RobotCommand[]> }) {
  const { robots: own } = words.value;
  return (
    <Section title={own.recent}>
      <Problem error={commands.error} />
      {commands.data?.length === 0 && <Empty>{own.noCommands}</Empty>}
      {commands.data && commands.data.length > 0 && (
        <Table label={own.recent} head={[own.when, own.command, words.value.common.state, own.by]}>
          {commands.data.map((each) => (
            <tr key={each.command_id}>
              <td>{dateTime(each.created_at)}</td>
              <td>{own.commands[each.command.command]}</td>
              <td>
                {own.states[each.state]} {each.reason}
              </td>
              <td>
                <Holder
                  id={each.requested_by}
                  name={each.requested_by_name}
                  priority={each.priority}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

/** True when the robot takes pictures itself. */
function hasCamera({ capabilities }: HeardRobot): boolean {
  return capabilities.some(({ name, available }) => name === "camera" && available);
}
