import type { CommandOutcome } from "./command-outcome.ts";
import type { BusAnswer } from "./wire/mqtt.ts";

/** The message that answers a command, as JSON. */
export function answerMessage({ requestId, topic, data, error }: CommandOutcome): string {
  const about = { request_id: requestId, topic };
  if (!error) return json({ ok: true, ...about, ...(data ? { data: { ...data } } : {}) });
  const { details, ...rest } = error;
  const listed = details ? { details: details.map((each) => ({ ...each })) } : {};
  return json({ ok: false, ...about, error: { ...rest, ...listed } });
}

function json(answer: BusAnswer): string {
  return JSON.stringify(answer);
}
