import { useState } from "preact/hooks";
import type { Rule } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { may } from "../../../app/session.ts";
import { cooldownLine } from "../../../behaviors/terms-words.ts";
import { Button } from "../../../parts/button.tsx";
import { Badge, Notice, Problem } from "../../../parts/notice.tsx";
import { Facts, Section } from "../../../parts/page.tsx";
import { number } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { typeName } from "../../review/incident-words.tsx";
import { ChainStories } from "./chain-story.tsx";
import { stepLine } from "./chain-words.ts";
import { nameOf } from "../../../cameras/camera-name.ts";
import { robotName } from "../../../app/site.ts";

const everyMs = 15_000;

/** The rules by which robots act on incidents; nothing for a box without any. */
export function RobotRules() {
  const { data, error, reload } = useLoad(
    async (signal) => (await box.rules.listRules({ limit: 100 }, { signal })).data.data,
    [],
    { everyMs },
  );
  if (data?.length === 0) return null;
  return (
    <Section title={words.value.rules.robots}>
      <Problem error={error} onRetry={reload} />
      <ul class="stack">
        {data?.map((rule) => (
          <Entry key={rule.id} rule={rule} onChanged={reload} />
        ))}
      </ul>
    </Section>
  );
}

function Entry({ rule, onChanged }: { rule: Rule; onChanged: () => void }) {
  const { rules: own, policies } = words.value;
  const { run, error, isRunning } = useAct();
  const [isTold, setTold] = useState(false);
  const { on, cooldown_seconds: cooldown } = rule;
  const isOurs = rule.origin === "api" && may("robots:write");
  const change = async (part: { enabled?: boolean; dry_run?: boolean }): Promise<void> => {
    const { name, do: steps, dry_run, enabled } = rule;
    const body = { on, do: steps, cooldown_seconds: cooldown, dry_run, enabled, ...part };
    const named = name === null ? body : { ...body, name };
    if (await run(() => box.rules.setRule({ rule_id: rule.id }, named))) onChanged();
  };
  return (
    <li class="stack" data-rule={rule.id}>
      <div class="panel-head">
        <div>
          <h3>{rule.name ?? rule.id}</h3>
          <p class="quiet-text">
            {[
              on.type && typeName(on.type),
              on.stream_ids?.map(nameOf).join(", "),
              on.robot_ids?.map(robotName).join(", "),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <div class="row">
          <Badge tone={!rule.enabled ? "neutral" : rule.dry_run ? "info" : "good"}>
            {!rule.enabled ? policies.off : rule.dry_run ? own.dryRun : policies.holds}
          </Badge>
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
            </>
          )}
        </div>
      </div>
      <ol class="rule-steps">
        {rule.do.map((step, index) => (
          <li key={index}>{stepLine({ ...step, command: step.command ?? null })}</li>
        ))}
      </ol>
      <Facts
        entries={[
          [own.cooldown, cooldownLine(cooldown)],
          [own.acted, number(rule.acted)],
          [own.suppressed, number(rule.suppressed)],
        ]}
      />
      {rule.origin === "config" && <p class="quiet-text">{own.ofSiteFile}</p>}
      {rule.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <Problem error={error} />
      <div class="row">
        <Button isExpanded={isTold} onPress={() => setTold(!isTold)}>
          {own.stories}
        </Button>
      </div>
      {isTold && <ChainStories rule={rule} />}
    </li>
  );
}
