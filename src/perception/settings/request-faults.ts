import { readService } from "../../cameras/probe/camera-probe.ts";
import type { SourceSpec } from "../../cameras/source.ts";
import { explain, type Fault } from "../../base/contract/explain.ts";
import { type StreamRequest, streamRequestSchema, type ZoneWire } from "../wire/surveillance.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { polygonProblem } from "../../base/geo/polygon.ts";
import { Calibration } from "../core/calibration.ts";
import { checkBehavior, planRule } from "../profiles/rules.ts";
import { readSource, readSubSource } from "./stream-source.ts";
import { readZones, type Zone } from "../core/zones.ts";

/**
 * Everything for which a box would refuse `request`, as far as that can be told without its models,
 * profiles, files and network: address, zones, behaviors, masks and calibration. Empty for a right one,
 * and for one that does not even fit the schema: that is told elsewhere.
 */
export function requestFaults(request: StreamRequest): Fault[] {
  if (explain(streamRequestSchema, request).length > 0) return [];
  const { faults, zones, broken } = zoneFaults(request.context?.zones ?? {});
  return [
    ...sourceFaults(request.source),
    ...faults,
    ...behaviorFaults(request.behaviors ?? [], zones, broken),
    ...(request.masks ?? []).flatMap(({ polygon }, at) => {
      const message = polygonProblem(polygon);
      return message === null ? [] : [{ path: ["masks", at, "polygon"], message }];
    }),
    ...caught(() => {
      if (request.calibration) Calibration.read(request.calibration, "calibration");
    }),
  ];
}

/** Each address by itself, so that a wrong one does not hide the next. */
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

function zoneFaults(wire: Readonly<Record<string, ZoneWire>>) {
  const faults: Fault[] = [];
  const zones = new Map<string, Zone>();
  const broken = new Set<string>();
  for (const [name, zone] of Object.entries(wire)) {
    // A name may hold what looks like steps of a path: it is kept out of the one that is taken apart.
    const own = caught(() => zones.set(name, readZones({ [name]: zone }).get(name)!), name);
    if (own.length > 0) broken.add(name);
    faults.push(...own);
  }
  return { faults, zones, broken };
}

/** A behavior of a zone that is wrong itself is checked as if the zone were right. */
function behaviorFaults(
  behaviors: NonNullable<StreamRequest["behaviors"]>,
  zones: ReadonlyMap<string, Zone>,
  broken: ReadonlySet<string>,
): Fault[] {
  return behaviors.flatMap((wire, at) => {
    const param = `behaviors[${at}]`;
    const isOnBroken = broken.has(wire.line ?? wire.zone ?? "");
    return caught(() =>
      isOnBroken ? checkBehavior(wire, `${param}.type`, param) : planRule(wire, zones, param),
    );
  });
}

/** The refusal of `check` as a fault; `zone` where it is about one of `context.zones`. */
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

/** `a[1].b` as steps. */
function stepsOf(param: string): (string | number)[] {
  return [...param.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([text, index]) =>
    index === undefined ? text : Number(index),
  );
}
