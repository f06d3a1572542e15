import type { Behavior } from "./behavior.ts";
import { anomaly } from "./anomaly.ts";
import { cameraEvent, cameraIncidentTypes } from "./camera-event.ts";
import { abandonedObject } from "./abandoned-object.ts";
import { coAlarm, smokeAlarm } from "./sound/alarm-sound.ts";
import { loudSound } from "./sound/loud-sound.ts";
import { silentMicrophone } from "./sound/silent-microphone.ts";
import { cameraTamper } from "./camera-tamper.ts";
import { crowding } from "./crowding.ts";
import { fall } from "./fall.ts";
import { intrusion } from "./intrusion.ts";
import { ppeMissing } from "./ppe-missing.ts";
import { proximity } from "./proximity.ts";
import { removedObject } from "./removed-object.ts";
import { running } from "./running.ts";
import { speeding } from "./speeding.ts";
import { stoppedVehicle } from "./stopped-vehicle.ts";
import { lineCrossing } from "./line-crossing.ts";
import { loitering } from "./loitering.ts";
import { videoLoss } from "./video-loss.ts";
import { wrongDirection } from "./wrong-direction.ts";

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
  cameraEvent,
  smokeAlarm,
  coAlarm,
  loudSound,
  silentMicrophone,
];

/** Every behavior that this version judges, by its type. */
export const behaviors: ReadonlyMap<string, Behavior> = new Map(
  available.map((behavior) => [behavior.type, behavior]),
);

/** The types that incidents of streams can have: those of behaviors, and of cameras' own events. */
export const incidentTypes: ReadonlySet<string> = new Set([
  ...behaviors.keys(),
  ...cameraIncidentTypes.values(),
]);
