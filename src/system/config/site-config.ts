import type { RobotRequest } from "../../robots/driver/robot-document.ts";
import type { RuleRequest } from "../../automation/rules/rule-document.ts";
import type { CameraConfig } from "../../perception/site-settings.ts";
import type { SignInSecrets } from "../../base/people/site-settings.ts";
import type { FleetSecrets } from "../../fleet/site-settings.ts";
import type { AlarmSecrets } from "../../notifications/alarms/site-settings.ts";
import type { BrokerConfig } from "../../notifications/mqtt/site-parts.ts";
import type { CamelCased } from "../../base/settings/camel-case.ts";
import type { UplinkConfig } from "../../uplink/site-parts.ts";
import type { VoiceSecrets } from "../../voice/site-settings.ts";
import type { SiteYaml } from "./schema.ts";

/** A robot of the configuration: the body of `PUT /robots/<id>` on behalf of an organisation. */
export interface RobotConfig {
  organisation: string;
  id: string;
  request: RobotRequest;
}

/** A rule of the configuration: the body of `PUT /rules/<id>` on behalf of an organisation. */
export interface RuleConfig {
  organisation: string;
  id: string;
  request: RuleRequest;
}

/**
 * The checked site configuration, deep-frozen, with absolute paths. Each part gets a section of it,
 * never the whole.
 */
export type SiteConfig = CamelCased<
  Omit<SiteYaml, "cameras" | "mqtt_brokers" | "robots" | "rules" | "uplink" | "version">
> & {
  readonly uplink: UplinkConfig;
  readonly cameras: readonly CameraConfig[];
  readonly voiceSecrets: VoiceSecrets;
  readonly alarmSecrets: AlarmSecrets;
  readonly signInSecrets: SignInSecrets;
  readonly fleetSecrets: FleetSecrets;
  readonly mqttBrokers: readonly BrokerConfig[];
  readonly robots: readonly RobotConfig[];
  readonly rules: readonly RuleConfig[];
};
