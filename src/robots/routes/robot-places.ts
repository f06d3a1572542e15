import { Type } from "typebox";
import { listOf, oneOfValues } from "../../base/contract/answers.ts";
import { fail } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  sliceById,
  uuidParameter,
} from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import { frame } from "../driver/command-document.ts";
import { geoJsonOf, readGeoJson } from "../maps/exchange/geojson-wire.ts";
import { lifOf, readLif } from "../maps/exchange/lif-wire.ts";
import {
  corridorsSchema,
  layoutFormats,
  layoutImportSchema,
  placesSchema,
} from "../maps/map-document.ts";
import { placeKinds } from "../maps/map-terms.ts";
import { corridorDraft, corridorWire, placeDraft, placeWire } from "../maps/place-wire.ts";
import type { Places } from "../maps/places.ts";
import { removedMapAnswer } from "../wire/robot-maps.ts";
import {
  layoutExportAnswer,
  layoutImportAnswer,
  robotCorridorAnswer,
  robotPlaceAnswer,
} from "../wire/robot-places.ts";

const base = "/api/v1/robots";
const common = { cameras: "none", tag: "robots" } as const;
const inFrame = { frame: Type.Optional(frame) };
const upsert = "all or none; `id`, or else the name, identifies one";

/** Places to which robots are sent by name, and corridors between them. */
export function robotPlaceRoutes(places: Places): Route[] {
  return [
    listPlaces(places),
    route({
      ...common,
      method: "POST",
      path: `${base}/places`,
      summary: `Create or change 1 to 200 places, ${upsert}`,
      access: "robots:write",
      isTool: true,
      body: placesSchema,
      replayable: true,
      answers: { 200: { description: "The stored places", schema: listOf(robotPlaceAnswer) } },
      errors: ["conflict", "not_found"],
      handle: async ({ caller, body }) =>
        whole((await places.putPlaces(caller.org, body.places.map(placeDraft))).map(placeWire)),
    }),
    remove(places, "place"),
    listCorridors(places),
    route({
      ...common,
      method: "POST",
      path: `${base}/corridors`,
      summary: `Create or change 1 to 200 corridors, ${upsert}`,
      access: "robots:write",
      isTool: true,
      body: corridorsSchema,
      replayable: true,
      answers: {
        200: { description: "The stored corridors", schema: listOf(robotCorridorAnswer) },
      },
      errors: ["conflict", "not_found"],
      handle: async ({ caller, body }) =>
        whole(
          (await places.putCorridors(caller.org, body.corridors.map(corridorDraft))).map(
            corridorWire,
          ),
        ),
    }),
    remove(places, "corridor"),
    importLayout(places),
    exportLayout(places),
  ];
}

function listPlaces(places: Places): Route {
  return route({
    ...common,
    method: "GET",
    path: `${base}/places`,
    summary: "List the places, oldest first",
    access: "robots:read",
    isTool: true,
    query: closedObject({
      ...pageParameters,
      ...inFrame,
      kind: Type.Optional(oneOfValues(placeKinds)),
    }),
    answers: { 200: { description: "A page of places", schema: listOf(robotPlaceAnswer) } },
    async handle({ caller, query }) {
      const found = places
        .places(caller.org)
        .filter(
          (place) =>
            (query.frame === undefined || place.frame === query.frame) &&
            (query.kind === undefined || place.kind === query.kind),
        );
      const page = sliceById(found, pageOf(query));
      const items = await places.seenPlaces(caller.org, page.items);
      return listAnswer({ ...page, items: items.map(placeWire) });
    },
  });
}

function listCorridors(places: Places): Route {
  return route({
    ...common,
    method: "GET",
    path: `${base}/corridors`,
    summary: "List the corridors, oldest first",
    access: "robots:read",
    isTool: true,
    query: closedObject({ ...pageParameters, ...inFrame }),
    answers: { 200: { description: "A page of corridors", schema: listOf(robotCorridorAnswer) } },
    async handle({ caller, query }) {
      const found = places
        .corridors(caller.org)
        .filter((corridor) => query.frame === undefined || corridor.frame === query.frame);
      const page = sliceById(found, pageOf(query));
      const items = await places.seenCorridors(caller.org, page.items);
      return listAnswer({ ...page, items: items.map(corridorWire) });
    },
  });
}

function importLayout(places: Places): Route {
  return route({
    ...common,
    method: "POST",
    path: `${base}/layout`,
    summary:
      "Import places and corridors from GeoJSON or VDMA LIF, all or none; names identify them",
    access: "robots:write",
    isTool: true,
    body: layoutImportSchema,
    bodyLimitBytes: limits.mediaBodyBytes,
    replayable: true,
    answers: { 200: { description: "What was imported", schema: layoutImportAnswer } },
    errors: ["conflict", "request_too_large"],
    async handle({ caller, body: { format, document, frame: name = null, level = null } }) {
      const read = format === "lif" ? readLif : readGeoJson;
      const layout = read(document, { frame: name, level }, "document");
      await places.putBoth(caller.org, layout);
      const counts = { places: layout.places.length, corridors: layout.corridors.length };
      const data = { object: "robot.layout", ...counts, warnings: layout.warnings };
      return { object: "robot.layout", status: "ok", data };
    },
  });
}

function exportLayout(places: Places): Route {
  return route({
    ...common,
    method: "GET",
    path: `${base}/layout`,
    summary: "Export places and corridors as GeoJSON or VDMA LIF",
    access: "robots:read",
    isTool: true,
    query: closedObject({ ...inFrame, format: oneOfValues(layoutFormats) }),
    answers: { 200: { description: "The document", schema: layoutExportAnswer } },
    handle({ caller, query: { format, frame: only } }) {
      const isIn = (each: { frame: string }): boolean => only === undefined || each.frame === only;
      const own = places.places(caller.org).filter(isIn);
      const ways = places.corridors(caller.org).filter(isIn);
      const at = new Date();
      const document =
        format === "lif" ? lifOf(own, ways, { site: caller.org, at }) : geoJsonOf(own, ways);
      return {
        object: "robot.layout",
        status: "ok",
        data: { object: "robot.layout", format, document },
      };
    },
  });
}

function remove(places: Places, sort: "place" | "corridor"): Route {
  return route({
    ...common,
    method: "DELETE",
    path: `${base}/${sort}s/:${sort}_id`,
    summary: sort === "place" ? "Remove a place that nothing uses by name" : "Remove a corridor",
    access: "robots:write",
    isTool: true,
    params: closedObject({ [`${sort}_id`]: uuidParameter }),
    replayable: true,
    answers: { 200: { description: "The deleted object", schema: removedMapAnswer } },
    errors: ["conflict"],
    async handle({ caller, params }) {
      const id = (params as Record<string, string>)[`${sort}_id`]!;
      if (!(await places.remove(caller.org, sort, id)))
        throw fail("not_found", `${sort}_id: there is no such ${sort}. Choose a listed one`);
      const object = `robot.${sort}`;
      return { object, status: "deleted", data: { id, object, deleted: true } };
    },
  });
}

function whole(items: { id: string }[]): Answer {
  return listAnswer({ items, total: items.length, hasMore: false, nextCursor: null });
}
