import type { Incident } from "../../../../client/source/generated.ts";

/** Longest time between the beginnings of two incidents of one group, in seconds; as the API's usual one. */
const gapSec = 300;

/** One line of the queue: an incident, or what belongs together. */
export interface Row {
  /** Stays the same while newer incidents arrive. */
  key: string;
  /** The newest first; one, or those of a group. */
  incidents: readonly Incident[];
  /** Of a group: true while its incidents follow as rows. */
  isOpen: boolean;
  isGroup: boolean;
  /** True for an incident of an open group. */
  isMember: boolean;
}

/**
 * The lines of incidents, newest first. Incidents belong together by the stream's `group_by`, without it by camera,
 * type and zone, while each begins at most five minutes after the one before.
 */
export function rowsOf(
  incidents: readonly Incident[],
  how: { isGrouped: boolean; openGroups: ReadonlySet<string> },
): Row[] {
  if (!how.isGrouped) return incidents.map((incident) => rowOf(incident, false));
  return groupsOf(incidents).flatMap((group) => {
    const [newest] = group;
    if (group.length === 1) return [rowOf(newest!, false)];
    const key = groupKey(group.at(-1)!);
    const isOpen = group.some((incident) => how.openGroups.has(groupKey(incident)));
    const head = { key, incidents: group, isOpen, isGroup: true, isMember: false };
    return isOpen ? [head, ...group.map((incident) => rowOf(incident, true))] : [head];
  });
}

/**
 * Where the row with `key` is now, or -1. A row that has become a group, and a group that has grown at its older end,
 * have another key: the incident of the key leads to them.
 */
export function indexOfRow(rows: readonly Row[], key: string): number {
  const exact = rows.findIndex((row) => row.key === key);
  if (exact !== -1 || key === "") return exact;
  return rows.findIndex(({ incidents }) =>
    incidents.some((one) => one.id === key || groupKey(one) === key),
  );
}

/** The groups that are open after `row` was opened or closed. */
export function groupsAfterToggle(openGroups: ReadonlySet<string>, row: Row): ReadonlySet<string> {
  const own = new Set(row.incidents.map(groupKey));
  const others = [...openGroups].filter((key) => !own.has(key));
  return new Set(others.length < openGroups.size ? others : [...others, row.key]);
}

/** Key of a group by its oldest incident. */
function groupKey({ id }: Incident): string {
  return `group ${id}`;
}

/** Rows of incidents, alone and within a group: the same incident has the same row, which is not drawn again. */
const rowsOfIncidents = {
  alone: new WeakMap<Incident, Row>(),
  member: new WeakMap<Incident, Row>(),
};

function rowOf(incident: Incident, isMember: boolean): Row {
  const known = isMember ? rowsOfIncidents.member : rowsOfIncidents.alone;
  const before = known.get(incident);
  if (before) return before;
  const { id: key } = incident;
  const row = { key, incidents: [incident], isOpen: false, isGroup: false, isMember };
  known.set(incident, row);
  return row;
}

function groupsOf(incidents: readonly Incident[]): Incident[][] {
  const groups: Incident[][] = [];
  const newestOf = new Map<string, Incident[]>();
  for (const incident of incidents) {
    const { group_key: givenKey, stream_id: stream, type, zone } = incident;
    const key = givenKey ?? [stream, type, zone].join(" ");
    const known = newestOf.get(key);
    const isNear = known && known.at(-1)!.started_at - incident.started_at <= gapSec;
    if (isNear) known.push(incident);
    else {
      const group = [incident];
      groups.push(group);
      newestOf.set(key, group);
    }
  }
  return groups;
}
