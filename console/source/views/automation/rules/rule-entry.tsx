import type { ComponentChildren } from "preact";
import type { Policy, PolicyRequest, Stream } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { href } from "../../../app/router.ts";
import { may } from "../../../app/session.ts";
import { termsOf } from "../../../behaviors/behavior-dialog.tsx";
import { behaviorLine } from "../../../behaviors/behavior-words.ts";
import { changeBehavior } from "../../../behaviors/change-behavior.ts";
import type { Terms } from "../../../behaviors/terms-fields.tsx";
import { cooldownLine, modesLine, scheduleLine } from "../../../behaviors/terms-words.ts";
import { cameraName } from "../../../cameras/camera-name.ts";
import { Button, ConfirmButton } from "../../../parts/button.tsx";
import { Badge, Notice, Problem } from "../../../parts/notice.tsx";
import { Facts } from "../../../parts/page.tsx";
import { words } from "../../../words/words.ts";
import { typeName } from "../../review/incident-words.tsx";
import { Trial } from "./trial.tsx";

/** A rule of the site. */
export function PolicyEntry(props: {
  policy: Policy;
  /** The camera that it is about, or the words for all. */
  name: string;
  onEdit: () => void;
  onChanged: () => void;
}) {
  const { policy, name, onEdit, onChanged } = props;
  const { run, error, isRunning } = useAct();
  const { policies: own } = words.value;
  const args = { policy_id: policy.id };
  const { type, condition, action = {}, schedule = null, modes = [] } = policy;
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    if (await run(work)) onChanged();
  };
  return (
    <li class="panel" data-policy={policy.id}>
      <Head
        title={policy.name}
        line={[typeName(type), name, behaviorLine({ type, ...condition })]}
        badge={
          <Badge tone={!policy.enabled ? "neutral" : policy.holds_now ? "good" : "info"}>
            {!policy.enabled ? own.off : policy.holds_now ? own.holds : own.rests}
          </Badge>
        }
        isBusy={isRunning}
        onEdit={onEdit}
        onRemove={() => void change(() => box.surveillance.deletePolicy(args))}
      >
        <Button
          isBusy={isRunning}
          isPressed={policy.enabled}
          onPress={() =>
            void change(() => box.surveillance.updatePolicy(args, { enabled: !policy.enabled }))
          }
        >
          {policy.enabled ? own.switchOff : own.switchOn}
        </Button>
      </Head>
      <TermFacts
        severity={action.severity}
        terms={{ schedule, modes, cooldownSec: action.cooldown_seconds }}
      />
      {policy.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <Problem error={error} />
      <Trial
        replay={async (span, options) =>
          (await box.surveillance.replayPolicy(args, span, options)).data
        }
      />
    </li>
  );
}

/** A rule of one camera. */
export function BehaviorEntry(props: {
  stream: Stream;
  index: number;
  onEdit: () => void;
  onChanged: () => void;
}) {
  const { stream, index, onEdit, onChanged } = props;
  const { run, error, isRunning } = useAct();
  const { policies: own, rules } = words.value;
  const behavior = stream.behaviors[index]!;
  const { stream_id: id, inactive_behaviors: inactive } = stream;
  const { severity, ...plain } = behavior;
  const terms = termsOf(behavior);
  const holds = !inactive.includes(index);
  const remove = async (): Promise<void> => {
    if (await run(() => changeBehavior(id, behavior, undefined))) onChanged();
  };
  return (
    <li class="panel" data-behavior={behavior.type}>
      <Head
        title={typeName(behavior.type)}
        line={[
          <a href={href(`/cameras/${encodeURIComponent(id)}`)}>{cameraName(stream)}</a>,
          behaviorLine(plain),
          rules.camerasOwn,
        ]}
        badge={<Badge tone={holds ? "good" : "info"}>{holds ? own.holds : own.rests}</Badge>}
        isBusy={isRunning}
        onEdit={onEdit}
        onRemove={() => void remove()}
      />
      <TermFacts
        severity={severity}
        terms={{ ...terms, cooldownSec: terms.cooldownSec ?? stream.alerts.cooldown_seconds }}
      />
      <Problem error={error} />
      <Trial
        replay={async (span, options) =>
          (
            await box.surveillance.createReplay(
              { ...span, policy: asPolicy(stream, index) },
              options,
            )
          ).data
        }
      />
    </li>
  );
}

/** A camera's own behavior as a policy of that camera, to try it. */
function asPolicy(stream: Stream, index: number): PolicyRequest {
  const behavior = stream.behaviors[index]!;
  const { type, severity, schedule, modes, cooldown_seconds: cooldown, ...condition } = behavior;
  return {
    name: type,
    stream_id: stream.stream_id,
    type,
    condition,
    action: { severity, cooldown_seconds: cooldown },
    schedule: schedule ?? null,
    modes,
  };
}

function Head(props: {
  title: string;
  line: readonly ComponentChildren[];
  badge: ComponentChildren;
  isBusy: boolean;
  onEdit: () => void;
  onRemove: () => void;
  children?: ComponentChildren;
}) {
  const { common } = words.value;
  const parts = props.line.filter((one) => one !== "");
  return (
    <div class="panel-head">
      <div>
        <h2>{props.title}</h2>
        <p class="quiet-text">{parts.flatMap((one, at) => (at === 0 ? [one] : [" · ", one]))}</p>
      </div>
      <div class="row">
        {props.badge}
        {may("surveillance:write") && (
          <>
            {props.children}
            <Button
              icon="pencil"
              tone="quiet"
              label={`${common.edit}: ${props.title}`}
              onPress={props.onEdit}
            />
            <ConfirmButton
              icon="trash"
              tone="quiet"
              label={`${common.delete}: ${props.title}`}
              isDisabled={props.isBusy}
              onPress={props.onRemove}
            />
          </>
        )}
      </div>
    </div>
  );
}

function TermFacts({
  severity,
  terms,
}: {
  severity: keyof typeof words.value.incidents.severities | undefined;
  terms: Terms;
}) {
  const { incidents, behaviors, policies, rules } = words.value;
  return (
    <Facts
      entries={[
        [incidents.severity, severity ? incidents.severities[severity] : behaviors.usual],
        [rules.cooldown, cooldownLine(terms.cooldownSec)],
        [policies.schedule, scheduleLine(terms.schedule)],
        [rules.modes, modesLine(terms.modes)],
      ]}
    />
  );
}
