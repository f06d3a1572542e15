import { invalidField } from "../../../base/contract/fail.ts";
import { reversedCurve } from "../../../base/geo/nurbs.ts";
import type { CorridorRecord, PlaceRecord } from "../map-record.ts";
import { placeKinds } from "../map-terms.ts";
import { coordinate, type Fields, list, numberOrNull, object, text, textOrNull } from "./fields.ts";
import {
  curvedOf,
  curveWords,
  type LayoutDefaults,
  limitsOf,
  limitsWire,
  originWords,
  pointOf,
  type ReadLayout,
} from "./geojson-wire.ts";
import { trajectoryOf, trajectoryWire } from "./lif-trajectory.ts";

/** Marks what the box wrote into a description, so that it reads back the same. */
const mark = "gatehouse:";
/** Actions of nodes where robots charge (VDA 5050, section 6.8.2). */
const chargingActions: ReadonlySet<unknown> = new Set(["startCharging", "charge"]);
/** The robot type of layouts that the box writes: all. */
const anyType = "any";

interface LifNode {
  id: string;
  frame: string | null;
  level: string | null;
  xM: number;
  yM: number;
  yawRad: number | null;
  isCharger: boolean;
}

/**
 * Reads a layout of the VDMA Layout Interchange Format 1.0: stations become places at their first node, edges become
 * corridors from node to node, one way each. Fails with `invalid_request_body` naming the field below `at`, also for
 * edges and stations that name no node.
 */
export function readLif(value: unknown, defaults: LayoutDefaults, at: string): ReadLayout {
  const document = object(value, at);
  const { lifVersion } = object(document["metaInformation"], `${at}.metaInformation`);
  if (typeof lifVersion !== "string" || !lifVersion.startsWith("1."))
    throw invalidField(
      `${at}.metaInformation.lifVersion`,
      "is not 1.x. Export the layout as LIF 1.0",
    );
  const layouts = list(document["layouts"], `${at}.layouts`, 100).map((each, index) => ({
    layout: object(each, `${at}.layouts[${index}]`),
    at: `${at}.layouts[${index}]`,
  }));
  const nodes = new Map<string, LifNode>();
  for (const { layout, at: where } of layouts) readNodes(nodes, layout, where);
  const read: ReadLayout = { places: [], corridors: [], warnings: [] };
  for (const { layout, at: where } of layouts) {
    const from = {
      nodes,
      defaults,
      at: where,
      layoutId: text(layout["layoutId"], `${where}.layoutId`),
    };
    readStations(read, layout, from);
    readEdges(read, layout, from);
  }
  return read;
}

interface LayoutSource {
  nodes: ReadonlyMap<string, LifNode>;
  defaults: LayoutDefaults;
  at: string;
  layoutId: string;
}

function readNodes(nodes: Map<string, LifNode>, layout: Fields, at: string): void {
  const level = textOrNull(layout["layoutLevelId"], `${at}.layoutLevelId`);
  for (const [index, each] of list(layout["nodes"], `${at}.nodes`).entries()) {
    const where = `${at}.nodes[${index}]`;
    const node = object(each, where);
    const id = text(node["nodeId"], `${where}.nodeId`);
    if (nodes.has(id))
      throw invalidField(`${where}.nodeId`, `two nodes have the id ${id}. Rename one`);
    const position = object(node["nodePosition"], `${where}.nodePosition`);
    const types = list(node["vehicleTypeNodeProperties"], `${where}.vehicleTypeNodeProperties`);
    const properties = types.map((one) => object(one, `${where}.vehicleTypeNodeProperties`));
    const theta = properties.find((one) => one["theta"] !== undefined)?.["theta"];
    const actions = properties.flatMap((one) => (one["actions"] as Fields[] | undefined) ?? []);
    nodes.set(id, {
      id,
      frame: textOrNull(node["mapId"], `${where}.mapId`),
      level,
      xM: coordinate(position["x"], `${where}.nodePosition.x`),
      yM: coordinate(position["y"], `${where}.nodePosition.y`),
      yawRad: numberOrNull(theta, `${where}.theta`, { above: -10.000_001, most: 10 }),
      isCharger: actions.some((action) => chargingActions.has(action?.["actionType"])),
    });
  }
}

