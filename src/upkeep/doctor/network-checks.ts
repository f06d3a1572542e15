import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { tlsChoice } from "../../config/parts.ts";
import type { SiteConfig } from "../../config/site-config.ts";
import { about, bad, type Check, type DoctorCamera, each, ok, skip, warn } from "./check.ts";

const dayMs = 86_400_000;
/** The box renews its own at two thirds of 397 days; others are renewed by people. */
const soonMs = 30 * dayMs;
/** A clock before this is that of a board without a battery: no release is older. */
const earliestMs = Date.UTC(2026, 0, 1);
/** Events that lie this far ahead were stored before the clock was set back. */
const jumpMs = 60_000;

const timeSync: Check = {
  id: "time_sync",
  title: "time server",
  run({ machine: { isClockSynchronised } }) {
    if (isClockSynchronised === null)
      return skip("the system does not tell whether it follows a time server");
    if (isClockSynchronised) return ok("the clock follows a time server");
    return warn(
      "the clock follows no time server",
      "Name one that the box can reach in /etc/systemd/timesyncd.conf (NTP=…) and run timedatectl set-ntp true.",
    );
  },
};

const clock: Check = {
  id: "clock",
  title: "the clock itself",
  run({ nowMs, store }) {
    const said = new Date(nowMs).toISOString().slice(0, 16).replace("T", " ");
    const fix =
      "Set the clock (timedatectl set-time), and give the box a time server or a battery for its clock.";
    if (nowMs < earliestMs) return bad(`it shows ${said} UTC, which cannot be`, fix);
    const last = typeof store === "string" ? null : store.lastEventAtMs;
    if (last !== null && last > nowMs + jumpMs) {
      const ahead = Math.round((last - nowMs) / 1000);
      return warn(`it jumped back: the newest event is ${ahead} s ahead of it`, fix);
    }
    return ok(`it shows ${said} UTC`);
  },
};

const dns: Check = {
  id: "dns",
  title: "names",
  run: ({ config, cameras, host }) =>
    each(namesOf(config, cameras), "nothing outside is named", async (name) =>
      about(
        name,
        (await host.resolves(name))
          ? ok("has an address")
          : bad(
              "has no address",
              "Mend the name, or the DNS servers of the box (resolvectl status).",
            ),
      ),
    ),
};

/** Names, not addresses, that the site depends on. */
function namesOf(config: SiteConfig, cameras: readonly DoctorCamera[]): string[] {
  const urls = [
    ...config.uplink.endpoints.map(({ url }) => url),
    ...config.mqttBrokers.map(({ url }) => url),
    ...cameras.map(({ url }) => url),
    ...config.models.inferenceServers.map(({ url }) => url),
  ];
  const names = [
    ...urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? new URL(url).hostname : [])),
    ...(config.alarms.smtp ? [config.alarms.smtp.host] : []),
  ];
  return [...new Set(names)].filter((name) => /[a-z]/i.test(name) && !name.startsWith("["));
}

const ports: Readonly<Record<string, number>> = {
  "http:": 80,
  "https:": 443,
  "mqtt:": 1883,
  "mqtts:": 8883,
};

/** Host and port of an address. */
export function doorOf(url: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port: Number(port) || (ports[protocol] ?? 0) };
}

const uplink: Check = {
  id: "uplink",
  title: "model endpoints",
  run: ({ config, host, box }) =>
    each(config.uplink.endpoints, "no endpoint is configured", async ({ name, url }) => {
      const seen = box?.uplink.endpoints.find((one) => one.name === name);
      if (seen && seen.state === "refused") {
        return about(
          name,
          bad(
            `it refuses the box: ${seen.reason ?? "no reason"}`,
            "Mend its key in uplink.endpoints.",
          ),
        );
      }
      if (url === undefined) return about(name, skip("its address is its maker's"));
      const { host: at, port } = doorOf(url);
      const refusal = await host.refusal(at, port);
      if (refusal === undefined) return about(name, ok(`${at}:${port} answers`));
      return about(
        name,
        warn(
          `${at}:${port} does not answer (${refusal})`,
          "Look at the network, the firewall and the endpoint; jobs wait meanwhile.",
        ),
      );
    }),
};

