import { useEffect, useState } from "preact/hooks";
import type { Behavior, Stream } from "../../../client/source/generated.ts";
import { useAct } from "../api/act.ts";
import { place } from "../app/router.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { words } from "../words/words.ts";
import { BehaviorFields } from "./behavior-fields.tsx";
import { cleaned } from "./behavior-words.ts";
import { changeBehavior } from "./change-behavior.ts";
import { Lacking } from "./lacking.tsx";
import { type Terms, TermsFields } from "./terms-fields.tsx";

/** When a camera's own behavior holds. */
export function termsOf({ schedule, modes, cooldown_seconds: cooldownSec }: Behavior): Terms {
  return { schedule: schedule ?? null, modes: modes ?? [], cooldownSec };
}

function withTerms(behavior: Behavior, { schedule, modes, cooldownSec }: Terms): Behavior {
  const { schedule: _schedule, modes: _modes, cooldown_seconds: _cooldown, ...rest } = behavior;
  return {
    ...rest,
    ...(schedule === null ? {} : { schedule }),
    ...(modes.length === 0 ? {} : { modes: [...modes] }),
    ...(cooldownSec === undefined ? {} : { cooldown_seconds: cooldownSec }),
  };
}

/** The form of a behavior of a camera: a new one, or `before` changed. */
export function BehaviorDialog(props: {
  stream: Pick<Stream, "stream_id" | "calibration" | "context" | "model">;
  before: Behavior | undefined;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { stream, before, onClose, onSaved } = props;
  const [value, setValue] = useState<Behavior>(before ?? { type: "intrusion" });
  const [terms, setTerms] = useState(() => termsOf(before ?? { type: "intrusion" }));
  const { run, error, isRunning } = useAct();
  const { behaviors: own, common } = words.value;
  const [opened] = useState(place.value);
  const hasLeft = place.value !== opened;
  // A link of the form may lead to another part of the same view.
  useEffect(() => {
    if (hasLeft) onClose();
  }, [hasLeft]);
  const save = async (): Promise<void> => {
    const after = withTerms(cleaned(value), terms);
    if (await run(() => changeBehavior(stream.stream_id, before, after))) onSaved();
  };
  return (
    <FormDialog
      title={before ? common.edit : own.add}
      onClose={onClose}
      error={error}
      isBusy={isRunning}
      submitLabel={common.save}
      onSubmit={save}
    >
      <div class="fields">
        <BehaviorFields value={value} onChange={setValue} zones={stream.context.zones} />
      </div>
      <Lacking stream={stream} behavior={value} />
      <TermsFields value={terms} onChange={setTerms} />
    </FormDialog>
  );
}
