import { rulesFaults } from "../../automation/rules/site-checks.ts";
import type { Fault } from "../../base/contract/explain.ts";
import { onvifDeviceFaults } from "../../cameras/onvif-device/site-checks.ts";
import { rtspFaults } from "../../cameras/restream/site-checks.ts";
import { fleetFaults } from "../../fleet/site-checks.ts";
import { healthFaults } from "../../health/site-checks.ts";
import { serverFaults } from "../../http/site-checks.ts";
import { brokerFaults, mqttFaults } from "../../notifications/mqtt/site-checks.ts";
import { pushFaults } from "../../notifications/push/site-checks.ts";
import { webhooksFaults } from "../../notifications/webhooks/site-checks.ts";
import { cameraFaults } from "../../perception/site-checks.ts";
import { robotsFaults } from "../../robots/site-checks.ts";
import { uplinkFaults } from "../../uplink/site-checks.ts";
import type { SiteYaml } from "./schema.ts";

/** The checks of all modules. */
const checks: readonly ((yaml: SiteYaml) => Fault[])[] = [
  serverFaults,
  pushFaults,
  webhooksFaults,
  cameraFaults,
  rtspFaults,
  onvifDeviceFaults,
  robotsFaults,
  rulesFaults,
  brokerFaults,
  mqttFaults,
  fleetFaults,
  uplinkFaults,
  healthFaults,
];

/** Returns the faults between fields that are each valid by themselves. */
export function crossChecks(yaml: SiteYaml): Fault[] {
  return checks.flatMap((check) => check(yaml));
}