const mqtt: Check = {
  id: "mqtt",
  title: "MQTT brokers",
  run: ({ config, host, box }) =>
    each(config.mqttBrokers, "no broker is configured", async ({ name, url }) => {
      const link = box?.mqtt;
      if (link?.broker === name && link.connected) return about(name, ok("the box is connected"));
      const { host: at, port } = doorOf(url);
      const refusal = await host.refusal(at, port);
      if (refusal === undefined && link?.broker === name) {
        const why = link.last_error ?? "it has not answered yet";
        return about(
          name,
          bad(
            `${at}:${port} answers, but the box is not connected (${why})`,
            "Mend user, password and certificates of the broker in mqtt_brokers; gatehouse/# must be allowed.",
          ),
        );
      }
      if (refusal === undefined) return about(name, ok(`${at}:${port} answers`));
      return about(
        name,
        bad(
          `${at}:${port} does not answer (${refusal})`,
          "Start the broker, or mend its address in the configuration.",
        ),
      );
    }),
};

const mailServer: Check = {
  id: "mail_server",
  title: "mail server of alarms",
  async run({ config: { alarms }, host }) {
    if (!alarms.smtp) return skip("no mail server is configured");
    const { host: at, port: number } = alarms.smtp;
    const refusal = await host.refusal(at, number);
    if (refusal === undefined) return ok(`${at}:${number} answers`);
    return bad(
      `${at}:${number} does not answer (${refusal})`,
      "Start the mail server, or mend alarms.smtp; then run gatehouse alarms test.",
    );
  },
};

const port: Check = {
  id: "port",
  title: "the API's port",
  async run({ config: { server }, host, box }) {
    if (box) {
      const door = doorOf(box.url);
      const refusal = await host.refusal(door.host, door.port);
      if (refusal === undefined) return ok(`${box.url} answers`);
      return bad(
        `${box.url} does not answer (${refusal})`,
        "Restart the box, and look into its log.",
      );
    }
    if (server.port === 0) return skip("the system chooses it");
    if (await host.isFree(server.host, server.port)) return ok(`${server.port} is free`);
    return bad(
      `${server.port} is used by another program`,
      `Stop it (ss -ltnp 'sport = :${server.port}' names it), or set server.port.`,
    );
  },
};

const certificates: Check = {
  id: "certificates",
  title: "certificates",
  run: ({ config, nowMs }) =>
    each(certificateFiles(config), "no certificate is used", async ({ name, file, isOwn }) => {
      const text = await readFile(file, "utf8").catch(() => undefined);
      if (text === undefined) {
        if (isOwn) return about(name, skip("it is made at the first start"));
        return about(name, bad(`${file} cannot be read`, "Mend the path, or its owner."));
      }
      return about(name, certificateFinding(text, nowMs));
    }),
};

function certificateFiles(config: SiteConfig): { name: string; file: string; isOwn: boolean }[] {
  const tls = tlsChoice(config);
  const site = join(config.dataDir, "tls");
  const own = { mode: "own", isOwn: true };
  return [
    ...(tls?.mode === "files" ? [{ name: "server", file: tls.certFile, isOwn: false }] : []),
    ...(tls?.mode === "site"
      ? [
          { name: "server", file: join(site, "server.pem"), isOwn: own.isOwn },
          { name: "authority", file: join(site, "site-ca.pem"), isOwn: own.isOwn },
        ]
      : []),
    ...(config.webhooks.caFile === undefined
      ? []
      : [{ name: "webhooks.ca_file", file: config.webhooks.caFile, isOwn: false }]),
  ];
}

function certificateFinding(text: string, nowMs: number) {
  try {
    const one = new X509Certificate(
      text.slice(Math.max(0, text.indexOf("-----BEGIN CERTIFICATE"))),
    );
    const until = one.validToDate.getTime();
    const day = one.validToDate.toISOString().slice(0, 10);
    const fix = "Put a new one in its place; the box takes it without a restart.";
    if (until < nowMs) return bad(`it ended on ${day}`, fix);
    if (one.validFromDate.getTime() > nowMs + dayMs)
      return bad("it is not valid yet", "Set the clock.");
    return until < nowMs + soonMs ? warn(`it ends on ${day}`, fix) : ok(`good until ${day}`);
  } catch {
    return bad("it is no certificate", "Give a certificate in PEM.");
  }
}

/** Checks of time, names, networks and certificates. */
export const networkChecks: readonly Check[] = [
  timeSync,
  clock,
  dns,
  uplink,
  mqtt,
  mailServer,
  port,
  certificates,
];