function readStations(read: ReadLayout, layout: Fields, from: LayoutSource): void {
  for (const [index, each] of list(layout["stations"], `${from.at}.stations`).entries()) {
    const where = `${from.at}.stations[${index}]`;
    const station = object(each, where);
    const [first] = list(station["interactionNodeIds"], `${where}.interactionNodeIds`);
    const node = nodeOf(from, first, `${where}.interactionNodeIds[0]`);
    const id = text(station["stationId"], `${where}.stationId`);
    const stationName = textOrNull(station["stationName"], `${where}.stationName`) ?? id;
    const isTaken = read.places.some(({ name }) => name === stationName);
    const own = ownWords(station["stationDescription"]);
    const kind = placeKinds.find((one) => one === own?.["kind"]);
    read.places.push({
      name: isTaken ? id : stationName,
      frame: frameOf(from, node, `${where}.interactionNodeIds[0]`),
      level: node.level ?? from.defaults.level,
      kind: kind ?? (node.isCharger ? "charger" : "station"),
      xM: node.xM,
      yM: node.yM,
      yawRad: node.yawRad,
      door: textOrNull(own?.["door"], `${where}.stationDescription.door`),
      layoutId: own
        ? textOrNull(own["layout"], `${where}.stationDescription.layout`)
        : from.layoutId,
    });
  }
}

function readEdges(read: ReadLayout, layout: Fields, from: LayoutSource): void {
  for (const [index, each] of list(layout["edges"], `${from.at}.edges`).entries()) {
    const where = `${from.at}.edges[${index}]`;
    const edge = object(each, where);
    const own = ownWords(edge["edgeDescription"]);
    if (own?.["part"] === true) continue;
    const id = text(edge["edgeId"], `${where}.edgeId`);
    const start = nodeOf(from, edge["startNodeId"], `${where}.startNodeId`);
    const end = nodeOf(from, edge["endNodeId"], `${where}.endNodeId`);
    const frame = frameOf(from, start, `${where}.startNodeId`);
    if (frame !== frameOf(from, end, `${where}.endNodeId`) || start.level !== end.level) {
      read.warnings.push(`${id}: leads to another map or level, and is not kept`);
      continue;
    }
    const place = { frame, level: start.level ?? from.defaults.level };
    if (own) {
      read.corridors.push({
        ...place,
        ...ownCorridor(own, `${where}.edgeDescription`),
      });
      continue;
    }
    const types = list(edge["vehicleTypeEdgeProperties"], `${where}.vehicleTypeEdgeProperties`);
    const properties = types.map((one) => object(one, `${where}.vehicleTypeEdgeProperties`));
    const ends = [
      [start.xM, start.yM],
      [end.xM, end.yM],
    ] as const;
    const trajectory = trajectoryOf(properties, { ends, at: `${where}.vehicleTypeEdgeProperties` });
    if (trajectory.isOne === false)
      read.warnings.push(`${id}: has several trajectories; the first one is kept`);
    const speeds = properties.flatMap(
      (one) => numberOrNull(one["maxSpeed"], `${where}.maxSpeed`, { above: 0, most: 20 }) ?? [],
    );
    read.corridors.push({
      name: id,
      ...place,
      points: trajectory.points ?? ends,
      ...(trajectory.curve ? { curve: trajectory.curve } : {}),
      isOneWay: true,
      isExclusive: false,
      maxSpeedMps: speeds.length === 0 ? null : Math.min(...speeds),
      widthM: null,
      from: start.id,
      to: end.id,
      door: null,
      layoutId: from.layoutId,
    });
  }
}

/** A corridor in the words of the box; they may come from anybody, so they are checked like any others. */
function ownCorridor(own: Fields, at: string) {
  const points = list(own["points"], `${at}.points`, 100).map((each, index) =>
    pointOf(each, `${at}.points[${index}]`),
  );
  if (points.length < 2) throw invalidField(`${at}.points`, "has fewer than two points. Add one");
  const door = textOrNull(own["door"], `${at}.door`);
  const layoutId = textOrNull(own["layout"], `${at}.layout`);
  const curved = curvedOf(own["curve"], `${at}.curve`);
  const name = text(own["name"], `${at}.name`);
  return { name, points, door, layoutId, ...limitsOf(own, at), ...curved };
}

function nodeOf({ nodes }: LayoutSource, id: unknown, at: string): LifNode {
  const node = typeof id === "string" ? nodes.get(id) : undefined;
  if (node) return node;
  throw invalidField(at, `the document has no node ${String(id)}. Correct the id`);
}

