import { type Static, Type } from "typebox";
import { amount, choice, count, flag, section, text, texts } from "../../base/settings/fields.ts";
import { health } from "../../health/site-settings.ts";
import { recording, retention } from "../../base/settings/retention.ts";
import { streamIdPattern, streamRequestSchema } from "../../perception/wire/surveillance.ts";
import { alarmsSetting } from "../../notifications/alarms/site-settings.ts";
import { brokersSetting } from "../../notifications/mqtt/site-parts.ts";
import { mqttSetting } from "../../notifications/mqtt/site-settings.ts";
import { voiceSetting } from "../../voice/site-settings.ts";
import { organisationSetting, robotsSetting } from "../../robots/site-settings.ts";
import { rulesSetting } from "../../automation/rules/site-settings.ts";
import { uplink } from "../../uplink/site-settings.ts";

const site = section("The site", {
  name: text({
    title: "Name of the site, shown on the page",
    default: "Gatehouse",
    maxLength: 100,
  }),
  organisation: organisationSetting("Organisation that new keys belong to"),
  locale: text({
    title: "Language of texts for people (BCP 47)",
    default: "en",
    pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$",
  }),
});

const tls = section("TLS of the HTTP server", {
  mode: choice(["auto", "site", "files", "off"], {
    title:
      "`site`: a certificate of the box's own authority; `files`: yours; `off`: plain HTTP; " +
      "`auto`: `site` beyond loopback, `off` on it",
    default: "auto",
  }),
  names: texts({
    title: "Names and addresses in the site's certificate besides the machine's own",
  }),
  cert_file: Type.Optional(
    Type.String({
      title: "Your certificate with its chain (PEM), for `files`",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
  key_file: Type.Optional(
    Type.String({
      title: "Its private key (PEM), not readable by everybody",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
});

const server = section("HTTP server", {
  host: text({ title: "Address to listen on", default: "127.0.0.1", maxLength: 255 }),
  port: count({
    title: "TCP port; 0 takes a free one",
    default: 8480,
    minimum: 0,
    maximum: 65_535,
  }),
  public_url: Type.Optional(
    Type.String({
      title: "Address under which clients reach the box; made from host and port when absent",
      pattern: "^https?://[^\\s/?#@]+$",
      maxLength: 255,
    }),
  ),
  allowed_hosts: texts({
    title: "Further names and addresses that a Host header may carry (loopback always may)",
  }),
  announce: flag({
    title:
      "Answer as `<local_name>.local` on the local network (mDNS), unless only loopback is listened on",
    default: true,
  }),
  local_name: text({
    title:
      "Name on the local network, without `.local`; with -2 to -5 behind it where another machine has it",
    default: "gatehouse",
    pattern: "^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$",
    maxLength: 60,
  }),
  tls,
  allow_plain_http_beyond_loopback: flag({
    title: "Listen beyond loopback without TLS: keys and pictures then cross the network in clear",
    default: false,
  }),
});

const inferenceServer = section("A model that a server of the site runs", {
  model: Type.String({ title: "Name of the installed model", minLength: 1, maxLength: 64 }),
  url: Type.String({
    title: "Base address of a server with the Open Inference Protocol v2",
    pattern: "^https?://[^\\s/]+(/\\S*)?$",
    maxLength: 2048,
  }),
  remote_name: Type.Optional(
    Type.String({
      title: "The model's name on the server, if another",
      minLength: 1,
      maxLength: 200,
    }),
  ),
});

const models = section("Detection models", {
  dir: text({ title: "Directory of the model manifests", default: "./models" }),
  default: text({
    title: "Model of streams that name none: `auto`, `motion`, or a model's name",
    default: "auto",
    maxLength: 100,
  }),
  inference_servers: Type.Array(inferenceServer, {
    title: "Inference servers and the model that each of them runs; docs/executors.md",
    default: [],
    maxItems: 50,
  }),
});

const limits = section("Limits; what exceeds one is refused with 429", {
  reads_per_minute: count({
    title: "Reading requests of one key",
    unit: "requests per minute",
    default: 600,
    minimum: 1,
    maximum: 10_000_000,
  }),
  creates_per_minute: count({
    title: "Writing requests of one key",
    unit: "requests per minute",
    default: 120,
    minimum: 1,
    maximum: 10_000_000,
  }),
  robot_commands_per_minute: count({
    title: "Commands to robots, and heartbeats of leases, of one key",
    unit: "requests per minute",
    default: 300,
    minimum: 1,
    maximum: 10_000_000,
  }),
  failed_logins_per_minute: count({
    title: "Requests with a wrong key from one address",
    unit: "requests per minute",
    default: 10,
    minimum: 1,
    maximum: 10_000_000,
  }),
  waiters_per_key: count({
    title: "Long polls of one key at once",
    default: 20,
    minimum: 1,
    maximum: 10_000,
  }),
  waiters: count({ title: "Long polls at once", default: 500, minimum: 1, maximum: 10_000 }),
  readers_per_key: count({
    title: "Event streams of one key at once, and as many live views",
    default: 20,
    minimum: 1,
    maximum: 10_000,
  }),
  readers: count({
    title: "Event streams at once, and as many live views",
    default: 200,
    minimum: 1,
    maximum: 10_000,
  }),
  connections_per_address: count({
    title: "Connections of one address that have shown no key yet",
    default: 64,
    minimum: 8,
    maximum: 10_000,
  }),
  queued_jobs: count({
    title: "Queued jobs of one organisation",
    unit: "jobs",
    default: 1000,
    minimum: 1,
    maximum: 1_000_000,
  }),
});

const perception = section("Detection and tracking", {
  hardware_decoding: choice(["auto", "off", "cuda", "vaapi", "v4l2m2m", "nvv4l2"], {
    title:
      "Decoding video in hardware: `auto` tries what the machine has and takes what gives the right " +
      "frames; `off` decodes in software; a name tries only that",
    default: "auto",
  }),
  parallel_detections: count({
    title:
      "Threads that share one run of the detector; 0 measures what is best for each model at first use",
    default: 0,
    minimum: 0,
    maximum: 64,
  }),
  fps_cap: amount({
    title: "Frames looked at on streams that set no `source.fps_cap`",
    unit: "frames per second",
    default: 5,
    minimum: 0.1,
    maximum: 30,
  }),
  narration: choice(["off", "info", "warning", "critical"], {
    title:
      "Incidents of this severity and above are narrated by a vision endpoint of the uplink whose `data` " +
      "has `incident`; their pictures leave the box",
    default: "off",
  }),
  min_score: amount({
    title: "Detections below this score are ignored",
    default: 0.4,
    minimum: 0.01,
    maximum: 0.99,
  }),
});

const webhooks = section("Webhooks", {
  allowed_networks: texts({
    title: "Networks (CIDR) that receivers may be in beside the internet, on any port",
  }),
  ca_file: Type.Optional(
    Type.String({
      title: "Certificate authorities (PEM) that are trusted beside the public ones",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
  key_file: Type.Optional(
    Type.String({
      title:
        "Key of 32 bytes that encrypts secrets, such as a systemd credential; made when absent",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
  per_organisation: count({
    title: "Webhooks of one organisation",
    default: 20,
    minimum: 1,
    maximum: 200,
  }),
});

const log = section("Log", {
  level: choice(["debug", "info", "warn", "error"], {
    title: "Least level written",
    default: "info",
  }),
});

const metrics = section("Figures for Prometheus: GET /metrics", {
  loopback_without_key: flag({
    title:
      "Programs on this machine may read them without a key, those of every organisation; leave it off " +
      "where a proxy on this machine serves others",
    default: false,
  }),
});

const tracing = section("Traces to an OpenTelemetry receiver (OTLP over HTTP)", {
  otlp_endpoint: Type.Optional(
    Type.String({
      title: "Its address for traces, such as http://collector:4318/v1/traces; none: no traces",
      pattern: "^https?://[^\\s/@]+(/\\S*)?$",
      maxLength: 2048,
    }),
  ),
  sample_ratio: amount({
    title: "Share of the traces that begin here; those that callers began follow their mark",
    default: 1,
    minimum: 0,
    maximum: 1,
  }),
});

const safeMode = section("Safe mode: API and page without cameras and robots", {
  after_crashes: count({
    title: "Crashes within five minutes after which the box starts into it; 0 for never",
    default: 3,
    minimum: 0,
    maximum: 20,
  }),
  retry_minutes: amount({
    title: "It ends by itself after this long, to try again; 0 for never",
    unit: "minutes",
    default: 60,
    minimum: 0,
    maximum: 100_000,
  }),
});

const { stream_id: _id, source, input: _input, ...watching } = streamRequestSchema.properties;
const { password, ...sourceFields } = source.properties;

const cameraSource = section("Where the stream comes from", {
  ...sourceFields,
  password: Type.Optional({
    ...password,
    title: "Password; prefer `password_file`, so that this file holds no secret",
  }),
  password_file: Type.Optional(
    Type.String({ title: "File whose first line is the password", minLength: 1, maxLength: 4096 }),
  ),
});

const camera = section("A camera: the body of POST /api/v1/surveillance/streams", {
  id: Type.String({ title: "Stream id", pattern: streamIdPattern }),
  organisation: organisationSetting("Organisation that the stream belongs to"),
  source: cameraSource,
  ...watching,
});

/** Networks of RFC 1918, RFC 4193 and link-local ranges: where a site's cameras and robots usually are. */
const privateNetworks = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "fc00::/7",
  "fe80::/10",
];

/**
 * The site configuration as written in YAML: every field with title, unit, default and range.
 * Everything else is made from it: the check, the defaults, `docs/configuration.md`.
 */
export const siteSchema = section("Site configuration", {
  version: Type.Integer({ title: "Version of this format", default: 1, minimum: 1, maximum: 1 }),
  site,
  data_dir: text({
    title: "Directory of the store, pictures and the admin socket",
    default: "./data",
  }),
  media_dirs: texts({ title: "Directories from which `source.type: file` may read" }),
  server,
  models,
  limits,
  retention,
  recording,
  perception,
  webhooks,
  uplink,
  voice: voiceSetting,
  health,
  log,
  metrics,
  tracing,
  safe_mode: safeMode,
  camera_networks: texts({
    title: "Networks (CIDR) that cameras may be in",
    default: privateNetworks,
  }),
  allow_loopback_cameras: flag({
    title: "Cameras may be on this machine too (127.0.0.0/8, ::1)",
    default: false,
  }),
  robot_networks: texts({
    title: "Networks (CIDR) that robots whose address is in their settings (rosbridge) may be in",
    default: privateNetworks,
  }),
  allow_loopback_robots: flag({
    title: "Robots may be on this machine too (127.0.0.0/8, ::1)",
    default: false,
  }),
  cameras: Type.Array(camera, {
    title: "Cameras that are watched from the start",
    default: [],
    maxItems: 256,
  }),
  mqtt_brokers: brokersSetting,
  mqtt: mqttSetting,
  alarms: alarmsSetting,
  ros: section("ROS 2 robots", {
    setup: texts({
      title: "Setup files of ROS 2 that are sourced, in order, before a robot's bridge starts",
    }),
  }),
  robots: robotsSetting,
  rules: rulesSetting,
});

/** The site configuration as written. */
export type SiteYaml = Static<typeof siteSchema>;

/** One camera as written. */
export type CameraYaml = Static<typeof camera>;
