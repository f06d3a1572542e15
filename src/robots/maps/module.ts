import type { ApplianceContext } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import { MapFiles } from "../../adapters/compute/map-files.ts";
import type { Assets } from "../../base/assets/assets.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Store } from "../../base/core/store.ts";
import type { Start } from "../../module.ts";
import { Frames } from "./frames.ts";
import type { MapReader } from "./map-reader-port.ts";
import { Maps } from "./maps.ts";
import type { SiteZone } from "./place-checks.ts";
import { Places } from "./places.ts";

/** Maps and what is on them. */
export interface RobotSite {
  maps: Maps;
  frames: Frames;
  places: Places;
}

/** The stored zones of robots. */
type ZonesOf = (org: string) => readonly SiteZone[];

/** The maps of robots, with the processes that read their files. */
export async function startMaps(
  start: Start,
  { store, assets, clock, zonesOf }: ApplianceContext & BaseParts & { zonesOf: ZonesOf },
): Promise<RobotSite> {
  const reader = await start("map files", new MapFiles({ clock }));
  return makeMaps({ store, assets, clock, reader, zonesOf });
}

/** The maps of robots. */
export function makeMaps(parts: {
  store: Store;
  assets: Assets;
  clock: Clock;
  reader: MapReader;
  zonesOf: ZonesOf;
}): RobotSite {
  const maps = new Maps(parts);
  const frames = new Frames(parts);
  return { maps, frames, places: new Places({ ...parts, maps, frames }) };
}
