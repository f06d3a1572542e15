import type { System } from "../../../../../client/source/generated.ts";
import { Notice } from "../../../parts/notice.tsx";
import { Section } from "../../../parts/page.tsx";
import { Table } from "../../../parts/paged.tsx";
import { duration, say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";

type Fleet = NonNullable<System["fleet"]>;
type Box = Fleet["boxes"][number];

/** The boxes of the site: their states, and how the work is shared. */
export function Boxes({ fleet }: { fleet: Fleet }) {
  const { boxes: own } = words.value;
  return (
    <Section title={own.title}>
      {fleet.problem !== null && <Notice tone="warning">{fleet.problem}</Notice>}
      <Table
        label={own.title}
        head={[own.box, own.state, own.streams, own.robots, own.version, own.address]}
      >
        {fleet.boxes.map((box) => (
          <BoxRow key={box.box_id} box={box} isHere={box.box_id === fleet.box_id} />
        ))}
      </Table>
    </Section>
  );
}

function BoxRow({ box, isHere }: { box: Box; isHere: boolean }) {
  const { boxes: own } = words.value;
  const time = duration(box.heard_seconds_ago);
  return (
    <tr data-box={box.box_id} data-state={box.state}>
      <td>
        {box.name}
        {isHere && <span class="quiet-text"> · {own.here}</span>}
      </td>
      <td>
        {own.states[box.state]}
        {box.state === "lost" && <span class="quiet-text"> · {say(own.heard, { time })}</span>}
      </td>
      <td>{box.streams}</td>
      <td>{box.robots}</td>
      <td>{box.version}</td>
      <td>
        <a href={box.url} rel="noreferrer" dir="ltr">
          {box.url}
        </a>
      </td>
    </tr>
  );
}
