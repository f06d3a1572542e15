import { baseDoctor } from "../../base/doctor-checks.ts";
import { camerasDoctor } from "../../cameras/doctor-checks.ts";
import { onvifDeviceDoctor } from "../../cameras/onvif-device/doctor-checks.ts";
import { restreamDoctor } from "../../cameras/restream/doctor-checks.ts";
import { fleetDoctor } from "../../fleet/doctor-checks.ts";
import { healthDoctor } from "../../health/doctor-checks.ts";
import { httpDoctor } from "../../http/doctor-checks.ts";
import { notificationsDoctor } from "../../notifications/doctor-checks.ts";
import { perceptionDoctor } from "../../perception/doctor-checks.ts";
import { robotsDoctor } from "../../robots/doctor-checks.ts";
import { uplinkDoctor } from "../../uplink/doctor-checks.ts";
import { voiceDoctor } from "../../voice/doctor-checks.ts";
import type { DoctorPart } from "./check.ts";

/** The contributions of all modules. A static list, so that `gatehouse doctor` starts no module. */
export const doctorParts: readonly DoctorPart[] = [
  notificationsDoctor,
  fleetDoctor,
  healthDoctor,
  baseDoctor,
  httpDoctor,
  uplinkDoctor,
  voiceDoctor,
  camerasDoctor,
  restreamDoctor,
  onvifDeviceDoctor,
  perceptionDoctor,
  robotsDoctor,
];
