import type { LogPage, LogPageQuery, NumberedEntry } from "../base/events/numbered-log.ts";
import type { EgressEntry, EgressLog, TransferOutcome } from "./egress-log.ts";
import type { EgressWire } from "./wire/uplink-answers.ts";

/** A page of the organisation's entries on the wire. Fails as `EgressLog.page` does. */
export function egressPage(
  egress: Pick<EgressLog, "page">,
  org: string,
  query: LogPageQuery,
): LogPage<EgressWire> {
  return egress.page(org, query, egressWire);
}

function egressWire(seq: number, entry: NumberedEntry<EgressEntry & TransferOutcome>): EgressWire {
  return {
    id: String(seq),
    object: "egress.entry",
    created_at: entry.atMs / 1000,
    endpoint: entry.endpoint,
    host: entry.host,
    model: entry.model,
    capability: entry.capability,
    data_class: entry.dataClass,
    job_id: entry.jobId,
    step: entry.step,
    bytes_sent: entry.bytesSent,
    bytes_received: entry.received?.receivedBytes ?? null,
    cost: entry.received?.cost ?? null,
    outcome: entry.outcome,
  };
}
