import { useState } from "preact/hooks";
import type { Rule, RuleRequest } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { pageMax } from "../../../api/pages.ts";
import { type Terms, TermsFields } from "../../../behaviors/terms-fields.tsx";
import { CheckField, TextField } from "../../../parts/field.tsx";
import { FormDialog } from "../../../parts/form-dialog.tsx";
import { words } from "../../../words/words.ts";
import { cleanTrigger, newRule, ruleIdOf, ruleRequestOf } from "./rule-draft.ts";
import { RuleStepFields } from "./rule-step-fields.tsx";
import { RuleTriggerFields } from "./rule-trigger-fields.tsx";

/** Makes a rule that moves robots, or changes one. */
export function RobotRuleDialog(props: {
  rule: Rule | undefined;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { rule, onClose, onSaved } = props;
  const { common, rules: own } = words.value;
  const [draft, setDraft] = useState<RuleRequest>(() => (rule ? ruleRequestOf(rule) : newRule()));
  const { run, error, isRunning } = useAct();
  const policies = useLoad(
    async (signal) =>
      (await box.surveillance.listPolicies({ limit: pageMax }, { signal })).data.data,
    [],
  );
  const set = (change: Partial<RuleRequest>): void => setDraft({ ...draft, ...change });
  const save = async (): Promise<void> => {
    const { name = "", ...rest } = draft;
    const id = rule?.id ?? ruleIdOf(name, Date.now());
    const named = name.trim() === "" ? {} : { name: name.trim() };
    const body = { ...rest, ...named, on: cleanTrigger(draft.on) };
    if (await run(() => box.rules.setRule({ rule_id: id }, body))) onSaved();
  };
  return (
    <FormDialog
      title={rule ? `${common.edit}: ${rule.name ?? rule.id}` : own.addRobotRule}
      isWide
      onClose={onClose}
      error={error}
      isBusy={isRunning}
      submitLabel={common.save}
      onSubmit={save}
    >
      <TextField
        label={common.name}
        maxLength={64}
        value={draft.name ?? ""}
        onChange={(name) => set({ name })}
        required={rule === undefined}
      />
      <RuleTriggerFields
        value={draft.on}
        policies={policies.data ?? []}
        onChange={(on) => set({ on })}
      />
      <RuleStepFields value={draft.do} onChange={(steps) => set({ do: steps })} />
      <TermsFields
        value={termsOf(draft)}
        onChange={({ schedule, modes, cooldownSec }) =>
          set({ schedule, modes: [...modes], cooldown_seconds: cooldownSec })
        }
      />
      <CheckField
        label={own.dryRun}
        hint={own.dryRunHint}
        value={draft.dry_run ?? false}
        onChange={(isOn) => set({ dry_run: isOn })}
      />
    </FormDialog>
  );
}

function termsOf({
  schedule = null,
  modes = [],
  cooldown_seconds: cooldownSec,
}: RuleRequest): Terms {
  return { schedule, modes, cooldownSec };
}
