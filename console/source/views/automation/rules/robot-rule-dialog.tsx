import { useState } from "preact/hooks";
import type { Rule, RuleRequest } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { type Terms, TermsFields } from "../../../behaviors/terms-fields.tsx";
import { FormDialog } from "../../../parts/form-dialog.tsx";
import { words } from "../../../words/words.ts";

/** The body that stores the rule as it is. */
export function ruleRequestOf(rule: Rule): RuleRequest {
  const { name, on, do: steps, cooldown_seconds, schedule, modes, dry_run, enabled } = rule;
  const body = { on, do: steps, cooldown_seconds, schedule, modes, dry_run, enabled };
  return name === null ? body : { ...body, name };
}

/** The form that changes when a rule that moves robots applies, and how often. */
export function RobotRuleDialog(props: { rule: Rule; onClose: () => void; onSaved: () => void }) {
  const { rule, onClose, onSaved } = props;
  const [terms, setTerms] = useState<Terms>({
    schedule: rule.schedule,
    modes: rule.modes,
    cooldownSec: rule.cooldown_seconds,
  });
  const { run, error, isRunning } = useAct();
  const { common } = words.value;
  const save = async (): Promise<void> => {
    const { cooldown_seconds: _cooldown, ...before } = ruleRequestOf(rule);
    const { schedule, modes, cooldownSec } = terms;
    const body: RuleRequest = { ...before, schedule, modes: [...modes] };
    if (cooldownSec !== undefined) body.cooldown_seconds = cooldownSec;
    if (await run(() => box.rules.setRule({ rule_id: rule.id }, body))) onSaved();
  };
  return (
    <FormDialog
      title={`${common.edit}: ${rule.name ?? rule.id}`}
      onClose={onClose}
      error={error}
      isBusy={isRunning}
      submitLabel={common.save}
      onSubmit={save}
    >
      <TermsFields value={terms} onChange={setTerms} />
    </FormDialog>
  );
}
