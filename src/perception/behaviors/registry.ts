import type { Behavior } from "./behavior.ts";
import { anomaly } from "./types/anomaly.ts";
import { abandonedObject } from "./types/abandoned-object.ts";
import { cameraTamper } from "./types/camera-tamper.ts";
import { crowding } from "./types/crowding.ts";
import { fall } from "./types/fall.ts";
import { intrusion } from "./types/intrusion.ts";
import { ppeMissing } from "./types/ppe-missing.ts";
import { proximity } from "./types/proximity.ts";
import { removedObject } from "./types/removed-object.ts";
import { running } from "./types/running.ts";
import { speeding } from "./types/speeding.ts";
import { stoppedVehicle } from "./types/stopped-vehicle.ts";
import { lineCrossing } from "./types/line-crossing.ts";
import { loitering } from "./types/loitering.ts";
import { videoLoss } from "./types/video-loss.ts";
import { wrongDirection } from "./types/wrong-direction.ts";

const available = [
  intrusion,
  loitering,
  lineCrossing,
  wrongDirection,
  crowding,
  speeding,
  running,
  stoppedVehicle,
  proximity,
  fall,
  videoLoss,
  ppeMissing,
  abandonedObject,
  removedObject,
  cameraTamper,
  anomaly,
];

/** Every behavior that this version judges, by its type. */
export const behaviors: ReadonlyMap<string, Behavior> = new Map(
  available.map((behavior) => [behavior.type, behavior]),
);
