import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { Severity } from "../../base/contract/event-types.ts";
import type { PushPayload } from "./wire/push.ts";

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

/** Returns the message of a test. */
export function testPayload(test: {
  language: PushPayload["language"];
  site: string;
  atMs: number;
}): PushPayload {
  const { language, site, atMs } = test;
  return { v: 1, kind: "test", language, site, at: atMs / 1000 };
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
