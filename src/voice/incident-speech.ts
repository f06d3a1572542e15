import { severities } from "../base/contract/event-types.ts";
import { describeError } from "../base/core/errors.ts";
import type { Logger } from "../base/core/logger.ts";
import { incidentSentence } from "../base/events/incident-sentence.ts";
import type { Event } from "../base/events/event.ts";
import type { BoxVoice } from "./box-voice.ts";

/** Lowest severity that is announced. */
export type SpokenFrom = "critical" | "warning";

/** Announces new incidents, from the severity that `from` returns; drops older ones and those that do not fit into the queue. */
export function incidentSpeaker(
  voice: Pick<BoxVoice, "say">,
  from: () => SpokenFrom | "off",
  log: Logger,
): (event: Event) => void {
  return ({ type, data }) => {
    if (type !== "incident.created" && type !== "robot.incident") return;
    const lowest = from();
    if (lowest === "off") return;
    const least = severities.indexOf(lowest);
    const { severity, summary } = data;
    const rank = (severities as readonly unknown[]).indexOf(severity);
    if (rank < least || typeof summary !== "string" || summary === "") return;
    announce(voice, data, log);
  };
}

/** Announces incidents of the organisation `org` that nobody acknowledged, at steps with the outlet `voice`. */
export function escalationSpeaker(
  voice: Pick<BoxVoice, "say">,
  org: string,
  log: Logger,
): (event: Event) => void {
  return (event) => {
    if (event.type !== "incident.escalated" || event.org !== org) return;
    const { to } = event.data["escalation"] as { to: readonly string[] };
    if (to.includes("voice")) announce(voice, event.data, log);
  };
}

function announce(voice: Pick<BoxVoice, "say">, data: Event["data"], log: Logger): void {
  const { severity, locale } = data;
  try {
    const language = typeof locale === "string" ? locale : undefined;
    const text = incidentSentence(data);
    void voice.say({ text, isCritical: severity === "critical", language });
  } catch (error) {
    log.warn({ error: describeError(error) }, "an incident was not announced");
  }
}
