import { X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { SiteConfig } from "../config/site-config.ts";
import {
  bad,
  type CertificateFile,
  type Check,
  type DoctorSite,
  each,
  ofSubject,
  ok,
  skip,
  warn,
} from "./check.ts";
import { doctorParts } from "./doctor-parts.ts";

const dayMs = 86_400_000;
/** The box renews its own certificate at two thirds of 397 days; people renew others. */
const soonMs = 30 * dayMs;

const keyFilePaths = (config: SiteConfig): string[] =>
  doctorParts.flatMap(({ keyFiles: paths }) => paths?.(config) ?? []);

const certificateFiles = (config: SiteConfig): CertificateFile[] =>
  doctorParts.flatMap(({ certificates: files }) => files?.(config) ?? []);

/** Returns the host names, without IP addresses, that the site depends on. */
function hostNames({ config, cameras }: DoctorSite): string[] {
  const hosts = doctorParts.flatMap((part) => part.hosts?.(config) ?? []);
  const names = [...hosts, ...cameras.map(({ url }) => url)].map((host) =>
    URL.canParse(host) ? new URL(host).hostname : host,
  );
  return [...new Set(names)].filter((name) => /[a-z]/i.test(name) && !name.startsWith("["));
}

const keyFiles: Check = {
  id: "key_files",
  position: 60,
  async run({ config }) {
    const files = keyFilePaths(config);
    const found = await Promise.all(
      files.map(async (file) => ({ file, at: await stat(file).catch(() => undefined) })),
    );
    const open = found.filter(({ at }) => at && (at.mode & 0o037) !== 0);
    if (open.length > 0) {
      return open.map(({ file }) =>
        ofSubject(file, bad("key_files.open", "key_files.fix", { file })),
      );
    }
    const there = found.filter(({ at }) => at).length;
    return there === 0 ? skip("key_files.none") : ok("key_files.closed", { files: there });
  },
};

const dns: Check = {
  id: "dns",
  position: 310,
  run: (site) =>
    each(hostNames(site), "dns.none", async (name) =>
      ofSubject(
        name,
        (await site.host.resolves(name)) ? ok("dns.found") : bad("dns.missing", "dns.fix"),
      ),
    ),
};

const certificates: Check = {
  id: "certificates",
  position: 360,
  run: ({ config, nowMs }) =>
    each(certificateFiles(config), "certificates.none", async ({ name, file, isOwn }) => {
      const text = await readFile(file, "utf8").catch(() => undefined);
      if (text === undefined) {
        if (isOwn) return ofSubject(name, skip("certificates.later"));
        return ofSubject(
          name,
          bad("certificates.unreadable", "certificates.unreadable_fix", { file }),
        );
      }
      return ofSubject(name, certificateFinding(text, nowMs));
    }),
};

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

/** Checks of files with keys, hosts and certificates, which several modules name. */
export const sharedChecks: readonly Check[] = [keyFiles, dns, certificates];
