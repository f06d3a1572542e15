import { useState } from "preact/hooks";
import type { Behavior, Stream } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { may } from "../../app/session.ts";
import { BehaviorDialog } from "../../behaviors/behavior-dialog.tsx";
import { changeBehavior } from "../../behaviors/change-behavior.ts";
import { behaviorLine } from "../../behaviors/behavior-words.ts";
import { Button, ConfirmButton } from "../../parts/button.tsx";
import { SelectField } from "../../parts/field.tsx";
import { Empty, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { limitsLine } from "../../behaviors/terms-words.ts";
import { words } from "../../words/words.ts";
import { typeName } from "../review/incident-words.tsx";

type Grouping = Stream["alerts"]["group_by"];
const groupings: readonly Grouping[] = ["none", "stream", "zone", "type", "site"];

/** What a camera watches for: a list, and a form for each entry. */
export function Behaviors({ stream, onSaved }: { stream: Stream; onSaved: () => void }) {
  const [open, setOpen] = useState<number | "new" | undefined>(undefined);
  const { run, error, isRunning } = useAct();
  const { behaviors: own, common, incidents } = words.value;
  const mayChange = may("surveillance:write");
  const remove = async (behavior: Behavior): Promise<void> => {
    if (await run(() => changeBehavior(stream.stream_id, behavior, undefined))) onSaved();
  };
  const regroup = async (groupBy: Grouping): Promise<void> => {
    const args = { stream_id: stream.stream_id };
    const change = { alerts: { group_by: groupBy } };
    if (await run(() => box.surveillance.updateStream(args, change))) onSaved();
  };
  const index = open === "new" ? stream.behaviors.length : open;
  return (
    <Section
      title={own.title}
      actions={
        mayChange && (
          <Button icon="plus" onPress={() => setOpen("new")}>
            {common.add}
          </Button>
        )
      }
    >
      <Problem error={error} />
      {stream.behaviors.length === 0 && <Empty>{own.nothing}</Empty>}
      <ul class="entries">
        {stream.behaviors.map((behavior, at) => (
          <li key={`${at}-${behavior.type}`}>
            <div>
              <strong>{typeName(behavior.type)}</strong>
              <p class="quiet-text">{behaviorLine(behavior)}</p>
              <p class="quiet-text">{limitsLine(behavior)}</p>
            </div>
            {mayChange && (
              <div class="row">
                <Button
                  tone="quiet"
                  icon="pencil"
                  label={`${common.edit}: ${typeName(behavior.type)}`}
                  onPress={() => setOpen(at)}
                />
                <ConfirmButton
                  tone="quiet"
                  icon="trash"
                  label={`${common.delete}: ${typeName(behavior.type)}`}
                  isDisabled={isRunning}
                  onPress={() => void remove(behavior)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <div class="fields">
        <SelectField
          label={incidents.groupBy}
          value={stream.alerts.group_by}
          isDisabled={!mayChange || isRunning}
          onChange={(groupBy) => void regroup(groupBy)}
          options={groupings.map((each) => [each, incidents.groupings[each]] as const)}
        />
      </div>
      {index !== undefined && (
        <BehaviorDialog
          stream={stream}
          before={stream.behaviors[index]}
          onClose={() => setOpen(undefined)}
          onSaved={() => {
            setOpen(undefined);
            onSaved();
          }}
        />
      )}
    </Section>
  );
}
