import type { Stream } from "../../../client/source/generated.ts";
import { isAway } from "../api/connection.ts";
import { Badge, type Tone } from "../parts/notice.tsx";
import { words } from "../words/words.ts";

const tones = {
  connecting: "info",
  watching: "good",
  degraded: "warning",
  offline: "critical",
  ended: "neutral",
} as const satisfies Record<Stream["state"], Tone>;

/** A stream's state in a word; nothing is known of it while the box is away. */
export function StreamBadge({ state }: { state: Stream["state"] }) {
  const { cameras, shell } = words.value;
  if (isAway()) return <Badge>{shell.retrying}</Badge>;
  return <Badge tone={tones[state]}>{cameras.states[state]}</Badge>;
}

/** Says to everyone before the picture that the box takes the camera's sound; nothing where it takes none. */
export function SoundBadge({ stream }: { stream: Pick<Stream, "audio" | "recording"> }) {
  if (stream.audio.state !== "on") return null;
  const { sound } = words.value.cameras;
  const isRecorded = stream.recording.mode !== "off";
  return <Badge tone="warning">{isRecorded ? sound.recorded : sound.live}</Badge>;
}
