import type { TestContext } from "node:test";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { PointM } from "../../../src/base/geo/line.ts";
import type { RobotRequest } from "../../../src/robots/driver/robot-document.ts";
import type { Places } from "../../../src/robots/maps/places.ts";
import type { PlaceKind } from "../../../src/robots/maps/map-terms.ts";
import { Doors, type DoorsParts } from "../../../src/robots/doors/doors.ts";
import { Traffic } from "../../../src/robots/traffic/traffic.ts";
import { TrafficService } from "../../../src/robots/traffic/traffic-service.ts";
import { trafficWire } from "../../../src/robots/traffic/traffic-wire.ts";
import type { RobotTrafficWire } from "../../../src/robots/wire/robot-traffic.ts";
import { openSite } from "../../support/robots/make-runs.ts";
import { until } from "../../support/box/wait.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { anna, robotRig, type RobotRig } from "./rig.ts";

/** Robots in the traffic, with a clock that only moves when told. */
export interface TrafficRig extends RobotRig {
  places: Places;
  /** The doors of the present process. */
  doors(): Doors;
  /** The traffic as the API shows it. */
  traffic(): RobotTrafficWire;
  held(robotId: string): string[];
  free(robotId: string, why: string): Promise<string[] | undefined>;
  /** Passes time until `isSo`, at most `sec` seconds; looks every tenth of a second. */
  passUntil(isSo: () => boolean, sec?: number): Promise<void>;
  distanceM(a: string, b: string): number;
}

/** Corridors and places by name, and doors with their connections. */
export interface Layout {
  corridors: Record<
    string,
    { points: PointM[]; isOneWay?: boolean; isExclusive?: boolean; door?: string; frame?: string }
  >;
  places: Record<
    string,
    { at: PointM; kind?: PlaceKind; door?: string; frame?: string; level?: string }
  >;
  doors?: DoorsParts["doors"];
}

const shape = { frame: "map", level: null, layoutId: null };
const corridorShape = { ...shape, maxSpeedMps: null, widthM: null, from: null, to: null };

/** A simulated robot at a position. */
export const robotAt = (x: number, y: number): RobotRequest => ({
  driver: "sim",
  sim: { start: { frame: "map", x, y }, battery_percent: 100 },
});

/** Robots at these places, with these corridors. */
export async function trafficRig(
  t: TestContext,
  layout: Layout,
  robots: Record<string, RobotRequest>,
): Promise<TrafficRig> {
  const store = await makeStore(t);
  const { places } = openSite({ store, clock: systemClock });
  places.useDoors(() => (layout.doors ?? []).map(({ settings }) => settings));
  await places.putPlaces(
    "default",
    Object.entries(layout.places).map(
      ([
        name,
        {
          at: [xM, yM],
          kind = "station",
          ...more
        },
      ]) => ({
        ...shape,
        ...more,
        name,
        kind,
        xM,
        yM,
        yawRad: null,
      }),
    ),
  );
  await places.putCorridors(
    "default",
    Object.entries(layout.corridors).map(([name, each]) => ({
      ...corridorShape,
      isOneWay: false,
      isExclusive: true,
      ...each,
      name,
    })),
  );
  let traffic: Traffic | undefined;
  let doors: Doors | undefined;
  // The clock is faster than the disk.
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 100) {
      await rig.pass(100);
      await traffic!.of("default").idle();
    }
  };
  const { rover, ...others } = robots;
  const rig = await robotRig(t, {
    store,
    places,
    request: rover!,
    trafficOf: (parts) => {
      doors = new Doors({ ...parts, log: silentLogger, doors: layout.doors ?? [] });
      void doors.start();
      return (traffic = new Traffic({ ...parts, log: silentLogger, places, doors }));
    },
  });
  t.after(() => doors!.stop());
  t.after(() => traffic!.stop());
  for (const [id, request] of Object.entries(others)) await rig.service.put("default", id, request);
  await rig.pass(300);
  const own: Omit<TrafficRig, Exclude<keyof RobotRig, "pass">> = {
    pass,
    places,
    doors: () => doors!,
    free: (robotId, why) =>
      new TrafficService({ robots: rig.robots, traffic: traffic! }).free(anna, robotId, why),
    traffic: () => trafficWire(traffic!.of("default"), rig.clock.monoMs()),
    held: (robotId) =>
      own
        .traffic()
        .reservations.filter((each) => each.robot_id === robotId)
        .map(({ name }) => name)
        .toSorted(),
    async passUntil(isSo, sec = 120) {
      for (let tenth = 0; tenth < sec * 10 && !isSo(); tenth += 1) await pass(100);
      // What ended in time may still be on its way to the disk.
      const what = `awaited for ${sec} s of the clock with ${JSON.stringify(own.traffic())}`;
      await until(isSo, { deadlineMs: 20_000, what });
    },
    distanceM: (a, b) =>
      Math.hypot(
        rig.body(a).body.xM - rig.body(b).body.xM,
        rig.body(a).body.yM - rig.body(b).body.yM,
      ),
  };
  const full = Object.defineProperties({}, Object.getOwnPropertyDescriptors(rig));
  Object.assign(full, own);
  return full as TrafficRig;
}
