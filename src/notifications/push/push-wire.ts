import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { Actor } from "../../base/contract/person.ts";
import type { Severity } from "../../base/contract/event-types.ts";
import type { WeeklySchedule } from "../../perception/core/schedule-document.ts";
import type { Subscription } from "./push-record.ts";
import type { PushPayload, PushSubscribe, PushWire } from "./wire/push.ts";

/** The wishes of a device as its record has them. */
type Wishes = Pick<
  Subscription,
  "deviceName" | "language" | "minSeverity" | "cameraIds" | "quietHours" | "isCriticalLoud"
>;

/** Returns the wishes of a request, with the defaults of those that it leaves out. */
export function wishesOf(request: PushSubscribe): Wishes {
  return {
    deviceName: request.device_name,
    language: request.language ?? "en",
    minSeverity: request.min_severity ?? "warning",
    cameraIds: request.camera_ids ?? null,
    quietHours: quietHoursOf(request),
    isCriticalLoud: request.critical_in_quiet_hours ?? true,
  };
}

/** Returns the quiet hours of a request, or null. */
export function quietHoursOf(request: PushSubscribe): WeeklySchedule | null {
  return request.quiet_hours ?? null;
}

/** Returns the name under which lists show the owner of a device. */
export function ownerNameOf({ keyId, person }: Actor): string {
  return person?.name ?? keyId;
}

/** Returns `data` of `GET /push`; `publicKey` is null while notifications are off. */
export function settingsWire(settings: {
  publicKey: string | null;
  services: readonly string[];
  hasPictures: boolean;
}): PushWire {
  const { publicKey, services, hasPictures } = settings;
  const enabled = publicKey !== null;
  return { enabled, public_key: publicKey, services: [...services], pictures: hasPictures };
}

/** Returns the message about an incident; `image` is null where the site allows no pictures. */
export function incidentPayload(incident: {
  language: PushPayload["language"];
  site: string;
  atMs: number;
  id: string;
  type: string;
  severity: Severity;
  source: string | undefined;
  robot: string | undefined;
  image: string | null;
  isEscalated: boolean;
}): PushPayload {
  const { language, site, atMs, id, type, severity, source, robot, image, isEscalated } = incident;
  return {
    v: 1,
    kind: "incident",
    language,
    site,
    at: atMs / 1000,
    incident_id: id,
    type,
    severity,
    ...omitUndefined({ source, robot }),
    ...(isEscalated ? { escalated: true } : {}),
    ...(image === null ? {} : { image }),
  };
}

/** Returns the message about what came in the site's quiet hours. */
export function summaryPayload(summary: {
  language: PushPayload["language"];
  site: string;
  endedAtMs: number;
  count: number;
  severity: Severity;
}): PushPayload {
  const { endedAtMs, ...rest } = summary;
  return { v: 1, kind: "summary", at: endedAtMs / 1000, ...rest };
}
