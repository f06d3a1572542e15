import type { TestContext } from "node:test";
import { type Appliance, startAppliance } from "../box/appliance.ts";
import { until } from "../box/wait.ts";
import { startNats } from "./nats-server.ts";

/** An appliance of a fleet, with its id. */
export interface SiteBox extends Appliance {
  boxId: string;
}

interface Member {
  state: string;
  identity: string;
}

/** Starts appliances as one fleet, one for each text of site settings, and waits until each trusts all others. */
export async function startSite(
  t: Pick<TestContext, "after">,
  yamls: readonly string[],
): Promise<SiteBox[]> {
  const { url } = await startNats(t);
  const boxes = await Promise.all(
    yamls.map(async (yaml) => {
      const fleet = `fleet: { servers: ["${url}"], voters: 1 }`;
      const box = await startAppliance({ yaml: `${fleet}\n${yaml}` });
      t.after(() => box.stop());
      const boxId = (await box.get("/api/v1/system")).body.data.fleet.box_id as string;
      return Object.assign(box, { boxId });
    }),
  );
  for (const box of boxes)
    await until(() => trusts(box, boxes.length), { what: "the whole fleet" });
  return boxes;
}

async function trusts(box: Appliance, count: number): Promise<boolean> {
  const { boxes } = (await box.get("/api/v1/system")).body.data.fleet;
  const isTrusted = ({ state, identity }: Member) => state === "up" && identity === "trusted";
  return (boxes as Member[]).filter(isTrusted).length === count;
}
