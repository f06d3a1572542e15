import type { RobotCorridor, RobotMap, RobotPlace } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { pageMax, readAll } from "../../api/pages.ts";
import { may } from "../../app/session.ts";

/** The site's maps with what is on them. */
export interface SiteMaps {
  maps: readonly RobotMap[];
  places: readonly RobotPlace[];
  corridors: readonly RobotCorridor[];
  error: unknown;
  reload(): void;
}

const nothing = { maps: [], places: [], corridors: [] };
const limit = pageMax;
const everyMs = 15_000;
/** Some hundreds of each. */
const maxPages = 10;

/** Reads the maps, places and corridors of the site, where the user may. */
export function useSiteMaps(): SiteMaps {
  const { data, error, reload } = useLoad(
    async (signal) => {
      if (!may("robots:read")) return nothing;
      const { robots } = box;
      const [maps, places, corridors] = await Promise.all([
        readAll((after) => robots.listMaps({ limit, ...after }, { signal }), signal, 1),
        readAll((after) => robots.listPlaces({ limit, ...after }, { signal }), signal, maxPages),
        readAll((after) => robots.listCorridors({ limit, ...after }, { signal }), signal, maxPages),
      ]);
      return { maps, places, corridors };
    },
    [],
    { everyMs },
  );
  return { ...(data ?? nothing), error, reload };
}
