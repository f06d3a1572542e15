import { type Static, Type } from "typebox";
import {
  amount,
  choice,
  count,
  organisationSetting,
  section,
  text,
} from "../../base/settings/fields.ts";
import { signInSetting } from "../../base/people/site-settings.ts";
import { recording, retention } from "../../base/settings/retention.ts";
import {
  cameraNetworksSetting,
  loopbackCamerasSetting,
  mediaDirsSetting,
} from "../../cameras/site-settings.ts";
import { onvifDeviceSetting } from "../../cameras/onvif-device/site-settings.ts";
import { rtspSetting, webrtcSetting } from "../../cameras/restream/site-settings.ts";
import { fleetSetting } from "../../fleet/site-settings.ts";
import { health } from "../../health/site-settings.ts";
import { limitsSetting, metricsSetting, serverSetting } from "../../http/site-settings.ts";
import { mcpSetting } from "../../mcp/site-settings.ts";
import { alarmsSetting } from "../../notifications/alarms/site-settings.ts";
import { brokersSetting } from "../../notifications/mqtt/site-parts.ts";
import { mqttSetting } from "../../notifications/mqtt/site-settings.ts";
import { escalationSetting } from "../../notifications/escalation/site-settings.ts";
import { pushSetting } from "../../notifications/push/site-settings.ts";
import { webhooksSetting } from "../../notifications/webhooks/site-settings.ts";
import {
  camerasSetting,
  modelsSetting,
  perceptionSetting,
} from "../../perception/site-settings.ts";
import { doorsSetting } from "../../robots/doors/site-settings.ts";
import {
  loopbackRobotsSetting,
  robotNetworksSetting,
  robotsSetting,
  rosSetting,
} from "../../robots/site-settings.ts";
import { rulesSetting } from "../../automation/rules/site-settings.ts";
import { uplink } from "../../uplink/site-settings.ts";
import { voiceSetting } from "../../voice/site-settings.ts";

const site = section("The site", "live", {
  name: text({
    title: "Name of the site, as the page shows it",
    default: "Gatehouse",
    maxLength: 100,
  }),
  organisation: organisationSetting("Organisation of the keys that the command line creates", {
    applies: "restart",
  }),
  locale: text({
    title: "Language of texts for people (BCP 47), for example `de`",
    default: "en",
    pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$",
  }),
});

const log = section("Log", "live", {
  level: choice(["debug", "info", "warn", "error"], {
    title: "Lowest level of entries in the log",
    default: "info",
  }),
});

const tracing = section("Traces to an OpenTelemetry receiver (OTLP over HTTP)", "live", {
  otlp_endpoint: Type.Optional(
    Type.String({
      title:
        "Address for OpenTelemetry traces, for example http://collector:4318/v1/traces. Without it the box sends no traces",
      pattern: "^https?://[^\\s/@]+(/\\S*)?$",
      maxLength: 2048,
    }),
  ),
  sample_ratio: amount({
    title:
      "Share of its own traces that the box records. If a caller began the trace, the sampling flag of the caller decides",
    default: 1,
    minimum: 0,
    maximum: 1,
  }),
});

const safeMode = section("Safe mode: API and page without cameras and robots", "restart", {
  after_crashes: count({
    title:
      "Number of crashes within five minutes after which the box starts in safe mode. With 0 it never does",
    default: 3,
    minimum: 0,
    maximum: 20,
  }),
  retry_minutes: amount({
    title: "Time after which the box leaves safe mode and tries again. With 0 it never does",
    unit: "minutes",
    default: 60,
    minimum: 0,
    maximum: 100_000,
  }),
});

/**
 * The site configuration as written in YAML: the sections of all modules, each with titles, units,
 * defaults and ranges. The source of the check, the defaults and `docs/install/configuration.md`.
 */
export const siteSchema = section("Site configuration", {
  version: Type.Integer({
    title: "Version of this file format",
    applies: "restart",
    default: 1,
    minimum: 1,
    maximum: 1,
  }),
  site,
  data_dir: text({
    title: "Directory for the store, the pictures and the admin socket",
    applies: "restart",
    default: "./data",
  }),
  media_dirs: mediaDirsSetting,
  server: serverSetting,
  models: modelsSetting,
  limits: limitsSetting,
  retention,
  recording,
  perception: perceptionSetting,
  webhooks: webhooksSetting,
  uplink,
  voice: voiceSetting,
  health,
  log,
  metrics: metricsSetting,
  tracing,
  safe_mode: safeMode,
  camera_networks: cameraNetworksSetting,
  allow_loopback_cameras: loopbackCamerasSetting,
  rtsp: rtspSetting,
  webrtc: webrtcSetting,
  onvif_device: onvifDeviceSetting,
  robot_networks: robotNetworksSetting,
  allow_loopback_robots: loopbackRobotsSetting,
  cameras: camerasSetting,
  mqtt_brokers: brokersSetting,
  mqtt: mqttSetting,
  fleet: fleetSetting,
  alarms: alarmsSetting,
  sign_in: signInSetting,
  push: pushSetting,
  escalation: escalationSetting,
  ros: rosSetting,
  robots: robotsSetting,
  doors: doorsSetting,
  rules: rulesSetting,
  mcp: mcpSetting,
});

/** The site configuration as written. */
export type SiteYaml = Static<typeof siteSchema>;
