import { Type } from "typebox";
import { choice, count, flag, section, text, texts } from "../base/settings/fields.ts";

const tls = section("TLS of the HTTP server", {
  mode: choice(["auto", "site", "files", "off"], {
    title:
      "`site`: a certificate from the box's own authority; `files`: your certificate; `off`: plain HTTP; `auto`: `off` on loopback, otherwise `site`",
    default: "auto",
  }),
  names: texts({
    title:
      "More names and addresses for the certificate of `site`. The certificate always has those of the machine",
  }),
  cert_file: Type.Optional(
    Type.String({
      title: "For `files`: your certificate with its chain (PEM)",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
  key_file: Type.Optional(
    Type.String({
      title:
        "For `files`: the private key of the certificate (PEM). Other users must not be able to read the file",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
});

/** The HTTP server. */
export const serverSetting = section("HTTP server", "restart", {
  host: text({ title: "Address on which the box listens", default: "127.0.0.1", maxLength: 255 }),
  port: count({
    title: "TCP port on which the box listens. With 0 the operating system chooses a free port",
    default: 8480,
    minimum: 0,
    maximum: 65_535,
  }),
  public_url: Type.Optional(
    Type.String({
      title:
        "Address at which clients reach the box. Without it the box derives the address from `server.host` and `server.port`",
      pattern: "^https?://[^\\s/?#@]+$",
      maxLength: 255,
    }),
  ),
  allowed_hosts: texts({
    applies: "live",
    title:
      "More names that the box accepts in a Host header. It always accepts IP addresses and `localhost`",
  }),
  announce: flag({
    title:
      "Announce the box as `<local_name>.local` on the local network (mDNS). A box that listens only on loopback announces nothing",
    default: true,
  }),
  local_name: text({
    title:
      "Name of the box on the local network, without `.local`. If another machine has the name, the box appends -2 to -5",
    default: "gatehouse",
    pattern: "^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$",
    maxLength: 60,
  }),
  tls,
  allow_plain_http_beyond_loopback: flag({
    title:
      "Allow other machines to connect without TLS. Keys and pictures then cross the network unencrypted",
    default: false,
  }),
});

/** Bounds of the clients' requests. */
export const limitsSetting = section("Limits; what exceeds one is refused with 429", "live", {
  reads_per_minute: count({
    title: "Largest number of reading requests per key",
    unit: "requests per minute",
    default: 600,
    minimum: 1,
    maximum: 10_000_000,
  }),
  creates_per_minute: count({
    title: "Largest number of writing requests per key",
    unit: "requests per minute",
    default: 120,
    minimum: 1,
    maximum: 10_000_000,
  }),
  robot_commands_per_minute: count({
    title: "Largest number of robot commands and lease heartbeats per key",
    unit: "requests per minute",
    default: 300,
    minimum: 1,
    maximum: 10_000_000,
  }),
  failed_logins_per_minute: count({
    title: "Largest number of requests with a wrong key per client address",
    unit: "requests per minute",
    default: 10,
    minimum: 1,
    maximum: 10_000_000,
  }),
  waiters_per_key: count({
    title: "Largest number of requests per key that wait at the same time for a job to end",
    default: 20,
    minimum: 1,
    maximum: 10_000,
  }),
  waiters: count({
    title: "Largest number of requests that wait at the same time for a job to end",
    default: 500,
    minimum: 1,
    maximum: 10_000,
  }),
  readers_per_key: count({
    title:
      "Largest number of event streams that one key may have open. The same number applies separately to live views",
    default: 20,
    minimum: 1,
    maximum: 10_000,
  }),
  readers: count({
    title: "Largest number of open event streams. The same number applies separately to live views",
    default: 200,
    minimum: 1,
    maximum: 10_000,
  }),
  connections_per_address: count({
    title: "Largest number of connections from one client address that have not sent a valid key",
    default: 64,
    minimum: 8,
    maximum: 10_000,
  }),
  queued_jobs: count({
    title: "Largest number of queued jobs per organisation",
    unit: "jobs",
    default: 1000,
    minimum: 1,
    maximum: 1_000_000,
  }),
});

/** Access to `GET /metrics`. */
export const metricsSetting = section("Figures for Prometheus: GET /metrics", "restart", {
  loopback_without_key: flag({
    title:
      "Allow programs on this machine to read the metrics of all organisations without a key. Leave it off if a proxy on this machine serves other clients",
    default: false,
  }),
});
