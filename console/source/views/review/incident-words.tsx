import type { Incident } from "../../../../client/source/generated.ts";
import { Badge, type Tone } from "../../parts/notice.tsx";
import { words } from "../../words/words.ts";

/** An incident's or behavior's type as a title; types without words stay readable. */
export function typeName(type: string): string {
  const { behaviors, rules } = words.value;
  const known: Readonly<Record<string, string>> = { ...rules.robotTypes, ...behaviors.types };
  const plain = type.replaceAll("_", " ");
  return known[type] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

const tones = { info: "info", warning: "warning", critical: "critical" } as const satisfies Record<
  Incident["severity"],
  Tone
>;

/** How severe something is. */
export function Severity({ of }: { of: Incident["severity"] }) {
  return <Badge tone={tones[of]}>{words.value.incidents.severities[of]}</Badge>;
}

/** Badges: active or ended, and acknowledged. */
export function States({ incident }: { incident: Incident }) {
  const own = words.value.incidents;
  const { state, acknowledged_at: seenAt, verdict } = incident;
  return (
    <>
      <Badge tone={state === "open" ? "critical" : "neutral"}>{own.states[state]}</Badge>
      {seenAt !== null && seenAt !== undefined && <Badge tone="good">{own.acknowledged}</Badge>}
      {verdict === "false_positive" && <Badge>{own.falseAlarm}</Badge>}
      {verdict === "true_positive" && <Badge>{own.realAlarm}</Badge>}
    </>
  );
}
