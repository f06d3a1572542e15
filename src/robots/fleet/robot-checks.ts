import { fail, invalidField } from "../../base/contract/fail.ts";
import { describeError } from "../../base/core/errors.ts";
import type { NetworkRules } from "../../base/core/guarded-dial.ts";
import type { RobotRequest } from "../driver/robot-document.ts";
import { readSettings } from "../driver/robot-settings.ts";
import { reservedRobotIds } from "../robot-terms.ts";
import { assertAllowed } from "./address.ts";
import type { RobotRecord } from "./robot-record.ts";

/** What a site lets robots reach. */
export interface RobotReach {
  /** Names of the MQTT brokers of the site configuration. */
  brokers: readonly string[];
  networks: NetworkRules;
}

/**
 * Throws `invalid_path_parameter` for a reserved id, `invalid_request_body` for impossible settings and an unknown
 * broker, and `forbidden_address`.
 */
export function assertRequest(id: string, request: RobotRequest, reach: RobotReach): void {
  if (reservedRobotIds.has(id)) {
    throw fail("invalid_path_parameter", `robot_id: ${id} is reserved. Choose another id`, {
      param: "robot_id",
    });
  }
  readSettings(request);
  assertAllowed(request, reach.networks);
  const broker = request.vda5050?.broker;
  if (broker === undefined || reach.brokers.includes(broker)) return;
  const known = reach.brokers.join(", ") || "none";
  const message = `the site configuration has no such broker. Use one of mqtt_brokers (${known})`;
  throw invalidField("vda5050.broker", message);
}

/** Throws `config_invalid` for a robot of the site configuration with impossible settings. */
export function assertSound(id: string, request: RobotRequest): void {
  try {
    readSettings(request);
  } catch (error) {
    throw fail("config_invalid", `robots.${id}: ${describeError(error)}`, { cause: error });
  }
}

/** Throws `conflict` for a robot of the site configuration, which the API does not change. */
export function assertOwn(record: RobotRecord | undefined): void {
  if (record?.origin !== "config") return;
  throw fail("conflict", "robot_id: the robot comes from the site configuration. Change it there");
}
