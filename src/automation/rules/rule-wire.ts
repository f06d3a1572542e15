import { ruleLimits } from "./rule-terms.ts";
import type { RuleStatus } from "./rules.ts";
import type { RuleWire } from "./wire/rule-answers.ts";

/** The rule on the wire, with the defaults of what its document leaves out. */
export function ruleWire({ rule, ...status }: RuleStatus): RuleWire {
  const { id, request, origin, createdAtMs, updatedAtMs } = rule;
  return {
    id,
    object: "rule",
    name: request.name ?? null,
    on: request.on,
    do: request.do,
    cooldown_seconds: request.cooldown_seconds ?? ruleLimits.cooldownDefaultSec,
    schedule: request.schedule ?? null,
    modes: request.modes ?? [],
    dry_run: request.dry_run ?? false,
    enabled: request.enabled ?? true,
    holds_now: status.holdsNow,
    origin,
    warnings: status.warnings,
    acted: status.acted,
    suppressed: status.suppressed,
    last_chain_id: status.lastChainId,
    created_at: createdAtMs / 1000,
    updated_at: updatedAtMs / 1000,
  };
}
