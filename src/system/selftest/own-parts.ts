import { SettingsResolver } from "../../perception/settings/settings-resolver.ts";
import type { SharedParts } from "../../perception/streams/create-stream.ts";
import type { Cameras } from "../../cameras/camera.ts";
import { type Meter, silentMeter } from "../../base/contract/metrics.ts";
import type { NewEvent } from "../../base/events/event.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { CoverageLedger } from "../../perception/coverage/coverage-ledger.ts";
import type { EventAppender } from "../../perception/incidents/incident-writer.ts";

/**
 * First part of the store's keys of a measurement. No organisation can have this id (it has a
 * character that ids may not have), so no key sees anything below it.
 */
export const selftestOrg = "box_selftest";

/** Keys of a measurement that one transaction removes. */
const sweepBatch = 100;

/** Receives the events and figures of the stream of a measurement. */
export interface SelftestListener {
  /** Called when an event of this zone is durable. */
  onEvent(zone: string): void;
  onStage(stage: "detect" | "incident" | "event", seconds: number): void;
}

/**
 * Returns the parts of an ordinary stream without its effects on others: the event is written with
 * its incident in one transaction as always, but not into the log that receivers, rules, page and
 * broker read; pictures are made and not kept; figures go to `listener` and not to `/metrics`.
 */
export function ownParts(
  parts: SharedParts,
  own: { cameras: Cameras; coverage: CoverageLedger },
  listener: SelftestListener,
): SharedParts {
  const { hub: _hub, ...others } = parts;
  return {
    ...others,
    ...own,
    events: quietEvents(parts, listener),
    meter: listenerMeter(listener),
    evidence: {
      url: () => null,
      clipUrl: () => null,
      put: async () => "not-kept",
      keep: async () => undefined,
      read: async () => undefined,
    },
    resolver: new SettingsResolver(parts.resolver.context, {
      addTo: (_stream, _settings, resolved) => resolved,
    }),
    tracks: {
      record: () => ({ append: () => undefined, close: async () => undefined }),
      read: async function* none() {
        // Nothing is recorded.
      },
    },
  };
}

/** As durable as the event log's entries, without other readers. */
function quietEvents({ clock }: SharedParts, listener: SelftestListener): EventAppender {
  return {
    appendIn(tx, event: NewEvent) {
      tx.put([selftestOrg, "event", uuidv7(clock.wallMs())], event);
      if (event.type !== "incident.created") return;
      tx.afterCommit(() => listener.onEvent(String(event.data["zone"])));
    },
  };
}

function listenerMeter(listener: SelftestListener): Meter {
  return {
    ...silentMeter,
    observe(name, seconds, labels) {
      const stage = labels?.["stage"];
      if (name !== "gatehouse_stream_latency_seconds") return;
      if (stage === "detect" || stage === "incident" || stage === "event") {
        listener.onStage(stage, seconds);
      }
    },
  };
}

/** Removes the records of measurements from the store. */
export async function sweep({ store }: Pick<SharedParts, "store">): Promise<void> {
  for (;;) {
    const left = store.range({ prefix: [selftestOrg], limit: sweepBatch });
    if (left.length === 0) return;
    await store.transact((tx) => left.forEach(({ key }) => tx.remove(key)), { essential: true });
  }
}
