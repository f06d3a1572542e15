import { useState } from "preact/hooks";
import type { Policy } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { may } from "../../../app/session.ts";
import { behaviorLine } from "../../../behaviors/behavior-words.ts";
import { Button, ConfirmButton } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Badge, Empty, Loading, Notice, Problem } from "../../../parts/notice.tsx";
import { Page } from "../../../parts/page.tsx";
import { words } from "../../../words/words.ts";
import { typeName } from "../../review/incident-words.tsx";
import { PolicyForm } from "./policy-form.tsx";
import { Replay } from "./replay.tsx";

const everyMs = 15_000;

/** Rules that are stored apart from cameras: when they hold, and what they would have raised. */
export function View() {
  const { data, error, reload } = useLoad(
    async (signal) => (await box.surveillance.listPolicies({ limit: 100 }, { signal })).data.data,
    [],
    { everyMs },
  );
  const [open, setOpen] = useState<Policy | "new" | undefined>(undefined);
  const { policies: own, nav, common } = words.value;
  return (
    <Page
      title={nav.policies}
      actions={
        may("surveillance:write") && (
          <Button tone="main" icon="plus" onPress={() => setOpen("new")}>
            {own.add}
          </Button>
        )
      }
    >
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data?.length === 0 && <Empty>{own.nothing}</Empty>}
      <ul class="stack">
        {data?.map((policy) => (
          <Entry
            key={policy.id}
            policy={policy}
            onEdit={() => setOpen(policy)}
            onChanged={reload}
          />
        ))}
      </ul>
      {open !== undefined && (
        <Dialog title={open === "new" ? own.add : common.edit} onClose={() => setOpen(undefined)}>
          <PolicyForm
            policy={open === "new" ? undefined : open}
            onClose={() => setOpen(undefined)}
            onSaved={() => {
              setOpen(undefined);
              reload();
            }}
          />
        </Dialog>
      )}
    </Page>
  );
}

function Entry(props: { policy: Policy; onEdit: () => void; onChanged: () => void }) {
  const { policy, onEdit, onChanged } = props;
  const { run, error, isRunning } = useAct();
  const { policies: own, common, cameras } = words.value;
  const args = { policy_id: policy.id };
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    if (await run(work)) onChanged();
  };
  const toggle = (): void =>
    void change(() => box.surveillance.updatePolicy(args, { enabled: !policy.enabled }));
  return (
    <li class="panel" data-policy={policy.id}>
      <div class="panel-head">
        <div>
          <h2>{policy.name}</h2>
          <p class="quiet-text">
            {[
              typeName(policy.type),
              policy.stream_id === "" ? cameras.every : policy.stream_id,
              behaviorLine({
                type: policy.type,
                ...policy.condition,
                severity: policy.action?.severity,
              }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <div class="row">
          <Badge tone={!policy.enabled ? "neutral" : policy.holds_now ? "good" : "info"}>
            {!policy.enabled ? own.off : policy.holds_now ? own.holds : own.rests}
          </Badge>
          {may("surveillance:write") && (
            <>
              <Button isBusy={isRunning} isPressed={policy.enabled} onPress={toggle}>
                {policy.enabled ? own.switchOff : own.switchOn}
              </Button>
              <Button
                icon="pencil"
                tone="quiet"
                label={`${common.edit}: ${policy.name}`}
                onPress={onEdit}
              />
              <ConfirmButton
                icon="trash"
                tone="quiet"
                label={`${common.delete}: ${policy.name}`}
                onPress={() => void change(() => box.surveillance.deletePolicy(args))}
              />
            </>
          )}
        </div>
      </div>
      {policy.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <Problem error={error} />
      <Replay policy={policy} />
    </li>
  );
}
