import type { Severity } from "../../base/contract/event-types.ts";
import type { Clock } from "../../base/core/clock.ts";
import { stableId } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import type { IncidentRecord } from "./incident-record.ts";
import { recentIncidents } from "./incident-store.ts";
import { summarise, summaryLocale } from "./summary/summary.ts";
import { type EventAppender, IncidentWriter } from "./incident-writer.ts";

/** The stream id of an incident without a stream; no stream can have this id. */
export const boxStreamId = "$box";

/** A fault of the appliance. */
export interface BoxFault {
  type: string;
  /** Distinguishes troubles of one type; one incident is open for each at a time. */
  key: string;
  severity: Severity;
  /** A sentence that a technician can act on; by default the type's own, in the site's language. */
  summary?: string;
  /** Names and figures of the trouble. */
  details?: Record<string, string | number | null>;
}

/**
 * Incidents of the box itself. They use the store, event log, lists and manual resolution of all incidents,
 * and survive restarts.
 */
export class BoxIncidents {
  readonly #parts: { store: Store; events: EventAppender; clock: Clock; log: Logger };
  readonly #org: string;
  readonly #locale: () => string;
  readonly #writer: IncidentWriter;

  /** `org`: the organisation that owns the box; `locale`: returns the language of its people. */
  constructor(
    parts: { store: Store; events: EventAppender; clock: Clock; log: Logger },
    org: string,
    locale = () => "en",
  ) {
    this.#parts = parts;
    this.#org = org;
    this.#locale = () => summaryLocale(locale());
    this.#writer = new IncidentWriter(parts, { url: () => null, clipUrl: () => null });
  }

  /** Opens an incident, unless one of this type and key is open. */
  raise(trouble: BoxFault): void {
    if (this.#open(trouble)) return;
    const nowMs = this.#parts.clock.wallMs();
    const { type, key, severity, details = null } = trouble;
    const facts = { type, zone: key, classes: [], count: 1, direction: null, seconds: 0 };
    const own = summarise({ ...facts, site: null, details }, this.#locale());
    const record: IncidentRecord = {
      v: 1,
      id: stableId(this.#org, boxStreamId, type, key, nowMs),
      org: this.#org,
      streamId: boxStreamId,
      jobId: "",
      type,
      rule: key,
      zone: null,
      state: "open",
      severity,
      classes: [],
      confidence: 1,
      trackIds: [],
      count: 1,
      direction: null,
      startedAtMs: nowMs,
      openedAtMs: nowMs,
      lastSeenAtMs: nowMs,
      resolvedAtMs: null,
      acknowledgedAtMs: null,
      locale: trouble.summary === undefined ? this.#locale() : "en",
      summary: trouble.summary ?? own,
      details,
      snapshotAssetId: null,
      site: null,
      groupKey: null,
      lastBoxNorm: null,
    };
    this.#writer.write(record, "created");
  }

  /** Resolves the open incident of this type and key, if there is one. */
  resolve(trouble: Pick<BoxFault, "type" | "key">): void {
    const record = this.#open(trouble);
    if (!record) return;
    const nowMs = this.#parts.clock.wallMs();
    this.#writer.write({ ...record, state: "resolved", resolvedAtMs: nowMs }, "resolved");
  }

  /** Resolves when everything is stored, or as soon as the store refuses. */
  async flush(): Promise<void> {
    await this.#writer.flush();
  }

  #open({ type, key }: Pick<BoxFault, "type" | "key">): IncidentRecord | undefined {
    const stream = { org: this.#org, streamId: boxStreamId };
    return recentIncidents(this.#parts.store, stream, Number.POSITIVE_INFINITY).find(
      (record) => record.state === "open" && record.type === type && record.rule === key,
    );
  }
}
