import { useState } from "preact/hooks";
import type { Behavior, Policy, PolicyRequest } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { BehaviorFields } from "../../../behaviors/behavior-fields.tsx";
import { cleaned } from "../../../behaviors/behavior-words.ts";
import { Lacking } from "../../../behaviors/lacking.tsx";
import { type Terms, TermsFields } from "../../../behaviors/terms-fields.tsx";
import { Button } from "../../../parts/button.tsx";
import { CheckField, SelectField, TextField } from "../../../parts/field.tsx";
import { Problem } from "../../../parts/notice.tsx";
import { words } from "../../../words/words.ts";
import { useStreams } from "../../../cameras/streams.ts";
import { nameOf } from "../../../cameras/camera-name.ts";

interface Draft {
  name: string;
  streamId: string;
  behavior: Behavior;
  terms: Terms;
  enabled: boolean;
}

function draftOf(policy: Policy | undefined): Draft {
  return {
    name: policy?.name ?? "",
    streamId: policy?.stream_id ?? "",
    behavior: {
      type: policy?.type ?? "loitering",
      ...policy?.condition,
      severity: policy?.action?.severity,
    },
    terms: {
      cooldownSec: policy?.action?.cooldown_seconds,
      schedule: policy?.schedule ?? null,
      modes: policy?.modes ?? [],
    },
    enabled: policy?.enabled ?? true,
  };
}

function requestOf(draft: Draft): PolicyRequest {
  const { type, severity, ...condition } = cleaned(draft.behavior);
  return {
    name: draft.name.trim(),
    stream_id: draft.streamId,
    type,
    condition,
    action: { severity, cooldown_seconds: draft.terms.cooldownSec },
    schedule: draft.terms.schedule,
    modes: [...draft.terms.modes],
    enabled: draft.enabled,
  };
}

/** Makes or changes a policy. */
export function PolicyForm(props: {
  policy: Policy | undefined;
  onSaved: () => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => draftOf(props.policy));
  const { streams = [] } = useStreams();
  const { run, error, isRunning } = useAct();
  const { policies: own, common, cameras, nav } = words.value;
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const body = requestOf(draft);
    const isSaved = await run(() =>
      props.policy
        ? box.surveillance.updatePolicy({ policy_id: props.policy.id }, body)
        : box.surveillance.createPolicy(body),
    );
    if (isSaved) props.onSaved();
  };
  const ids = new Set([...streams.map((stream) => stream.stream_id), draft.streamId]);
  ids.delete("");
  const stream = streams.find((each) => each.stream_id === draft.streamId);
  return (
    <form data-draft class="stack" onSubmit={(event) => void save(event)}>
      <div class="fields">
        <TextField
          label={common.name}
          required
          maxLength={200}
          value={draft.name}
          onChange={(name) => set({ name })}
        />
        <SelectField
          label={nav.cameras}
          value={draft.streamId}
          onChange={(streamId) => set({ streamId })}
          options={[["", cameras.every], ...[...ids].map((id) => [id, nameOf(id)] as const)]}
        />
        <BehaviorFields
          value={draft.behavior}
          onChange={(behavior) => set({ behavior })}
          zones={stream?.context.zones ?? {}}
          hasFreeZones={draft.streamId === ""}
        />
      </div>
      {stream && <Lacking stream={stream} behavior={draft.behavior} />}
      <TermsFields value={draft.terms} onChange={(terms) => set({ terms })} />
      <CheckField
        label={own.enabled}
        value={draft.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <Problem error={error} />
      <div class="row">
        <Button tone="main" isBusy={isRunning}>
          {common.save}
        </Button>
        <Button onPress={props.onClose}>{common.cancel}</Button>
      </div>
    </form>
  );
}
