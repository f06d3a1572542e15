import type { TestContext } from "node:test";
import { type Clock, systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Store } from "../../../src/base/core/store.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { Escalation } from "../../../src/notifications/escalation/escalation.ts";
import type { EscalationStep } from "../../../src/notifications/escalation/escalation-wire.ts";
import { makeStore } from "../store/make-store.ts";

/** Steps of the tests: devices of Anna after one minute, mail and relay after two. */
export const steps: readonly EscalationStep[] = [
  { afterMinutes: 1, to: ["push"], people: ["Anna"] },
  { afterMinutes: 2, to: ["mail", "relay"], people: [] },
];

/** Escalation on a real disk. An incident counts as acknowledged once `acknowledge` has stored that. */
export async function makeEscalation(
  t: Pick<TestContext, "after">,
  options: {
    dir?: string;
    clock?: Clock;
    steps?: readonly EscalationStep[];
    /** The store and event log of another part. */
    shared?: { store: Store; events: EventLog };
  } = {},
) {
  const { clock = systemClock } = options;
  const log = silentLogger;
  const store =
    options.shared?.store ??
    (await (options.dir === undefined
      ? makeStore(t)
      : makeStore({ after: () => {} }, options.dir)));
  const events = options.shared?.events ?? new EventLog({ store, clock, log });
  if (!options.shared) await events.start();
  const keyOf = (id: string) => ["test", "incident", id];
  const escalation = new Escalation({
    store,
    events,
    clock,
    log,
    minSeverity: "warning",
    steps: options.steps ?? steps,
    isAcknowledged: (reader, _org, id) => reader.get<boolean>(keyOf(id)),
  });
  await escalation.start();
  const stop = async (): Promise<void> => {
    await escalation.stop();
    if (!options.shared) await events.stop();
  };
  t.after(stop);
  return {
    store,
    events,
    escalation,
    stop,
    raise: (id: string, severity = "warning") =>
      store.transact((tx) => {
        tx.put(keyOf(id), false);
        const camera = { stream_id: "gate", stream_name: "Nordtor" };
        const data = { id, type: "intrusion", severity, ...camera, summary: "A person." };
        events.appendIn(tx, { org: "default", type: "incident.created", streamId: "gate", data });
      }),
    acknowledge: (id: string) => store.transact((tx) => tx.put(keyOf(id), true)),
    /** Incident and step of each escalation so far. */
    notified: (): string[] =>
      events
        .readBox(0, 10_000)
        .filter(({ type }) => type === "incident.escalated")
        .map(
          ({ data }) => `${String(data["id"])} ${(data["escalation"] as { step: number }).step}`,
        ),
  };
}
