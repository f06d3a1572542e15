import type { Incident, Stream } from "../../../../client/source/generated.ts";

/** The incidents to list; an empty field selects all. */
export interface Filters {
  state: "" | Incident["state"];
  min_severity: "" | Incident["severity"];
  type: string;
  stream_id: Stream["stream_id"];
  /** Length of time back from now, in hours; empty for all. */
  hours: "" | "1" | "24" | "168";
  /** `1` shows what belongs together as one row; leaves nothing out. */
  grouped: "" | "1";
}

/** Nothing left out. */
export const noFilters: Filters = {
  state: "",
  min_severity: "",
  type: "",
  stream_id: "",
  hours: "",
  grouped: "",
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
  const { hours } = filters;
  return {
    state: filters.state || undefined,
    min_severity: filters.min_severity || undefined,
    type: filters.type || undefined,
    stream_id: filters.stream_id || undefined,
    from: hours === "" ? undefined : Math.floor(Date.now() / 1000) - Number(hours) * hourSec,
  };
}

/** True when an event's incident matches the filters. */
export function fits(incident: Incident, filters: Filters): boolean {
  const { state, min_severity: least, type, stream_id: stream, hours } = filters;
  if (state !== "" && incident.state !== state) return false;
  if (type !== "" && incident.type !== type) return false;
  if (stream !== "" && incident.stream_id !== stream) return false;
  if (hours !== "" && incident.started_at < Date.now() / 1000 - Number(hours) * hourSec)
    return false;
  return severities.indexOf(incident.severity) >= severities.indexOf(least);
}
