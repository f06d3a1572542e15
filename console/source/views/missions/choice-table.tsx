import type { RobotTaskCandidate, RobotTaskChoice } from "../../../../client/source/generated.ts";
import { robotName } from "../../app/site.ts";
import { Badge } from "../../parts/notice.tsx";
import { Table } from "../../parts/paged.tsx";
import { number, percent, say, timeOfDay } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** The robots that could carry a mission out, and why one of them does, or none. */
export function ChoiceTable({ choice: { at, candidates } }: { choice: RobotTaskChoice }) {
  const { missions: own, robots, rules } = words.value;
  return (
    <>
      <Table
        label={own.choice}
        head={[rules.robot, own.way, robots.battery, robots.loads, own.score, own.verdict]}
      >
        {candidates.map((each) => (
          <tr key={each.robot_id} data-candidate={each.robot_id}>
            <td>
              <bdi>{robotName(each.robot_id)}</bdi>
            </td>
            <td>{wayText(each)}</td>
            <td>{each.charge_percent !== null && percent(each.charge_percent / 100)}</td>
            <td>{each.loads !== null && number(each.loads)}</td>
            <td>{each.score !== null && number(each.score)}</td>
            <td>
              <Verdict of={each} />
            </td>
          </tr>
        ))}
      </Table>
      <p class="hint">
        {own.scoreHint} {say(own.asOf, { time: timeOfDay(at) })}
      </p>
    </>
  );
}

function wayText({ path_m: metres, path_source: source }: RobotTaskCandidate): string {
  if (metres === null) return words.value.common.unknown;
  return `${number(metres)} m${source === "straight" ? ` (${words.value.missions.straight})` : ""}`;
}

function Verdict({ of: { is_chosen: isChosen, code, reason } }: { of: RobotTaskCandidate }) {
  const { missions: own } = words.value;
  if (isChosen) return <Badge tone="good">{own.chosen}</Badge>;
  const known: Readonly<Record<string, string>> = { ...words.value.runs.reasons, ...own.refusals };
  const text = known[code ?? ""];
  return text ? <span title={reason ?? ""}>{text}</span> : <bdi lang="en">{reason}</bdi>;
}
