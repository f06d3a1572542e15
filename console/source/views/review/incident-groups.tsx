import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Incident, IncidentGroup } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { siteEvents } from "../../api/events.ts";
import { useLoad } from "../../api/load.ts";
import { pageMax, usePages } from "../../api/pages.ts";
import { Button } from "../../parts/button.tsx";
import { Badge, Empty, Loading, Problem } from "../../parts/notice.tsx";
import { Paged } from "../../parts/paged.tsx";
import { count, say, time } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { type Filters, questionOf } from "./filters.ts";
import { IncidentRow } from "./incident-row.tsx";
import { Severity, typeName } from "./incident-words.tsx";

/** Events of this time are answered by one question. */
const gatherMs = 1000;
const types = ["incident.created", "incident.updated", "incident.resolved"];
/** Incidents have times in milliseconds, and the end of a span is exclusive. */
const tickSec = 0.001;

interface GroupsProps {
  filters: Filters;
  chosenId: string;
  linkOf: (id: string) => string;
}

/** Incidents that belong together, across cameras: the newest of each group, and the others on demand. */
export function IncidentGroups({ filters, chosenId, linkOf }: GroupsProps) {
  const { incidents: own } = words.value;
  const pages = usePages(
    (after, signal) =>
      box.surveillance.listIncidentGroups({ ...questionOf(filters), ...after }, { signal }),
    [JSON.stringify(filters)],
  );
  const { refresh, items } = pages;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh();
      }, gatherMs);
    };
    const stop = siteEvents.follow(types, soon, soon);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [refresh]);
  const isPlain = items?.every(({ group_key: key }) => key === null);
  return (
    <>
      {isPlain && items!.length > 0 && <p class="hint">{own.ungrouped}</p>}
      <Paged pages={pages} none={own.nothing}>
        {(groups) => (
          <ol class="incident-rows">
            {groups.map((group) => (
              <Group key={keyOf(group)} {...{ group, filters, chosenId, linkOf }} />
            ))}
          </ol>
        )}
      </Paged>
    </>
  );
}

/** A group grows at its newer end: its oldest incident tells it from others of its key. */
function keyOf({ group_key: key, first_started_at: first, latest }: IncidentGroup): string {
  return key === null ? latest.id : `${key} ${first}`;
}

function Group({ group, filters, chosenId, linkOf }: GroupsProps & { group: IncidentGroup }) {
  const [isOpen, setOpen] = useState(false);
  const { latest, count: amount, open, severity, types: kinds, stream_ids: streams } = group;
  const { incidents: own } = words.value;
  const row = (incident: Incident) => (
    <IncidentRow
      key={incident.id}
      incident={incident}
      href={linkOf(incident.id)}
      isChosen={incident.id === chosenId}
    />
  );
  if (amount === 1) return row(latest);
  const cameras = count(own.groupCameras, streams.length);
  return (
    <li class="incident-group" data-group={group.group_key}>
      <ol class="incident-rows">{row(latest)}</ol>
      <div class="row">
        <Button isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {count(own.inGroup, amount, { cameras })}
        </Button>
        <Severity of={severity} />
        {open > 0 && <Badge tone="critical">{say(own.openInGroup, { count: open })}</Badge>}
        <span class="quiet-text">
          {[kinds.map(typeName).join(", "), streams.join(", "), since(group)].join(" · ")}
        </span>
      </div>
      {isOpen && <Members group={group} filters={filters} row={row} />}
    </li>
  );
}

function since({ first_started_at: first, last_started_at: last }: IncidentGroup): string {
  return [first, last].map(time).join(" – ");
}

/** The incidents of a group but for the newest, which is in sight; at most 100. */
function Members(props: {
  group: IncidentGroup;
  filters: Filters;
  row: (incident: Incident) => JSX.Element;
}) {
  const { group, filters, row } = props;
  const { latest, count: amount, first_started_at: from, last_started_at: last } = group;
  const { data, error, reload } = useLoad(
    async (signal) => {
      const span = { from: from - tickSec, to: last + tickSec, limit: pageMax };
      const question = { ...questionOf(filters), ...span, group_key: group.group_key! };
      return (await box.surveillance.listIncidents(question, { signal })).data.data;
    },
    [latest.id, amount],
  );
  const others = data?.filter(({ id }) => id !== latest.id);
  return (
    <>
      <Problem error={error} onRetry={reload} />
      {others === undefined && error === undefined && <Loading />}
      {others?.length === 0 && <Empty>{words.value.common.none}</Empty>}
      <ol class="incident-rows">{others?.map(row)}</ol>
    </>
  );
}
