import { useState } from "preact/hooks";
import type { Ptz, Stream, StreamPatch } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useUnsaved } from "../../app/unsaved.ts";
import { Button } from "../../parts/button.tsx";
import { ChoicesField } from "../../parts/choices-field.tsx";
import { CheckField, NumberField, SelectField } from "../../parts/field.tsx";
import { ListField } from "../../parts/list-field.tsx";
import { Badge, Notice, Problem, type Tone } from "../../parts/notice.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

type Autotracking = Stream["autotracking"];

/** The settings of the form. */
interface TrackingForm {
  isOn: boolean;
  objects: string[] | undefined;
  zones: readonly string[];
  /** Empty: the camera's home position. */
  preset: string;
  hasZoom: boolean;
  returnSec: number | undefined;
  longestSec: number | undefined;
  holdSec: number | undefined;
}

const tones = {
  off: "neutral",
  ready: "neutral",
  following: "good",
  lost: "info",
  returning: "info",
  paused: "warning",
  failed: "critical",
} as const satisfies Record<Autotracking["state"], Tone>;

/** What the camera does by itself; nothing while autotracking is off. */
export function AutotrackingBadge({ autotracking }: { autotracking: Autotracking }) {
  if (autotracking.state === "off") return null;
  return <Badge tone={tones[autotracking.state]}>{sentenceOf(autotracking)}</Badge>;
}

function sentenceOf({ state, object, person }: Autotracking): string {
  const { states, somebody } = words.value.autotracking;
  return say(states[state], { object: object ?? "", person: person ?? somebody });
}

/** Whether and how the camera follows objects. */
export function AutotrackingForm(props: {
  stream: Stream;
  presets: Ptz["presets"];
  onSaved: (saved: Stream) => void;
}) {
  const { stream, presets, onSaved } = props;
  const before = formOf(stream.autotracking);
  const [edited, setEdited] = useState<Partial<TrackingForm>>({});
  const form = { ...before, ...edited };
  const isChanged = Object.keys(edited).length > 0;
  const saved = useUnsaved(isChanged);
  const { run, error, isRunning } = useAct();
  const { autotracking: own, cameraSettings, common } = words.value;
  const set = (change: Partial<TrackingForm>): void => setEdited({ ...edited, ...change });
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    await run(async () => {
      const args = { stream_id: stream.stream_id };
      const { data } = await box.surveillance.updateStream(args, patchOf(form));
      saved();
      setEdited({});
      onSaved(data);
    });
  };
  return (
    <form class="stack" onSubmit={(event) => void save(event)}>
      <h3>{own.title}</h3>
      {stream.autotracking.problem && (
        <Notice tone="critical">{stream.autotracking.problem.message}</Notice>
      )}
      <CheckField label={own.enabled} value={form.isOn} onChange={(isOn) => set({ isOn })} />
      <p class="hint">{own.hint}</p>
      {form.isOn && <Fields form={form} stream={stream} presets={presets} onChange={set} />}
      <Problem error={error} />
      <div class="row">
        <Button isBusy={isRunning} isDisabled={!isChanged}>
          {cameraSettings.save}
        </Button>
        {isChanged && <Button onPress={() => setEdited({})}>{common.cancel}</Button>}
      </div>
    </form>
  );
}

function Fields(props: {
  form: TrackingForm;
  stream: Stream;
  presets: Ptz["presets"];
  onChange: (change: Partial<TrackingForm>) => void;
}) {
  const { form, stream, presets, onChange } = props;
  const { autotracking: own, behaviors, ptz } = words.value;
  const areas = Object.entries(stream.context.zones).flatMap(([name, zone]) =>
    zone.line ? [] : [name],
  );
  const homes = [
    ["", ptz.home] as const,
    ...presets.map((each) => [each.token, each.name || each.token] as const),
  ];
  return (
    <>
      <div class="fields">
        <ListField
          label={behaviors.classes}
          hint={own.objectsHint}
          value={form.objects}
          onChange={(objects) => onChange({ objects })}
        />
        <SelectField
          label={own.homeView}
          value={form.preset}
          onChange={(preset) => onChange({ preset })}
          options={homes}
        />
        <NumberField
          label={own.returnAfter}
          min={1}
          max={600}
          value={form.returnSec}
          onChange={(returnSec) => onChange({ returnSec })}
        />
        <NumberField
          label={own.longest}
          min={5}
          max={3600}
          value={form.longestSec}
          onChange={(longestSec) => onChange({ longestSec })}
        />
        <NumberField
          label={own.hold}
          min={5}
          max={86_400}
          value={form.holdSec}
          onChange={(holdSec) => onChange({ holdSec })}
        />
        <CheckField
          label={own.zoom}
          value={form.hasZoom}
          onChange={(hasZoom) => onChange({ hasZoom })}
        />
      </div>
      {areas.length > 0 && (
        <ChoicesField
          legend={own.zones}
          hint={own.zonesHint}
          value={form.zones}
          onChange={(zones) => onChange({ zones })}
          options={areas.map((name) => [name, name])}
        />
      )}
    </>
  );
}

function formOf(now: Autotracking): TrackingForm {
  return {
    isOn: now.enabled,
    objects: now.objects,
    zones: now.zones,
    preset: now.home_preset ?? "",
    hasZoom: now.zoom,
    returnSec: now.return_after_seconds,
    longestSec: now.max_seconds,
    holdSec: now.hold_seconds,
  };
}

/** Everything in the form; an empty number or list changes nothing. */
function patchOf(form: TrackingForm): StreamPatch {
  const objects = (form.objects ?? []).filter((name) => name !== "");
  const { returnSec, longestSec, holdSec } = form;
  return {
    autotracking: {
      enabled: form.isOn,
      zones: [...form.zones],
      home_preset: form.preset === "" ? null : form.preset,
      zoom: form.hasZoom,
      ...(objects.length === 0 ? {} : { objects }),
      ...(returnSec === undefined ? {} : { return_after_seconds: returnSec }),
      ...(longestSec === undefined ? {} : { max_seconds: longestSec }),
      ...(holdSec === undefined ? {} : { hold_seconds: holdSec }),
    },
  };
}
