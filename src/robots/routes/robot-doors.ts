import { listOf } from "../../base/contract/answers.ts";
import { listAnswer } from "../../http/answers/envelope-wire.ts";
import { type Route, route } from "../../http/route.ts";
import { doorWire } from "../doors/door-wire.ts";
import type { Doors } from "../doors/doors.ts";
import type { Places } from "../maps/places.ts";
import { robotDoorAnswer } from "../wire/robot-doors.ts";

/** The parts of the routes of doors. */
interface Parts {
  doors: Pick<Doors, "list">;
  places: Pick<Places, "places" | "corridors">;
}

/** Doors and lifts of the site. */
export function robotDoorRoutes({ doors, places }: Parts): Route[] {
  return [
    route({
      method: "GET",
      path: "/api/v1/robots/doors",
      cameras: "none",
      summary: "List the doors and lifts with their state, its age, and who keeps them open",
      tag: "robots",
      access: "robots:read",
      isTool: true,
      answers: { 200: { description: "All doors", schema: listOf(robotDoorAnswer) } },
      handle({ caller: { org } }) {
        const named = [...places.places(org), ...places.corridors(org)];
        const items = doors.list(org).map((door) => doorWire(door, named));
        return listAnswer({ items, total: items.length, hasMore: false, nextCursor: null });
      },
    }),
  ];
}
