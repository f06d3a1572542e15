import type { Clock } from "../../base/core/clock.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import type { Route } from "../../http/route.ts";
import type { HttpServices } from "../../http/services.ts";
import type { StreamSlots } from "../../http/streaming/stream-slots.ts";
import type { Places } from "../maps/places.ts";
import type { RobotService } from "../fleet/robot-service.ts";
import type { TelemetryHub } from "../fleet/telemetry-wire.ts";
import { robotCommandRoutes } from "./robot-commands.ts";
import { robotConfigRoutes } from "./robot-config.ts";
import { robotEventRoutes } from "./robot-events.ts";
import { type RobotMapParts, robotMapRoutes } from "./robot-maps.ts";
import { robotPlaceRoutes } from "./robot-places.ts";
import { robotTeleopRoutes } from "./robot-teleop.ts";
import { robotRoutes } from "./robots.ts";
import type { TrafficService } from "../traffic/traffic-service.ts";
import type { Doors } from "../doors/doors.ts";
import { robotDoorRoutes } from "./robot-doors.ts";
import { robotTrafficRoutes } from "./robot-traffic.ts";
import type { RecordingService } from "../recordings/recording-service.ts";
import { robotRecordingRoutes } from "./robot-recordings.ts";
import { type FoxgloveRouteParts, robotFoxgloveRoutes } from "./robot-foxglove.ts";
import { robotTraceRoutes } from "./robot-trace.ts";
import type { McapFormat } from "../fleet/mcap-port.ts";

/** Dependencies of the routes of robots. */
export interface RobotRouteParts {
  clock: Clock;
  jobs: Jobs;
  keys: ApiKeys;
  robots: RobotService;
  telemetry: TelemetryHub;
  /** Counts open teleop sessions. */
  teleopSlots: StreamSlots;
  maps: RobotMapParts & { places: Places };
  mcap: McapFormat;
  traffic: TrafficService;
  robotRecordings: RecordingService;
  foxglove: FoxgloveRouteParts;
  doors: Doors;
}

/** Robots, their maps, configuration, events, teleop and commands. */
export function allRobotRoutes(parts: RobotRouteParts, http: HttpServices): Route[] {
  const { clock, jobs, keys, robots, telemetry, teleopSlots: slots } = parts;
  const { sockets, access } = http;
  return [
    ...robotMapRoutes(parts.maps),
    ...robotPlaceRoutes(parts.maps.places),
    ...robotConfigRoutes(robots),
    ...robotEventRoutes(http.events, telemetry),
    ...robotFoxgloveRoutes({ ...parts.foxglove, sockets, access }),
    ...robotRecordingRoutes(parts.robotRecordings),
    ...robotDoorRoutes({ doors: parts.doors, places: parts.maps.places }),
    ...robotTrafficRoutes({ traffic: parts.traffic, keys, clock }),
    ...robotRoutes(robots, keys),
    ...robotTraceRoutes({ robots, clock, mcap: parts.mcap }),
    ...robotTeleopRoutes({ robots, keys, clock, sockets, slots, access }),
    ...robotCommandRoutes({ robots, keys, idempotency: jobs.idempotency }),
  ];
}
