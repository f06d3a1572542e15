import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { RobotDoor, RobotPlace, Webhook } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { pageMax } from "../../../api/pages.ts";
import { may } from "../../../app/session.ts";
import type { SiteMaps } from "../../robots/site-maps.ts";

/** What steps choose by name. */
export const siteNames = signal<{
  places: readonly RobotPlace[];
  doors: readonly RobotDoor[];
  /** The active ones. */
  webhooks: readonly Webhook[];
}>({ places: [], doors: [], webhooks: [] });

/** Keeps `siteNames` while the component is mounted. */
export function useSiteNames({ places }: SiteMaps): void {
  const { data } = useLoad(async (signal) => {
    const [doors, webhooks] = await Promise.all([
      box.robots.listDoors({ signal }),
      may("webhooks:read") ? box.webhooks.listWebhooks({ limit: pageMax }, { signal }) : undefined,
    ]);
    return {
      doors: doors.data.data,
      webhooks: (webhooks?.data.data ?? []).filter(({ is_active: isActive }) => isActive),
    };
  }, []);
  useEffect(() => {
    siteNames.value = { places, doors: [], webhooks: [], ...data };
  }, [places, data]);
}
