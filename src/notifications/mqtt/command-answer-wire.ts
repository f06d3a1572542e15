import type { CommandOutcome } from "./command-service.ts";
import type { BusAnswer } from "./wire/mqtt.ts";

/** The message that answers a command, as JSON. */
export function answerMessage({ requestId, topic, data, error }: CommandOutcome): string {
  const about = { request_id: requestId, topic };
  if (!error) return json({ ok: true, ...about, ...(data ? { data: { ...data } } : {}) });
  const { details, ...rest } = error;
  const shown = details ? { details: details.map((each) => ({ ...each })) } : {};
  return json({ ok: false, ...about, error: { ...rest, ...shown } });
}

function json(answer: BusAnswer): string {
  return JSON.stringify(answer);
}
