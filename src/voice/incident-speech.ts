import { severities } from "../base/contract/event-types.ts";
import { describeError } from "../base/core/errors.ts";
import type { Logger } from "../base/core/logger.ts";
import type { Event } from "../base/events/event.ts";
import type { BoxVoice } from "./box-voice.ts";

/** Lowest severity that is announced. */
export type SpokenFrom = "critical" | "warning";

/** Announces new incidents; drops older ones and those that do not fit into the queue. */
export function incidentSpeaker(
  voice: Pick<BoxVoice, "say">,
  from: SpokenFrom,
  log: Logger,
): (event: Event) => void {
  const least = severities.indexOf(from);
  return ({ type, data }) => {
    if (type !== "incident.created" && type !== "robot.incident") return;
    const { severity, summary, locale } = data;
    const rank = (severities as readonly unknown[]).indexOf(severity);
    if (rank < least || typeof summary !== "string" || summary === "") return;
    try {
      const language = typeof locale === "string" ? locale : undefined;
      void voice.say({ text: summary, isCritical: severity === "critical", language });
    } catch (error) {
      log.warn({ error: describeError(error) }, "an incident was not announced");
    }
  };
}
