import { situationOf } from "../../perception/streams/answers/shown-stream.ts";
import type { ApplianceContext } from "../../appliance-options.ts";
import { standIn } from "../../base/settings/live-settings.ts";
import type { BaseParts } from "../../base/module.ts";
import type { Module, Start } from "../../module.ts";
import type { PerceptionModule } from "../../perception/module.ts";
import type { RobotsModule } from "../../robots/module.ts";
import { Alarms } from "./alarms.ts";
import type { Condition } from "./ports.ts";
import type { SiteConfig } from "../../system/config/site-config.ts";
import type { StreamState } from "../../perception/core/stream-terms.ts";

type AlarmNeeds = ApplianceContext & BaseParts & PerceptionModule & RobotsModule;

/** Alarms with the outlets that the site has. */
export async function startAlarms(
  start: Start,
  options: AlarmNeeds,
): Promise<Module<{ alarms: Alarms }>> {
  const slot = await options.live.part(start, {
    name: "alarms",
    select: ({ alarms, alarmSecrets, site }) => ({ alarms, alarmSecrets, site }),
    make: (settings) => makeAlarms(settings, options),
  });
  return { parts: { alarms: standIn(slot) } };
}

type Settings = Pick<SiteConfig, "alarms" | "alarmSecrets" | "site">;

async function makeAlarms(settings: Settings, needs: AlarmNeeds): Promise<Alarms> {
  const { smtp, relay, cameraLostSeconds } = settings.alarms;
  const { organisation: org, name: site, locale } = settings.site;
  return new Alarms({
    ...needs,
    org,
    site,
    locale,
    conditions: () => conditionsOf(org, cameraLostSeconds, needs),
    ...(smtp ? { mail: await mailOf(smtp, settings.alarmSecrets) } : {}),
    ...(relay ? { relay: await relayOf(relay) } : {}),
  });
}

async function mailOf(
  smtp: NonNullable<SiteConfig["alarms"]["smtp"]>,
  { smtpPassword: password, smtpCa: ca }: SiteConfig["alarmSecrets"],
) {
  const { SmtpMailer } = await import("../../adapters/smtp/smtp-mailer.ts");
  const secrets = {
    ...(password === undefined ? {} : { password }),
    ...(ca === undefined ? {} : { ca }),
  };
  const { passwordFile: _password, caFile: _ca, cooldownSeconds, ...reached } = smtp;
  return { mailer: new SmtpMailer({ ...reached, ...secrets }), cooldownMs: cooldownSeconds * 1000 };
}

async function relayOf(relay: NonNullable<SiteConfig["alarms"]["relay"]>) {
  const { AlarmCommand } = await import("../../adapters/alarm-command/alarm-command.ts");
  const { on, off, timeoutSeconds, minOnSeconds, minIntervalSeconds } = relay;
  const argv = { on, ...(off ? { off } : {}) };
  return {
    switch: new AlarmCommand({ ...argv, timeoutMs: timeoutSeconds * 1000 }),
    hasOff: off !== undefined,
    minOnMs: minOnSeconds * 1000,
    minIntervalMs: minIntervalSeconds * 1000,
  };
}

const maxCameras = 256;
/** States in which nothing of a camera is looked at. */
const blindStates: readonly StreamState[] = ["offline", "degraded"];

/** Returns the conditions that raise alarms now: the box itself, cameras without picture, robots in emergency stop. */
function conditionsOf(org: string, lostSec: number, parts: AlarmNeeds): Condition[] | null {
  const { clock, streams, robots } = parts;
  if (!parts.isReady()) return null;
  const found = parts.modules.alarms(org);
  const lostBefore = clock.wallMs() / 1000 - lostSec;
  const box = found
    .filter(({ severity }) => severity === "critical")
    .map(({ code, message }) => ({
      id: `box-${code}`,
      type: code,
      severity: "critical" as const,
      summary: message,
    }));
  const lost = streams
    .list(org, { limit: maxCameras, offset: 0 })
    .items.map((stream) => ({ record: stream.record, situation: situationOf(stream) }))
    .filter(
      ({ situation: { state, sinceMs } }) =>
        blindStates.includes(state) && sinceMs / 1000 <= lostBefore,
    )
    .map(({ record: { streamId, settings }, situation: { error } }) => ({
      id: `camera-${streamId}`,
      type: "camera_lost",
      severity: "critical" as const,
      summary: `The box cannot watch camera ${settings.displayName ?? streamId}: ${error?.message ?? "it does not answer"}`,
    }));
  const stopped = robots
    .list(org)
    .filter(({ unit }) => unit.state.value("isEmergencyStopped") === true)
    .map(({ record: { id, request } }) => ({
      id: `robot-${id}`,
      type: "e_stop",
      severity: "critical" as const,
      summary: `The emergency stop of robot ${request.name ?? id} is pressed`,
    }));
  return [...box, ...lost, ...stopped];
}
