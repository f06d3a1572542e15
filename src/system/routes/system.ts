import { type SystemHistoryWire, systemHistoryAnswer } from "../machine/wire/machine.ts";
import { camerasOf, maySee } from "../../base/contract/person.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import { systemAnswer, type SystemWire } from "../wire/system.ts";
import { type Route, route } from "../../http/route.ts";

/** The description of the box. */
export interface SystemDescription {
  /** `data` of `GET /api/v1/system` for an organisation; `cameras` counts only the streams `streamIds`, if given. */
  describe(org: string, streamIds?: readonly string[]): Readonly<Record<string, unknown>>;
  /** Returns readings of the machine since the start, a day at most. */
  history(): SystemHistoryWire;
}

/** Alarms whose messages name cameras. */
const cameraAlarms: readonly string[] = [
  "cameras_refused",
  "cameras_offline",
  "camera_events_failing",
  "decoders_failing",
];

/** For people who may see only some cameras: without what names others. */
function shownTo(caller: Caller, data: ReturnType<SystemDescription["describe"]>) {
  if (camerasOf(caller) === undefined) return data;
  const { cameras, alarms, alarm_outlets: outlets } = data as Partial<SystemWire>;
  return {
    ...data,
    ...(cameras && {
      cameras: {
        ...cameras,
        refused: cameras.refused.filter((each) => maySee(caller, each.stream_id)),
        without_events: cameras.without_events.filter((each) => maySee(caller, each.stream_id)),
      },
    }),
    ...(outlets && { alarm_outlets: outletsShownTo(caller, outlets) }),
    ...(alarms && { alarms: alarms.filter(({ code }) => !cameraAlarms.includes(code)) }),
  };
}

/** Leaves out alarms of incidents, which may be of any camera, and of cameras that the caller may not see. */
function outletsShownTo(caller: Caller, outlets: SystemWire["alarm_outlets"]) {
  const recent = outlets.recent.filter(({ alarm_id: id, type }) => {
    if (id.startsWith("camera-")) return maySee(caller, id.slice("camera-".length));
    return !/^(incident|escalation)-/.test(id) && !cameraAlarms.includes(type);
  });
  return { ...outlets, active: recent.filter((one) => one.cleared_at === null).length, recent };
}

/** The box counts cameras of all people: somebody who may see only some gets no count. */
function historyShownTo(caller: Caller, history: SystemHistoryWire): SystemHistoryWire {
  if (camerasOf(caller) === undefined) return { ...history };
  return { ...history, cameras_online: history.at.map(() => null) };
}

/** The system's routes: version, parts and history. */
export function systemRoutes(system: SystemDescription): Route[] {
  return [
    route({
      method: "GET",
      path: "/api/v1/system",
      cameras: "filtered",
      summary: "Get the state of the box: version, parts, detectors, store, counters and alarms",
      tag: "system",
      access: "system:read",
      isTool: true,
      answers: { 200: { description: "The box", schema: systemAnswer } },
      handle: ({ caller }) => ({
        object: "system",
        status: "ok",
        data: shownTo(caller, system.describe(caller.org, camerasOf(caller))),
      }),
    }),
    route({
      method: "GET",
      path: "/api/v1/system/history",
      cameras: "filtered",
      summary:
        "Get disk, memory, load, temperature, cameras and queue for each minute since the start, at most of the last day",
      tag: "system",
      access: "system:read",
      isTool: true,
      answers: {
        200: { description: "One list of values per figure", schema: systemHistoryAnswer },
      },
      handle: ({ caller }) => ({
        object: "system.history",
        status: "ok",
        data: historyShownTo(caller, system.history()),
      }),
    }),
  ];
}
