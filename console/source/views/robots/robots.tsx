import { useState } from "preact/hooks";
import { boxNameOf } from "../../app/box-name.ts";
import { href } from "../../app/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { SelectField } from "../../parts/field.tsx";
import { Empty, Loading, Notice, Problem } from "../../parts/notice.tsx";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";
import { type HeardRobot, nameOf, useFleet, useSeconds } from "./fleet.ts";
import { RobotBadges, robotFacts } from "./robot-facts.tsx";
import { RobotMap } from "./robot-map.tsx";
import { StopBar } from "./stop-bar.tsx";

/** All robots on their map, with the stop. */
export function View() {
  const { robots, zones, error, reload } = useFleet();
  const { robots: own, nav } = words.value;
  const frames = framesOf(robots ?? []);
  const [chosen, setChosen] = useState("");
  const frame = frames.includes(chosen) ? chosen : (frames[0] ?? "map");
  return (
    <Page
      title={nav.robots}
      actions={
        <a class="button" href={href("/map")}>
          <Icon name="map" />
          {words.value.maps.title}
        </a>
      }
    >
      <Problem error={error} onRetry={reload} />
      {robots === undefined && error === undefined && <Loading />}
      {robots?.length === 0 && <Empty>{own.noRobots}</Empty>}
      {robots && robots.length > 0 && (
        <div class="robots">
          <Section title={own.map}>
            {frames.length > 1 && (
              <SelectField
                label={own.mapFrame}
                value={frame}
                onChange={setChosen}
                options={frames.map((each) => [each, each] as const)}
              />
            )}
            <RobotMap frame={frame} robots={robots} zones={zones} />
          </Section>
          <ul class="stack plain-list">
            {robots.map((robot) => (
              <li key={robot.robot_id}>
                <RobotCard robot={robot} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <StopBar robots={robots ?? []} />
    </Page>
  );
}

function RobotCard({ robot }: { robot: HeardRobot }) {
  const nowMs = useSeconds();
  const { robots: own } = words.value;
  const boxName = boxNameOf(robot);
  return (
    <article class="panel">
      <div class="panel-head">
        <h2>
          <a href={href(`/robots/${encodeURIComponent(robot.robot_id)}`)}>{nameOf(robot)}</a>
        </h2>
        <RobotBadges robot={robot} />
      </div>
      {boxName !== undefined && <p class="quiet-text">{boxName}</p>}
      {robot.held_by_stop && <Notice tone="warning">{own.heldByStop}</Notice>}
      <Facts entries={robotFacts(robot, nowMs)} />
    </article>
  );
}

/** Map frames that robots are in, or may be sent to. */
function framesOf(robots: readonly HeardRobot[]): string[] {
  return [
    ...new Set(
      robots.flatMap(({ pose, settings }) => [
        ...(pose ? [pose.value.frame] : []),
        ...(settings.frames ?? ["map"]),
      ]),
    ),
  ];
}
