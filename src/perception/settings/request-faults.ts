import { readService } from "../../cameras/probe/camera-probe.ts";
import type { SourceSpec } from "../../cameras/source.ts";
import { explain, type Fault } from "../../base/contract/explain.ts";
import { type StreamRequest, streamRequestSchema, type ZoneSettings } from "./stream-document.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { polygonProblem } from "../../base/geo/polygon.ts";
import { Calibration } from "../core/calibration.ts";
import { checkBehavior, planBehavior } from "../profiles/behavior-plans.ts";
import { readSource, readSubSource } from "./stream-source.ts";
import { readZones, withGround, type Zone } from "../core/zones.ts";

/**
 * Returns the faults for which a box would refuse `request`, as far as they show without its models,
 * profiles, files and network: address, zones, behaviors, masks and calibration. Empty for a valid request,
 * and for one that does not fit the schema, which is checked elsewhere.
 */
export function requestFaults(request: StreamRequest): Fault[] {
  if (explain(streamRequestSchema, request).length > 0) return [];
  const { faults, zones, broken } = zoneFaults(request.context?.zones ?? {});
  return [
    ...sourceFaults(request.source),
    ...faults,
    ...behaviorFaults(request.behaviors ?? [], grounded(request, zones), broken),
    ...(request.masks ?? []).flatMap(({ polygon }, at) => {
      const message = polygonProblem(polygon);
      return message === null ? [] : [{ path: ["masks", at, "polygon"], message }];
    }),
    ...caught(() => {
      if (request.calibration) Calibration.read(request.calibration, "calibration");
    }),
  ];
}

/** Checks each address by itself, so that a wrong one does not hide the next. */
function sourceFaults(source: StreamRequest["source"]): Fault[] {
  if (source === undefined) return [];
  const { onvif_url: service, ...video } = source;
  let main: SourceSpec = { kind: source.type, url: "" };
  return [
    ...caught(() => (main = readSource(video))),
    ...caught(() => readSubSource(video, main)),
    ...caught(() => service !== undefined && readService(service, "source.onvif_url")),
  ];
}

function zoneFaults(wire: Readonly<Record<string, ZoneSettings>>) {
  const faults: Fault[] = [];
  const zones = new Map<string, Zone>();
  const broken = new Set<string>();
  for (const [name, zone] of Object.entries(wire)) {
    // A zone's name may look like steps of a path, so it is cut out before the path is split.
    const own = caught(() => zones.set(name, readZones({ [name]: zone }).get(name)!), name);
    if (own.length > 0) broken.add(name);
    faults.push(...own);
  }
  return { faults, zones, broken };
}

/** The zones with the sizes that the request's calibration gives them; a wrong calibration is a fault of its own. */
function grounded({ calibration: wire }: StreamRequest, zones: ReadonlyMap<string, Zone>) {
  if (!wire) return zones;
  let known = zones;
  caught(() => {
    const calibration = Calibration.read(wire, "calibration");
    known = withGround(zones, (point) => calibration.toMap(point));
  });
  return known;
}

/** Checks a behavior of a wrong zone as if the zone were right. */
function behaviorFaults(
  behaviors: NonNullable<StreamRequest["behaviors"]>,
  zones: ReadonlyMap<string, Zone>,
  broken: ReadonlySet<string>,
): Fault[] {
  return behaviors.flatMap((wire, at) => {
    const param = `behaviors[${at}]`;
    const isOnBroken = broken.has(wire.line ?? wire.zone ?? "");
    return caught(() =>
      isOnBroken ? checkBehavior(wire, `${param}.type`, param) : planBehavior(wire, zones, param),
    );
  });
}

/** Returns the refusal of `check` as a fault; `zone` when it concerns one of `context.zones`. */
function caught(check: () => unknown, zone?: string): Fault[] {
  try {
    check();
    return [];
  } catch (error) {
    const known = GatehouseError.find(error);
    if (!known) throw error;
    const param = known.param ?? "";
    const message = known.message.replace(`${param}: `, "");
    if (zone === undefined) return [{ path: stepsOf(param), message }];
    const inside = param.slice(`context.zones.${zone}`.length);
    return [{ path: ["context", "zones", zone, ...stepsOf(inside)], message }];
  }
}

/** Splits `a[1].b` into steps. */
function stepsOf(param: string): (string | number)[] {
  return [...param.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([text, index]) =>
    index === undefined ? text : Number(index),
  );
}
