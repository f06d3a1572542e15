import { Type } from "typebox";
import { choice, count, flag, section, text, texts } from "../base/settings/fields.ts";

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
      title: "Its private key (PEM), not readable by other users",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
});

/** The HTTP server. */
export const serverSetting = section("HTTP server", {
  host: text({ title: "Address to listen on", default: "127.0.0.1", maxLength: 255 }),
  port: count({
    title: "TCP port; 0 takes a free one",
    default: 8480,
    minimum: 0,
    maximum: 65_535,
  }),
  public_url: Type.Optional(
    Type.String({
      title: "Address under which clients reach the box; derived from host and port when absent",
      pattern: "^https?://[^\\s/?#@]+$",
      maxLength: 255,
    }),
  ),
  allowed_hosts: texts({
    title: "Further names and addresses that a Host header may carry (loopback always may)",
  }),
  announce: flag({
    title:
      "Answer as `<local_name>.local` on the local network (mDNS), unless the box listens on loopback only",
    default: true,
  }),
  local_name: text({
    title:
      "Name on the local network, without `.local`; the box appends -2 to -5 if another machine has it",
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

/** Bounds of the clients' requests. */
export const limitsSetting = section("Limits; what exceeds one is refused with 429", {
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
    title: "Connections of one address without an accepted key",
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

/** Access to `GET /metrics`. */
export const metricsSetting = section("Figures for Prometheus: GET /metrics", {
  loopback_without_key: flag({
    title:
      "Programs on this machine may read the metrics of every organisation without a key; leave it off " +
      "if a proxy on this machine serves other clients",
    default: false,
  }),
});
