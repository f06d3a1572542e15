import type { ApplianceContext } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { Module, Start } from "../../module.ts";
import type { UplinkModule } from "../../uplink/module.ts";
import type { PerceptionModule } from "../module.ts";
import { Narrator } from "./narrator.ts";

/** The narration of incidents, where the site enables it. */
export async function startNarration(
  start: Start,
  needs: ApplianceContext & BaseParts & PerceptionModule & UplinkModule,
): Promise<Module> {
  await needs.live.part(start, {
    name: "narrator",
    select: ({ perception: { narration } }) => narration,
    make: (narration) =>
      narration === "off" ? undefined : new Narrator({ ...needs, minSeverity: narration }),
  });
  return { parts: {} };
}
