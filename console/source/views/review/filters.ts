import type { Incident, Stream } from "../../../../client/source/generated.ts";

/** The incidents to list; an empty field selects all. */
export interface Filters {
  state: "" | Incident["state"];
  min_severity: "" | Incident["severity"];
  type: string;
  stream_id: Stream["stream_id"];
  /** Length of time back from now, in hours; empty for all. */
  hours: "" | "1" | "24" | "168";
  /** Days of the reader's calendar, `2026-11-23`, both inclusive; empty for all. */
  from_day: string;
  to_day: string;
  /** Words of the summary. */
  search: string;
  /** `all` includes what somebody has acknowledged. */
  review: "" | "all";
  /** `each` shows what belongs together as single rows; leaves nothing out. */
  list: "" | "each";
}

/** Everything that nobody has acknowledged. */
export const noFilters: Filters = {
  state: "",
  min_severity: "",
  type: "",
  stream_id: "",
  hours: "",
  from_day: "",
  to_day: "",
  search: "",
  review: "",
  list: "",
};

const severities = ["info", "warning", "critical"];
const hourSec = 3600;

/** The filters in the page's address. */
export function readFilters(query: URLSearchParams): Filters {
  const names = Object.keys(noFilters) as (keyof Filters)[];
  const filters: Record<keyof Filters, string> = { ...noFilters };
  for (const name of names) filters[name] = query.get(name) ?? "";
  return filters as Filters;
}

/** The query of the request. */
export function questionOf(filters: Filters) {
  return {
    state: filters.state || undefined,
    min_severity: filters.min_severity || undefined,
    type: filters.type || undefined,
    stream_id: filters.stream_id || undefined,
    search: filters.search.trim() || undefined,
    acknowledged: filters.review === "all" ? undefined : ("false" as const),
    from: beginningOf(filters),
    to: filters.to_day === "" ? undefined : dayOf(filters.to_day) + 24 * hourSec,
  };
}

/** The earliest start of an incident in the list, Unix seconds. */
function beginningOf({ hours, from_day: day }: Filters): number | undefined {
  if (day !== "") return dayOf(day);
  return hours === "" ? undefined : Math.floor(Date.now() / 1000) - Number(hours) * hourSec;
}

function dayOf(day: string): number {
  return new Date(`${day}T00:00`).getTime() / 1000;
}

/** True when an event's incident matches the filters. */
export function fits(incident: Incident, filters: Filters): boolean {
  const { state, min_severity: least, type, stream_id: stream, hours } = filters;
  if (state !== "" && incident.state !== state) return false;
  if (type !== "" && incident.type !== type) return false;
  if (stream !== "" && incident.stream_id !== stream) return false;
  if (filters.review !== "all" && incident.acknowledged_at) return false;
  if (hours !== "" && incident.started_at < Date.now() / 1000 - Number(hours) * hourSec)
    return false;
  const { from, to } = questionOf(filters);
  if (incident.started_at < (from ?? 0) || incident.started_at >= (to ?? Infinity)) return false;
  const text = [incident.summary, incident.type.replaceAll("_", " "), incident.stream_id].join(" ");
  const searchWords = filters.search.toLowerCase().split(/\s+/);
  if (!searchWords.every((word) => text.toLowerCase().includes(word))) return false;
  return severities.indexOf(incident.severity) >= severities.indexOf(least);
}
