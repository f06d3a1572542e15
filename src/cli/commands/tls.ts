import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { authorityFile, serverFile, tlsDirectory } from "../../adapters/tls/files.ts";
import { tlsChoice } from "../../http/site-parts.ts";
import type { SiteConfig } from "../../system/config/site-config.ts";
import { fail } from "../../base/contract/fail.ts";
import { print, printJson, table } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

interface Certificates {
  server: X509Certificate;
  /** Certificate of the site's own authority; undefined for the operator's certificate. */
  authority: X509Certificate | undefined;
}

async function certificateIn(file: string): Promise<X509Certificate> {
  try {
    const text = await readFile(file, "utf8");
    // The key may precede it in the same file.
    return new X509Certificate(text.slice(Math.max(0, text.indexOf("-----BEGIN CERTIFICATE"))));
  } catch (error) {
    const message = `${file}: cannot be read. Start the appliance once, and run this as its user`;
    throw fail("store_failed", message, { cause: error });
  }
}

async function certificatesOf(site: SiteConfig): Promise<Certificates> {
  const choice = tlsChoice(site);
  if (!choice) throw fail("config_invalid", "server.tls.mode: the site has no TLS. Set a mode");
  if (choice.mode === "files") {
    return { server: await certificateIn(choice.certFile), authority: undefined };
  }
  const dir = join(site.dataDir, tlsDirectory);
  return {
    server: await certificateIn(join(dir, serverFile)),
    authority: await certificateIn(join(dir, authorityFile)),
  };
}

async function fingerprint(flags: SiteFlags & { json?: boolean }): Promise<void> {
  const { server, authority } = await certificatesOf(await loadSite(flags));
  if (flags.json) {
    printJson({
      fingerprint_sha256: server.fingerprint256,
      ca_fingerprint_sha256: authority?.fingerprint256 ?? null,
      not_after: Math.floor(server.validToDate.getTime() / 1000),
    });
    return;
  }
  const row = (name: string, { fingerprint256, validToDate }: X509Certificate): string[] => [
    name,
    fingerprint256,
    validToDate.toISOString().slice(0, 10),
  ];
  print(
    ...table([
      ["", "SHA-256", "UNTIL"],
      ...(authority ? [row("authority", authority)] : []),
      row("certificate", server),
    ]),
  );
}

async function ca(flags: SiteFlags): Promise<void> {
  const { authority } = await certificatesOf(await loadSite(flags));
  if (!authority)
    throw fail(
      "config_invalid",
      "server.tls.mode: is `files`, so the authority is your own. Use its certificate",
    );
  print(authority.toString().trim());
}

/**
 * `gatehouse tls fingerprint|ca`: the fingerprint that clients compare, and the authority that they
 * trust.
 */
export function addTlsCommand(program: Command): void {
  const tls = program.command("tls").description("show the certificate and its authority");
  const command = tls
    .command("fingerprint")
    .description("show the fingerprints that clients should see")
    .option("--json", "print JSON");
  withSiteFlags(command).action(fingerprint);
  const authority = tls
    .command("ca")
    .description("print the certificate of the site's own authority (PEM), for clients to trust");
  withSiteFlags(authority).action(ca);
}
