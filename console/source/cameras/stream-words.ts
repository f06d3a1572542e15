import type { Stream } from "../../../client/source/generated.ts";
import type { Tone } from "../parts/notice.tsx";

const tones = {
  connecting: "info",
  watching: "good",
  degraded: "warning",
  offline: "critical",
  ended: "neutral",
} as const satisfies Record<Stream["state"], Tone>;

/** The colour of a stream's state. */
export function stateTone(state: Stream["state"]): Tone {
  return tones[state];
}
