import { FoxgloveServer } from "../../adapters/foxglove/foxglove-server.ts";
import type { Reading } from "../../base/contract/metrics.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { StreamSlots } from "../../http/streaming/stream-slots.ts";
import type { Robots } from "../fleet/robots.ts";
import type { Maps } from "../maps/maps.ts";
import type { FoxgloveRouteParts, FoxgloveTicket } from "../routes/robot-foxglove.ts";
import { foxgloveLimits } from "./foxglove-terms.ts";
import { LiveRobots } from "./live-robots.ts";
import { Tickets } from "./tickets.ts";

const { perKey, perBox } = foxgloveLimits;
const message = `A key has at most ${perKey} connections of Foxglove, and the box ${perBox}`;

/** What the connections of Foxglove need. */
export interface FoxgloveNeeds {
  robots: Robots;
  maps: Maps;
  events: EventLog;
  clock: Clock;
  publicUrl(): string;
}

/** The parts of the connections of Foxglove. */
export function makeFoxglove({ clock, publicUrl, ...parts }: FoxgloveNeeds): FoxgloveRouteParts & {
  readings(): Reading[];
} {
  const server = new FoxgloveServer(clock);
  return {
    server,
    live: new LiveRobots(parts),
    tickets: new Tickets<FoxgloveTicket>(clock),
    slots: new StreamSlots({ perKey, perBox, message }),
    publicUrl,
    readings: () => [
      { name: "gatehouse_foxglove_clients", value: server.clients },
      { name: "gatehouse_foxglove_dropped_total", value: server.dropped },
    ],
  };
}