function frameOf({ defaults }: LayoutSource, { frame }: LifNode, at: string): string {
  const found = defaults.frame ?? frame;
  if (found !== null) return found;
  throw invalidField(at, "has a node without a mapId. Name the map frame for the import");
}

/** What the box wrote about its own entry; null for entries of others. */
function ownWords(description: unknown): Fields | null {
  if (typeof description !== "string" || !description.startsWith(mark)) return null;
  try {
    return object(JSON.parse(description.slice(mark.length)), "description");
  } catch {
    return null;
  }
}

/** Returns places and corridors as a LIF document, which `readLif` reads as the same. */
export function lifOf(
  places: readonly PlaceRecord[],
  corridors: readonly CorridorRecord[],
  { site, at }: { site: string; at: Date },
): object {
  const groups = new Map<string, { frame: string; level: string | null }>();
  for (const { frame, level } of [...places, ...corridors])
    groups.set(JSON.stringify([frame, level]), { frame, level });
  return {
    metaInformation: {
      projectIdentification: site,
      creator: "Gatehouse",
      exportTimestamp: at.toISOString(),
      lifVersion: "1.0.0",
    },
    layouts: [...groups.values()].map(({ frame, level }, index) => {
      const isHere = (each: { frame: string; level: string | null }): boolean =>
        each.frame === frame && each.level === level;
      const own = places.filter(isHere);
      const ways = corridors.filter(isHere).map((corridor) => wayOf(corridor));
      return {
        layoutId: `layout-${index + 1}`,
        layoutName: frame,
        layoutVersion: "1",
        ...(level === null ? {} : { layoutLevelId: level }),
        nodes: [...own.map((place) => nodeOfPlace(place)), ...ways.flatMap(({ nodes }) => nodes)],
        edges: ways.flatMap(({ edges }) => edges),
        stations: own.map((place) => ({
          stationId: place.id,
          interactionNodeIds: [`node-${place.id}`],
          stationName: place.name,
          stationDescription: `${mark}${JSON.stringify({ kind: place.kind, ...originWords(place) })}`,
        })),
      };
    }),
  };
}

function nodeOfPlace({ id, frame, xM, yM, yawRad, kind }: PlaceRecord): object {
  const charging = {
    actionType: "startCharging",
    requirementType: "OPTIONAL",
    blockingType: "HARD",
  };
  return {
    nodeId: `node-${id}`,
    mapId: frame,
    nodePosition: { x: xM, y: yM },
    vehicleTypeNodeProperties: [
      {
        vehicleTypeId: anyType,
        ...(yawRad === null ? {} : { theta: yawRad }),
        ...(kind === "charger" ? { actions: [charging] } : {}),
      },
    ],
  };
}

/** A corridor as nodes, and edges in each direction that it allows; the first edge describes it whole. */
function wayOf(corridor: CorridorRecord): { nodes: object[]; edges: object[] } {
  const { id, frame, isOneWay, maxSpeedMps, curve } = corridor;
  const points = curve ? [corridor.points[0]!, corridor.points.at(-1)!] : corridor.points;
  const nodes = points.map(([x, y], at) => ({
    nodeId: `node-${id}-${at}`,
    mapId: frame,
    nodePosition: { x, y },
    vehicleTypeNodeProperties: [{ vehicleTypeId: anyType }],
  }));
  const speed = maxSpeedMps === null ? {} : { maxSpeed: maxSpeedMps };
  const edge = (start: number, end: number, words: object) => ({
    edgeId: `edge-${id}-${start}-${end}`,
    edgeName: corridor.name,
    edgeDescription: `${mark}${JSON.stringify(words)}`,
    startNodeId: `node-${id}-${start}`,
    endNodeId: `node-${id}-${end}`,
    vehicleTypeEdgeProperties: [
      {
        vehicleTypeId: anyType,
        rotationAllowed: true,
        ...speed,
        ...(curve
          ? { trajectory: trajectoryWire(start < end ? curve : reversedCurve(curve)) }
          : {}),
      },
    ],
  });
  const whole = {
    name: corridor.name,
    points: corridor.points,
    ...limitsWire(corridor),
    ...originWords(corridor),
    ...curveWords(corridor),
  };
  const edges = points
    .slice(1)
    .flatMap((_, at) => [
      edge(at, at + 1, at === 0 ? whole : { part: true }),
      ...(isOneWay ? [] : [edge(at + 1, at, { part: true })]),
    ]);
  return { nodes, edges };
}
