import { join } from "node:path";
import { isLoopback } from "../base/settings/networks.ts";
import type { SiteConfig } from "../system/config/site-config.ts";
import { tlsChoice } from "./site-parts.ts";
import {
  type CertificateFile,
  type Check,
  type CheckFinding,
  type DoctorPart,
  type DoctorSite,
  bad,
  ok,
  skip,
} from "../system/doctor/check.ts";
import { endpointOf, tryPort } from "../system/doctor/port-answer.ts";

const port: Check = {
  id: "port",
  position: 350,
  async run(site) {
    const finding = await answerOf(site);
    const { host, publicUrl } = site.config.server;
    // A public address is that of a proxy on this machine.
    const isShut = isLoopback(host) && publicUrl === undefined;
    return isShut ? [finding, ok("port.loopback_only", { host })] : finding;
  },
};

async function answerOf({ config: { server }, host, box }: DoctorSite): Promise<CheckFinding> {
  if (box) {
    const { problem } = await tryPort(host, endpointOf(box.url));
    const address = box.url;
    if (problem === undefined) return ok("any.port_answers", { address });
    return bad("any.port_silent", "port.restart_fix", { address, problem });
  }
  if (server.port === 0) return skip("port.chosen");
  const values = { port: String(server.port) };
  if (await host.isFree(server.host, server.port)) return ok("port.free", values);
  return bad("port.used", "port.used_fix", values);
}

function certificates(config: SiteConfig): CertificateFile[] {
  const tls = tlsChoice(config);
  const dir = join(config.dataDir, "tls");
  if (tls?.mode === "files") return [{ name: "server", file: tls.certFile, isOwn: false }];
  if (tls?.mode !== "site") return [];
  return [
    { name: "server", file: join(dir, "server.pem"), isOwn: true },
    { name: "authority", file: join(dir, "site-ca.pem"), isOwn: true },
  ];
}

/** Checks of the API's port and its certificates. */
export const httpDoctor: DoctorPart = {
  checks: [port],
  keyFiles(config) {
    const tls = tlsChoice(config);
    if (tls?.mode === "files") return [tls.keyFile];
    return tls?.mode === "site" ? [join(config.dataDir, "tls/site-ca.key")] : [];
  },
  certificates,
};
