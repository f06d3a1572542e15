import { contactPoint } from "../../base/geo/box.ts";
import { type Behavior, toleranceSec } from "./behavior.ts";
import { type Finding } from "../core/finding.ts";
import { StandTracker } from "./measures/stand.ts";

/** A vehicle stands in the zone for `seconds`; something in front of it does not end its stop. */
export const stoppedVehicle: Behavior = {
  type: "stopped_vehicle",
  defaultSeverity: "warning",
  geometry: "area",
  required: ["seconds"],
  optional: [],
  defaultSeconds: 0,
  defaultClasses: ["car", "truck", "bus", "van", "motorcycle", "bicycle"],
  needsDetector: true,
  start(spec) {
    const stands = new StandTracker();
    return {
      step(frame) {
        const vehicles = frame.tracks.filter(({ label }) => spec.matches(label));
        const inside = vehicles.filter(({ id, boxNorm }) => {
          if (spec.zone === null || spec.zone.contains(contactPoint(boxNorm))) return true;
          stands.forget(id);
          return false;
        });
        return stands
          .step(frame, inside)
          .filter((one) => one.standsSec - one.stoppedSec + toleranceSec(frame) >= spec.seconds)
          .map((one): Finding => ({
            subject: String(one.track.id),
            tracks: [one.track],
            count: 1,
            sinceSec: one.stoppedSec,
            isMomentary: false,
          }));
      },
    };
  },
};
