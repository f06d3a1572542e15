import type { ApplianceContext } from "../appliance-options.ts";
import type { BaseParts } from "../base/module.ts";
import type { Module, Start } from "../module.ts";
import type { UplinkModule } from "../uplink/module.ts";
import { DcmtkPixels } from "../adapters/compute/dicom/dcmtk.ts";
import { HealthChildren } from "../adapters/compute/health-compute.ts";
import { OutboundPictures } from "../adapters/outbound/picture-downloads.ts";
import type { SealedAssets } from "../base/assets/sealed-assets.ts";
import { healthSettings } from "./site-parts.ts";
import type { SiteConfig } from "../system/config/site-config.ts";
import type { Clock } from "../base/core/clock.ts";
import { clinicalSpecs } from "./clinical/all.ts";
import { clinicalHandler } from "./clinical/clinical-handler.ts";
import { clinicalOperation } from "./clinical/clinical-operation.ts";
import type { HealthParts } from "./health-parts.ts";
import { decodeHandler } from "./neural/decode-handler.ts";
import { decodeOperation } from "./neural/decode-operation.ts";
import { triageHandler } from "./triage/triage-handler.ts";
import { triageOperation } from "./triage/triage-operation.ts";
import type { Jobs } from "../base/jobs/jobs.ts";
import type { Uplink } from "../uplink/uplink-port.ts";
import type { Outbound } from "../notifications/webhooks/outbound-port.ts";

/** What health work of the appliance is made from. */
export interface HealthOptions {
  config: SiteConfig;
  jobs: Jobs;
  clock: Clock;
  outbound: Outbound;
  uplink: Uplink | null;
  /** Encrypted files of the box. */
  sealed: SealedAssets;
}

/** Health, clinical and neural jobs. */
export async function startHealth(
  start: Start,
  needs: ApplianceContext & BaseParts & UplinkModule,
): Promise<Module> {
  await addHealth(start, needs);
  return { parts: {} };
}

/** Health, clinical and neural jobs; before the jobs start. */
export async function addHealth(
  start: Start,
  { config, jobs, clock, outbound, uplink, sealed }: HealthOptions,
): Promise<void> {
  const parts: HealthParts = {
    settings: healthSettings(config),
    compute: await start("health compute", new HealthChildren({ clock })),
    dicom: new DcmtkPixels(),
    pictures: new OutboundPictures(outbound),
    files: sealed,
    uplink,
    siteLocale: config.site.locale,
  };
  registerHealth(jobs, parts);
}

/** Their operations and handlers. */
export function registerHealth(jobs: Jobs, parts: HealthParts): void {
  jobs.operations.register(triageOperation(parts));
  jobs.register(triageHandler(parts));
  jobs.operations.register(decodeOperation());
  jobs.register(decodeHandler(parts));
  for (const spec of clinicalSpecs) {
    jobs.operations.register(clinicalOperation(spec, parts));
    jobs.register(clinicalHandler(spec, parts));
  }
}
