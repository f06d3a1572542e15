import { type Static, Type } from "typebox";
import { camerasOf } from "../../base/contract/person.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { IncidentQuery } from "../review/incident-service.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { closedObject, severityParameter, streamIdParameter } from "../../http/queries.ts";
import { oneOfValues } from "../../base/contract/answers.ts";

/** Filters that lists and reviews of incidents share. */
const shared = {
  stream_id: Type.Optional(streamIdParameter),
  state: Type.Optional(oneOfValues(["open", "resolved"])),
  severity: Type.Optional(severityParameter),
  min_severity: Type.Optional(severityParameter),
  type: Type.Optional(Type.String({ pattern: "^[a-z_]{1,64}$" })),
  group_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      description: "Incidents of this group only. `group_by` of the stream forms the groups",
    }),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        "Incidents that have all these words in summary, type, camera or zone, in any order. The box uses the first 8 words",
    }),
  ),
  from: Type.Optional(
    Type.Number({
      minimum: 0,
      description: "Incidents that started at or after this time, in Unix seconds",
    }),
  ),
};

const to = Type.Number({
  minimum: 0,
  description: "Incidents that started before this time, in Unix seconds",
});

/** The query parameters that select incidents. */
export const incidentFilters = {
  ...shared,
  acknowledged: Type.Optional(
    oneOfValues(
      ["true", "false"],
      "`true`: only incidents that somebody has acknowledged; `false`: only the others",
    ),
  ),
  to: Type.Optional(to),
};

/** The filter of a review; `to` is its cutoff: what begins later is not part of it. */
export const reviewFilter = closedObject({
  ...shared,
  acknowledged: Type.Optional(Type.Boolean()),
  to,
});

interface Filters extends Omit<Static<typeof reviewFilter>, "acknowledged" | "to"> {
  acknowledged?: boolean | "true" | "false";
  to?: number;
}

/** The filters as the domain has them. */
export function filtersOf(caller: Pick<Caller, "person">, query: Filters): IncidentQuery {
  const streamIds = camerasOf(caller);
  const { stream_id: streamId, min_severity: minSeverity, group_key: groupKey } = query;
  const { state, severity, type, search, from, to: before, acknowledged } = query;
  const isAcknowledged = acknowledged === undefined ? undefined : String(acknowledged) === "true";
  return omitUndefined({
    streamId,
    streamIds,
    state,
    severity,
    minSeverity,
    type,
    groupKey,
    isAcknowledged,
    search,
    from,
    to: before,
  });
}
