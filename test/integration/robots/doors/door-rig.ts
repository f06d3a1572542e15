import type { TestContext } from "node:test";
import type { DoorSettings } from "../../../../src/robots/doors/door-settings.ts";
import { aDoor, FakeDoor } from "../../../support/doors/fake-door.ts";
import { type Layout, robotAt, trafficRig, type TrafficRig } from "../traffic-rig.ts";

/** A door in the middle of a way of 12 m. */
export const hall = (settings: DoorSettings, link: FakeDoor): Layout => ({
  corridors: {},
  places: { doorway: { at: [6, 0], kind: "door", door: "gate" } },
  doors: [{ settings, link }],
});

/** One robot and one door. */
export interface DoorRig extends TrafficRig {
  door: FakeDoor;
  /** Passes time while the door says its state once a second. */
  wait(sec: number, state?: () => string | null): Promise<void>;
  x(): number;
}

/** The ground of the door begins where the robot's circle touches it. */
export const groundM = 6 - 1 - 0.3;

/** Returns the robot `rover` in front of a door. */
export async function doorRig(
  t: TestContext,
  settings: DoorSettings = aDoor(),
  layoutOf: (settings: DoorSettings, link: FakeDoor) => Layout = hall,
): Promise<DoorRig> {
  const door = new FakeDoor();
  const rig = await trafficRig(t, layoutOf(settings, door), { rover: robotAt(0, 0) });
  const own = {
    door,
    x: () => rig.body().body.xM,
    async wait(sec: number, state: () => string | null = () => null) {
      for (let second = 0; second < sec; second += 1) {
        const now = state();
        if (now !== null) door.say(now);
        await rig.pass(1000);
      }
    },
  };
  const full = Object.defineProperties({}, Object.getOwnPropertyDescriptors(rig));
  return Object.assign(full, own) as DoorRig;
}

/** A door that takes three seconds to open or close. */
export function obedient(door: FakeDoor): () => string {
  let state = "closed";
  let left = 0;
  door.onRequest = ({ kind }) => {
    const to = kind === "open" ? "opening" : "closing";
    if ((kind === "open") === (state === "open") || state === to) return;
    state = to;
    left = 3;
  };
  return () => {
    if (left > 0 && (left -= 1) === 0) state = state === "opening" ? "open" : "closed";
    return state;
  };
}

/** The end of a command, once it is stored. */
export const endOf = async (rig: TrafficRig, id: string) => {
  const { state, reason } = await rig.ended(id);
  return `${state} ${reason ?? ""}`;
};
/** The state of a command now. */
export const reasonOf = (rig: TrafficRig, id: string) => {
  const { state, reason } = rig.service.getCommand("default", "rover", id)!;
  return `${state} ${reason ?? ""}`;
};
