import type { Incident } from "../../../../client/source/generated.ts";
import { nameOf } from "../../cameras/camera-name.ts";
import { Button } from "../../parts/button.tsx";
import { Badge } from "../../parts/notice.tsx";
import { count, say, time } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { IncidentCard, Picture } from "./incident-row.tsx";
import { Severity, typeName } from "./incident-words.tsx";
import type { Row } from "./rows.ts";

/** What a row of the queue needs. */
export interface QueueRowProps {
  row: Row;
  href: string;
  isCurrent: boolean;
  /** All of its incidents are selected. */
  isSelected: boolean;
  onSelect: (how: { isRange: boolean }) => void;
  onToggle: () => void;
}

/** One line of the queue: a box to select it, and a link that opens its newest incident. */
export function QueueRow(props: QueueRowProps) {
  const { row, isSelected, onSelect } = props;
  const { queue } = words.value;
  const newest = row.incidents[0]!;
  const name = [typeName(newest.type), nameOf(newest.stream_id), time(newest.started_at)].join(
    ", ",
  );
  return (
    <div
      class="incident queue-row"
      data-row={row.key}
      data-incident={row.isGroup ? undefined : newest.id}
      data-group={row.isGroup ? row.key : undefined}
      data-member={row.isMember}
      data-type={newest.type}
      data-severity={highest(row.incidents)}
    >
      <label class="queue-select">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={say(queue.select, { name })}
          onClick={(event) => onSelect({ isRange: event.shiftKey })}
        />
      </label>
      {row.isGroup ? (
        <GroupCard {...props} />
      ) : (
        <IncidentCard incident={newest} {...linkOf(props)} />
      )}
    </div>
  );
}

function linkOf({ href, isCurrent }: QueueRowProps) {
  return { href, isChosen: isCurrent };
}

function GroupCard({ row, href, isCurrent, onToggle }: QueueRowProps) {
  const { queue, incidents: own } = words.value;
  const { incidents } = row;
  const newest = incidents[0]!;
  const cameras = [...new Set(incidents.map(({ stream_id: id }) => nameOf(id)))];
  const unseen = incidents.filter(({ acknowledged_at: at }) => !at).length;
  return (
    <>
      <a href={href} aria-current={isCurrent ? "true" : undefined}>
        <Picture key={newest.snapshot_url} incident={newest} />
        <span class="incident-text">
          <strong>
            {count(own.inGroup, incidents.length, {
              cameras: count(own.groupCameras, cameras.length),
            })}
          </strong>
          <span class="quiet-text">
            {[typesOf(incidents), cameras.slice(0, 3).join(", ")].join(" · ")}
          </span>
          <span class="quiet-text">
            {[incidents.at(-1)!.started_at, newest.started_at].map(time).join(" – ")}
          </span>
        </span>
        <span class="incident-badges">
          <Severity of={highest(incidents)} />
          {unseen === 0 ? (
            <Badge tone="good">{own.acknowledged}</Badge>
          ) : (
            <Badge>{say(queue.unseen, { count: unseen })}</Badge>
          )}
        </span>
      </a>
      <Button tone="quiet" isExpanded={row.isOpen} onPress={onToggle} label={queue.showEach}>
        <span aria-hidden="true">{row.isOpen ? "▴" : "▾"}</span>
      </Button>
    </>
  );
}

function typesOf(incidents: readonly Incident[]): string {
  return [...new Set(incidents.map(({ type }) => typeName(type)))].slice(0, 2).join(", ");
}

const severities = ["info", "warning", "critical"] as const;

function highest(incidents: readonly Incident[]): Incident["severity"] {
  const ranks = incidents.map(({ severity }) => severities.indexOf(severity));
  return severities[Math.max(...ranks)]!;
}
