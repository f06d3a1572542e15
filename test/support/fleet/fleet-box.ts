import type { TestContext } from "node:test";
import { NatsLink, type NatsLinkOptions } from "../../../src/adapters/nats/nats-link.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { FleetTable } from "../../../src/fleet/fleet-table.ts";
import { Membership } from "../../../src/fleet/membership.ts";

/** The parts of one box that belong to the fleet, with the real connection. */
export interface FleetBox {
  membership: Membership;
  table: FleetTable;
  link: NatsLink;
  /** Ends it without a goodbye, as a power cut does. */
  cut(): Promise<void>;
}

/** The settings of one box. */
export interface FleetBoxSettings extends Partial<NatsLinkOptions> {
  servers: readonly string[];
  /** Adds readers of the table, which miss what was read before. */
  beforeStart?(table: FleetTable): Promise<void>;
}

/** Starts the membership of the box `boxId` against the real server at `url`. */
export async function startFleetBox(
  t: Pick<TestContext, "after">,
  boxId: string,
  settings: FleetBoxSettings,
): Promise<FleetBox> {
  const { servers, beforeStart, ...options } = settings;
  const link = new NatsLink({
    bucket: "gatehouse-test",
    voters: 1,
    name: boxId,
    clock: systemClock,
    maxPauseMs: 300,
    ...options,
    servers,
  });
  const table = new FleetTable(link);
  const membership = new Membership({
    link,
    table,
    clock: systemClock,
    log: silentLogger,
    own: {
      boxId,
      session: `${boxId}-${Math.random()}`,
      name: () => `Box ${boxId}`,
      url: () => `http://${boxId}`,
      version: "1",
    },
  });
  await beforeStart?.(table);
  await membership.start(new AbortController().signal);
  t.after(() => membership.stop());
  return { membership, table, link, cut: () => link.stop() };
}

/** The states of the boxes as `box` sees them, by id. */
export function seen({ membership }: FleetBox): Record<string, string> {
  return Object.fromEntries(membership.members().map(({ boxId, state }) => [boxId, state]));
}
