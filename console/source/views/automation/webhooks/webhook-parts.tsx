import type { Webhook } from "../../../../../client/source/generated.ts";
import { Badge } from "../../../parts/notice.tsx";
import { say, time } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";

/** Shows whether a webhook is on, or why it is off. */
export function WebhookBadge({ webhook }: { webhook: Webhook }) {
  const { webhooks: own } = words.value;
  const { is_active: isActive, disabled_reason: reason, failing_since: failingSince } = webhook;
  if (!isActive) {
    return <Badge tone="critical">{reason === null ? own.off : own.offBecause[reason]}</Badge>;
  }
  return failingSince === null ? (
    <Badge tone="good">{own.active}</Badge>
  ) : (
    <Badge tone="warning">{say(own.failing, { time: time(failingSince) })}</Badge>
  );
}

/** 256 random bits in the form of Standard Webhooks (`whsec_` and base64). */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
