import { useState } from "preact/hooks";
import type { Stream, StreamPatch } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { useUnsaved } from "../../app/unsaved.ts";
import { Button } from "../../parts/button.tsx";
import { CheckField, NumberField, SelectField } from "../../parts/field.tsx";
import { Notice, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";

/** The model of cameras that detect themselves. */
const cameraModel = "camera";

/** The settings of the form. */
interface SettingsForm {
  mode: Stream["recording"]["mode"];
  preSec: number | undefined;
  postSec: number | undefined;
  /** Empty: the default of the site. */
  model: string;
  minSeverity: Stream["alerts"]["min_severity"];
  cooldownSec: number | undefined;
  fpsCap: number | undefined;
  hasSound: boolean;
  isBackfilled: boolean;
}

/** What the box records of a camera, with which model it looks, and which incidents it raises. */
export function CameraSettings(props: { stream: Stream; onSaved: (saved: Stream) => void }) {
  const { stream, onSaved } = props;
  const before = formOf(stream);
  const [edited, setEdited] = useState<Partial<SettingsForm>>({});
  const form = { ...before, ...edited };
  const patch = patchOf(form, before);
  const isChanged = Object.keys(patch).length > 0;
  const saved = useUnsaved(isChanged);
  const { run, error, isRunning } = useAct();
  const { cameraSettings: own, common } = words.value;
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    await run(async () => {
      const args = { stream_id: stream.stream_id };
      const { data } = await box.surveillance.updateStream(args, patch);
      saved();
      setEdited({});
      onSaved(data);
    });
  };
  return (
    <Section title={own.title}>
      {stream.recording.backfill.problem && (
        <Notice tone="warning">{stream.recording.backfill.problem.message}</Notice>
      )}
      <form class="stack" onSubmit={(event) => void save(event)}>
        <Fields
          stream={stream}
          form={form}
          onChange={(change) => setEdited({ ...edited, ...change })}
        />
        <Problem error={error} />
        <div class="row">
          <Button tone="main" isBusy={isRunning} isDisabled={!isChanged}>
            {own.save}
          </Button>
          {isChanged && <Button onPress={() => setEdited({})}>{common.cancel}</Button>}
        </div>
      </form>
    </Section>
  );
}

function Fields(props: {
  stream: Stream;
  form: SettingsForm;
  onChange: (change: Partial<SettingsForm>) => void;
}) {
  const { stream, form, onChange } = props;
  const { cameraSettings: own, cameras, incidents, policies } = words.value;
  const { data: models } = useLoad(
    async (signal) => (await box.surveillance.getModels({ signal })).data.models,
    [],
  );
  const usable = (models ?? []).filter(
    ({ state }) => state === "verified" || state === "unchecked",
  );
  const names = new Set([form.model, "motion", ...usable.map(({ name }) => name)]);
  names.delete("");
  names.delete(cameraModel);
  return (
    <div class="fields">
      <SelectField
        label={cameras.recording}
        value={form.mode}
        onChange={(mode) => onChange({ mode })}
        options={[
          ["incidents", cameras.recordings.incidents],
          ["continuous", cameras.recordings.continuous],
          ["off", cameras.recordings.off],
        ]}
      />
      <NumberField
        label={own.before}
        min={0}
        max={60}
        value={form.preSec}
        onChange={(preSec) => onChange({ preSec })}
      />
      <NumberField
        label={own.after}
        min={0}
        max={600}
        value={form.postSec}
        onChange={(postSec) => onChange({ postSec })}
      />
      <SelectField
        label={cameras.model}
        value={form.model}
        onChange={(model) => onChange({ model })}
        options={[
          ["", own.siteDefault],
          ...[...names].map((name) => [name, name] as const),
          ...(["file", "robot"].includes(stream.source.type)
            ? []
            : [[cameraModel, own.cameraModel] as const]),
        ]}
      />
      <NumberField
        label={own.rate}
        min={0.1}
        max={30}
        value={form.fpsCap}
        onChange={(fpsCap) => onChange({ fpsCap })}
      />
      <SelectField
        label={own.minSeverity}
        value={form.minSeverity}
        onChange={(minSeverity) => onChange({ minSeverity })}
        options={[
          ["info", incidents.severities.info],
          ["warning", incidents.severities.warning],
          ["critical", incidents.severities.critical],
        ]}
      />
      <NumberField
        label={policies.cooldown}
        min={0}
        max={86_400}
        value={form.cooldownSec}
        onChange={(cooldownSec) => onChange({ cooldownSec })}
      />
      <CheckField
        label={own.sound}
        value={form.hasSound}
        onChange={(hasSound) => onChange({ hasSound })}
      />
      {form.mode === "continuous" && (
        <CheckField
          label={own.backfill}
          value={form.isBackfilled}
          onChange={(isBackfilled) => onChange({ isBackfilled })}
        />
      )}
    </div>
  );
}

function formOf({ recording, model, alerts, source, audio }: Stream): SettingsForm {
  return {
    mode: recording.mode,
    preSec: recording.pre_seconds,
    postSec: recording.post_seconds,
    model: model.name,
    minSeverity: alerts.min_severity,
    cooldownSec: alerts.cooldown_seconds,
    fpsCap: source.fps_cap,
    hasSound: audio.enabled,
    isBackfilled: recording.backfill.enabled,
  };
}

/** What the form changes; an empty number changes nothing. */
function patchOf(form: SettingsForm, before: SettingsForm): StreamPatch {
  const to = <K extends keyof SettingsForm>(key: K): SettingsForm[K] | undefined =>
    form[key] === before[key] ? undefined : form[key];
  const recording = present({
    mode: to("mode"),
    pre_seconds: to("preSec"),
    post_seconds: to("postSec"),
    backfill: to("isBackfilled"),
  });
  const alerts = present({ min_severity: to("minSeverity"), cooldown_seconds: to("cooldownSec") });
  const source = present({ fps_cap: to("fpsCap") });
  const model = to("model");
  const audio = to("hasSound");
  return {
    ...(recording ? { recording: { mode: form.mode, ...recording } } : {}),
    ...(alerts ? { alerts } : {}),
    ...(source ? { source } : {}),
    ...(audio === undefined ? {} : { audio }),
    ...(model === undefined ? {} : { model: model === "" ? null : model }),
  };
}

/** The fields that have a value, or undefined when none has. */
function present<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
