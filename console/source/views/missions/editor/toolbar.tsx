import { useState } from "preact/hooks";
import type { RobotMission } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { Button } from "../../../parts/button.tsx";
import { Notice, Problem } from "../../../parts/notice.tsx";
import { words } from "../../../words/words.ts";
import { UndoButtons } from "../../../parts/editing/undo-buttons.tsx";
import type { UndoableState } from "../../../parts/editing/use-edits.ts";
import { type Draft, requestOf } from "./draft.ts";
import type { Checks } from "./use-checks.ts";

/** Undo, redo, save and cancel. */
export function Toolbar(props: {
  edits: UndoableState<Draft>;
  mission: RobotMission | null;
  checks: Checks;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const { edits, mission, checks, onSaved, onCancel } = props;
  const { missionEditor: own, common } = words.value;
  const saving = useAct();
  const [isStale, setStale] = useState(false);
  const draft = edits.value;
  const save = async (): Promise<void> => {
    if (!checks.isReady() || draft.name.trim() === "" || draft.steps.length === 0) return;
    let refusal: unknown;
    const isDone = await saving.run(async () => {
      try {
        const isCurrent = await store(draft, mission);
        setStale(!isCurrent);
        if (isCurrent) onSaved();
      } catch (error) {
        refusal = error;
        throw error;
      }
    });
    if (!isDone) checks.refuse(refusal);
  };
  return (
    <>
      <div class="row" role="toolbar" aria-label={own.tools}>
        <UndoButtons edits={edits} />
        <span class="spacer" />
        <Button tone="main" icon="check" isBusy={saving.isRunning} onPress={() => void save()}>
          {common.save}
        </Button>
        <Button onPress={onCancel}>{common.cancel}</Button>
      </div>
      {isStale && <Notice tone="warning">{own.stale}</Notice>}
      {checks.isShown && checks.faults.length > 0 && (
        <Notice tone="warning">{own.hasFaults}</Notice>
      )}
      <Problem error={saving.error === undefined ? undefined : checks.rest} />
    </>
  );
}

/** Stores the draft; false when somebody has changed the mission since it was read. */
async function store(draft: Draft, mission: RobotMission | null): Promise<boolean> {
  const body = requestOf(draft);
  if (!mission) {
    await box.robots.createMission(body);
    return true;
  }
  const args = { mission_id: mission.id };
  const { data: now } = await box.robots.getMission(args);
  if (now.revision !== mission.revision) return false;
  await box.robots.setMission(args, body);
  return true;
}
