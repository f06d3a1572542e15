import type { ApplianceContext } from "../appliance-options.ts";
import type { BaseParts, VaultModule } from "../base/module.ts";
import type { Module, Start } from "../module.ts";
import { DcmtkPixels } from "../adapters/compute/dicom/dcmtk.ts";
import { HealthChildren } from "../adapters/compute/health-compute.ts";
import { OutboundPictures } from "../adapters/outbound/picture-downloads.ts";
import { Vault } from "../base/secrets/vault.ts";
import { healthSettings, healthVault } from "./site-parts.ts";
import { clinicalSpecs } from "./clinical/all.ts";
import { clinicalHandler } from "./clinical/clinical-handler.ts";
import { clinicalOperation } from "./clinical/clinical-operation.ts";
import type { HealthParts } from "./health-parts.ts";
import { decodeHandler } from "./neural/decode-handler.ts";
import { decodeOperation } from "./neural/decode-operation.ts";
import { triageHandler } from "./triage/triage-handler.ts";
import { triageOperation } from "./triage/triage-operation.ts";
import type { HandledOperation } from "../base/jobs/operation.ts";
import type { Uplink } from "../uplink/uplink-port.ts";

/** Starts the vault, before request bodies that need it arrive. */
export async function startHealthVault(
  start: Start,
  { config }: ApplianceContext,
): Promise<Module<VaultModule>> {
  const key = healthVault(config);
  return { parts: { vault: await start("health vault", new Vault(key)), vaultKeyPath: key.path } };
}

/** The parts of the appliance that health work needs. */
export type HealthNeeds = Pick<
  ApplianceContext & BaseParts,
  "live" | "clock" | "outbound" | "sealed"
> & { uplink: Uplink | null };

/** Health, clinical and neural jobs. */
export async function startHealth(start: Start, needs: HealthNeeds): Promise<Module> {
  const { live, clock, outbound, uplink, sealed } = needs;
  const site = live.view(({ site: { locale } }) => ({ locale }));
  const operations = healthOperations({
    settings: live.view(healthSettings),
    compute: await start("health compute", new HealthChildren({ clock })),
    dicom: new DcmtkPixels(),
    pictures: new OutboundPictures(outbound),
    files: sealed,
    uplink,
    get siteLocale() {
      return site.locale;
    },
  });
  return { parts: {}, operations };
}

/** The health operations with their handlers. */
export function healthOperations(parts: HealthParts): HandledOperation[] {
  return [
    { operation: triageOperation(parts), handler: triageHandler(parts) },
    { operation: decodeOperation(), handler: decodeHandler(parts) },
    ...clinicalSpecs.map((spec) => ({
      operation: clinicalOperation(spec, parts),
      handler: clinicalHandler(spec, parts),
    })),
  ];
}
