import { readFile, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { Scrubber } from "../../adapters/pino/scrubber.ts";
import { healthVault } from "../../health/site-parts.ts";
import { webhookVault } from "../../notifications/webhooks/site-parts.ts";
import { secretsOf } from "../../system/config/secrets.ts";
import { fail } from "../../base/contract/fail.ts";
import type { DoctorSite } from "../../system/doctor/check.ts";
import { supportBundle } from "../../system/support/support-bundle.ts";
import { doctorSite } from "../box/doctor-site.ts";
import { print } from "../terminal/output.ts";
import { type SiteFlags, withSiteFlags } from "../box/site.ts";
import { supportFiles } from "../box/support-files.ts";
import { openPartial } from "../terminal/new-file.ts";

/** Returns a scrubber with every secret of the site that is known here. */
async function scrubberOf({ config, cameras }: DoctorSite): Promise<Scrubber> {
  const scrubber = new Scrubber();
  scrubber.know(...secretsOf(config));
  scrubber.know(...cameras.flatMap(({ password }) => password ?? []));
  const keyFiles = [
    webhookVault(config).path,
    healthVault(config).path,
    join(config.dataDir, "assets/signing-key"),
    ...config.uplink.endpoints.flatMap(({ keyPath }) => keyPath ?? []),
  ];
  for (const file of keyFiles) {
    const bytes = await readFile(file).catch(() => undefined);
    if (!bytes) continue;
    const text = bytes.toString("utf8").trim();
    scrubber.know(
      text,
      bytes.toString("hex"),
      bytes.toString("base64"),
      bytes.toString("base64url"),
    );
  }
  return scrubber;
}

/** The start prints the setup code or the rescue code, and the journal keeps it. */
function withoutCodes(text: string): string {
  return text
    .replaceAll(/(setup code[^\n]*?: *)\d{4} ?\d{4}/gi, "$1[removed]")
    .replaceAll(/(rescue code[^\n]*?: *)(?:[0-9A-Z]{4} ?){4}/gi, "$1[removed]");
}

async function support(target: string, flags: SiteFlags & { log?: string }): Promise<void> {
  const file = resolve(target);
  if (await stat(file).catch(() => undefined)) {
    throw fail("store_failed", `${file}: exists already. Name another file`);
  }
  const site = await doctorSite(flags);
  const scrubber = await scrubberOf(site);
  const partial = `${file}.partial`;
  const out = await openPartial(partial);
  try {
    const bundle = supportBundle(supportFiles(site, flags), (text) =>
      withoutCodes(scrubber.text(text)),
    );
    for await (const chunk of bundle) await out.writeFile(chunk);
    await out.sync();
    const { size } = await out.stat();
    await rename(partial, file);
    print(
      `${file}: ${Math.ceil(size / 1000)} kB. Look into it before you send it: tar xzf ${target}`,
    );
  } finally {
    await out.close();
    await rm(partial, { force: true });
  }
}

/** `gatehouse support-bundle FILE`: with the appliance running or stopped. */
export function addSupportCommand(program: Command): void {
  const command = program
    .command("support-bundle")
    .description("write a bundle for support (tar.gz), without secrets and pictures")
    .argument("<file>", "a new file")
    .option("--log <file>", "the box's log, if systemd does not keep it");
  withSiteFlags(command).action(support);
}
