import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { tlsChoice } from "../../http/site-parts.ts";
import type { SiteConfig } from "../config/site-config.ts";
import { about, bad, type Check, type DoctorCamera, each, ok, skip, warn } from "./check.ts";
import type { Host } from "./host-port.ts";

const dayMs = 86_400_000;
/** The box renews its own at two thirds of 397 days; others are renewed by people. */
const soonMs = 30 * dayMs;
/** A clock before this is that of a board without a battery: no release is older. */
const earliestMs = Date.UTC(2026, 0, 1);
/** Events that lie this far ahead were stored before the clock was set back. */
const jumpMs = 60_000;

const timeSync: Check = {
  id: "time_sync",
  run({ machine: { isClockSynchronised } }) {
    if (isClockSynchronised === null) return skip("time_sync.unknown");
    if (isClockSynchronised) return ok("time_sync.follows");
    return warn("time_sync.none", "time_sync.fix");
  },
};

const clock: Check = {
  id: "clock",
  run({ nowMs, store }) {
    const time = new Date(nowMs).toISOString().slice(0, 16).replace("T", " ");
    if (nowMs < earliestMs) return bad("clock.impossible", "clock.fix", { time });
    const last = typeof store === "string" ? null : store.lastEventAtMs;
    if (last !== null && last > nowMs + jumpMs) {
      const seconds = Math.round((last - nowMs) / 1000);
      return warn("clock.jumped", "clock.fix", { seconds });
    }
    return ok("clock.is", { time });
  },
};

const dns: Check = {
  id: "dns",
  run: ({ config, cameras, host }) =>
    each(namesOf(config, cameras), "dns.none", async (name) =>
      about(name, (await host.resolves(name)) ? ok("dns.found") : bad("dns.missing", "dns.fix")),
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

/** Whether the port there answers: `problem` says why not. */
export async function knock(
  host: Host,
  { host: at, port }: { host: string; port: number },
): Promise<{ address: string; problem: string | undefined }> {
  return { address: `${at}:${port}`, problem: await host.refusal(at, port) };
}

const uplink: Check = {
  id: "uplink",
  run: ({ config, host, box }) =>
    each(config.uplink.endpoints, "uplink.none", async ({ name, url }) => {
      const seen = box?.uplink.endpoints.find((one) => one.name === name);
      if (seen && seen.state === "refused") {
        const of = { reason: seen.reason ?? "?" };
        return about(name, bad("uplink.refused", "uplink.refused_fix", of));
      }
      if (url === undefined) return about(name, skip("uplink.makers"));
      const { address, problem } = await knock(host, doorOf(url));
      if (problem === undefined) return about(name, ok("any.port_answers", { address }));
      return about(name, warn("any.port_silent", "uplink.fix", { address, problem }));
    }),
};

const mqtt: Check = {
  id: "mqtt",
  run: ({ config, host, box }) =>
    each(config.mqttBrokers, "mqtt.none", async ({ name, url }) => {
      const link = box?.mqtt;
      if (link?.broker === name && link.connected) return about(name, ok("mqtt.connected"));
      const { address, problem } = await knock(host, doorOf(url));
      if (problem !== undefined)
        return about(name, bad("any.port_silent", "mqtt.fix", { address, problem }));
      if (link?.broker !== name) return about(name, ok("any.port_answers", { address }));
      const { last_error: why } = link;
      return about(
        name,
        why === null
          ? bad("mqtt.unanswered", "mqtt.refused_fix", { address })
          : bad("mqtt.refused", "mqtt.refused_fix", { address, problem: why }),
      );
    }),
};

const mailServer: Check = {
  id: "mail_server",
  async run({ config: { alarms }, host }) {
    if (!alarms.smtp) return skip("mail_server.none");
    const { address, problem } = await knock(host, alarms.smtp);
    if (problem === undefined) return ok("any.port_answers", { address });
    return bad("any.port_silent", "mail_server.fix", { address, problem });
  },
};

const port: Check = {
  id: "port",
  async run({ config: { server }, host, box }) {
    if (box) {
      const { problem } = await knock(host, doorOf(box.url));
      const address = box.url;
      if (problem === undefined) return ok("any.port_answers", { address });
      return bad("any.port_silent", "port.restart_fix", { address, problem });
    }
    if (server.port === 0) return skip("port.chosen");
    const of = { port: String(server.port) };
    if (await host.isFree(server.host, server.port)) return ok("port.free", of);
    return bad("port.used", "port.used_fix", of);
  },
};

const certificates: Check = {
  id: "certificates",
  run: ({ config, nowMs }) =>
    each(certificateFiles(config), "certificates.none", async ({ name, file, isOwn }) => {
      const text = await readFile(file, "utf8").catch(() => undefined);
      if (text === undefined) {
        if (isOwn) return about(name, skip("certificates.later"));
        return about(name, bad("certificates.unreadable", "certificates.unreadable_fix", { file }));
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
    if (until < nowMs) return bad("certificates.ended", "certificates.fix", { day });
    if (one.validFromDate.getTime() > nowMs + dayMs)
      return bad("certificates.early", "certificates.early_fix");
    return until < nowMs + soonMs
      ? warn("certificates.ending", "certificates.fix", { day })
      : ok("certificates.good", { day });
  } catch {
    return bad("certificates.wrong", "certificates.wrong_fix");
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
