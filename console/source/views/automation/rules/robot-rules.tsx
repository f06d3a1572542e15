import { useState } from "preact/hooks";
import type { Rule } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { may } from "../../../app/session.ts";
import { cooldownLine, modesLine, scheduleLine } from "../../../behaviors/terms-words.ts";
import { Button, ConfirmButton } from "../../../parts/button.tsx";
import { Badge, Empty, Notice, Problem } from "../../../parts/notice.tsx";
import { Facts, Section } from "../../../parts/page.tsx";
import { number } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { typeName } from "../../review/incident-words.tsx";
import { ChainStories } from "./chain-story.tsx";
import { stepLine } from "./chain-words.ts";
import { nameOf } from "../../../cameras/camera-name.ts";
import { robotName } from "../../../app/site.ts";
import { RobotRuleDialog } from "./robot-rule-dialog.tsx";
import { ruleRequestOf } from "./rule-draft.ts";

const everyMs = 15_000;

/** The rules by which robots act on incidents; nothing for a box without any. */
export function RobotRules() {
  const { data, error, reload } = useLoad(
    async (signal) => (await box.rules.listRules({ limit: 100 }, { signal })).data.data,
    [],
    { everyMs },
  );
  const { rules: own } = words.value;
  const [isAdding, setAdding] = useState(false);
  const mayWrite = may("robots:write");
  if (data?.length === 0 && !mayWrite) return null;
  return (
    <Section
      title={own.robots}
      actions={
        mayWrite && (
          <Button icon="plus" onPress={() => setAdding(true)}>
            {own.addRobotRule}
          </Button>
        )
      }
    >
      <Problem error={error} onRetry={reload} />
      {data?.length === 0 && <Empty>{own.noRobotRules}</Empty>}
      <ul class="stack">
        {data?.map((rule) => (
          <Entry key={rule.id} rule={rule} onChanged={reload} />
        ))}
      </ul>
      {isAdding && (
        <RobotRuleDialog
          rule={undefined}
          onClose={() => setAdding(false)}
          onSaved={() => {
            setAdding(false);
            reload();
          }}
        />
      )}
    </Section>
  );
}

function Entry({ rule, onChanged }: { rule: Rule; onChanged: () => void }) {
  const { rules: own } = words.value;
  const [isTold, setTold] = useState(false);
  return (
    <li class="stack" data-rule={rule.id}>
      <Head rule={rule} onChanged={onChanged} />
      <ol class="rule-steps">
        {rule.do.map((step, index) => (
          <li key={index}>{stepLine({ ...step, command: step.command ?? null })}</li>
        ))}
      </ol>
      <RuleFacts rule={rule} />
      {rule.origin === "config" && <p class="quiet-text">{own.ofSiteFile}</p>}
      {rule.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <div class="row">
        <Button isExpanded={isTold} onPress={() => setTold(!isTold)}>
          {own.stories}
        </Button>
      </div>
      {isTold && <ChainStories rule={rule} />}
    </li>
  );
}

function Head({ rule, onChanged }: { rule: Rule; onChanged: () => void }) {
  const { rules: own, policies, common } = words.value;
  const { run, error, isRunning } = useAct();
  const [isEdited, setEdited] = useState(false);
  const { on } = rule;
  const name = rule.name ?? rule.id;
  const isOurs = rule.origin === "api" && may("robots:write");
  const change = async (part: { enabled?: boolean; dry_run?: boolean }): Promise<void> => {
    const body = { ...ruleRequestOf(rule), ...part };
    if (await run(() => box.rules.setRule({ rule_id: rule.id }, body))) onChanged();
  };
  const remove = async (): Promise<void> => {
    if (await run(() => box.rules.deleteRule({ rule_id: rule.id }))) onChanged();
  };
  return (
    <>
      <div class="panel-head">
        <div>
          <h3>{name}</h3>
          <p class="quiet-text">
            {[
              on.type && typeName(on.type),
              on.source && own.sources[on.source],
              on.stream_ids?.map(nameOf).join(", "),
              on.robot_ids?.map(robotName).join(", "),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <div class="row">
          <StateBadge rule={rule} />
          {isOurs && (
            <>
              <Button
                isBusy={isRunning}
                isPressed={rule.dry_run}
                onPress={() => void change({ dry_run: !rule.dry_run })}
              >
                {own.dryRun}
              </Button>
              <Button
                isBusy={isRunning}
                isPressed={rule.enabled}
                onPress={() => void change({ enabled: !rule.enabled })}
              >
                {rule.enabled ? policies.switchOff : policies.switchOn}
              </Button>
              <Button
                icon="pencil"
                tone="quiet"
                label={`${common.edit}: ${name}`}
                onPress={() => setEdited(true)}
              />
              <ConfirmButton
                icon="trash"
                tone="quiet"
                label={`${common.delete}: ${name}`}
                isDisabled={isRunning}
                onPress={() => void remove()}
              />
            </>
          )}
        </div>
      </div>
      <Problem error={error} />
      {isEdited && (
        <RobotRuleDialog
          rule={rule}
          onClose={() => setEdited(false)}
          onSaved={() => {
            setEdited(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

function StateBadge({ rule }: { rule: Rule }) {
  const { rules: own, policies } = words.value;
  if (!rule.enabled) return <Badge tone="neutral">{policies.off}</Badge>;
  if (!rule.holds_now) return <Badge tone="info">{policies.rests}</Badge>;
  if (rule.dry_run) return <Badge tone="info">{own.dryRun}</Badge>;
  return <Badge tone="good">{policies.holds}</Badge>;
}

function RuleFacts({ rule }: { rule: Rule }) {
  const { rules: own, policies, incidents } = words.value;
  const severities = rule.do.flatMap(({ severity }) =>
    severity ? [incidents.severities[severity]] : [],
  );
  return (
    <Facts
      entries={[
        ...(severities.length > 0
          ? [[incidents.severity, [...new Set(severities)].join(", ")] as const]
          : []),
        [own.cooldown, cooldownLine(rule.cooldown_seconds)],
        [policies.schedule, scheduleLine(rule.schedule)],
        [own.modes, modesLine(rule.modes)],
        [own.acted, number(rule.acted)],
        [own.suppressed, number(rule.suppressed)],
      ]}
    />
  );
}
