import { useState } from "preact/hooks";
import type {
  Probe,
  ProbeRequest,
  Stream,
  StreamPatch,
} from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { mayLeave, useUnsaved } from "../../app/unsaved.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Notice, Problem } from "../../parts/notice.tsx";
import { words } from "../../words/words.ts";
import { headlineOf } from "../add-camera/headline.ts";

/** A camera takes up to 45 s to be tried. */
const probeTimeoutMs = 60_000;

/** The form's fields as typed; user name and password are empty because the box never shows them. */
interface CameraForm {
  name: string;
  url: string;
  subUrl: string;
  username: string;
  password: string;
}

/** Changes a camera's name, address and credentials in place; its id and everything drawn on it stay. */
export function EditCamera(props: {
  stream: Stream;
  onSaved: (saved: Stream) => void;
  onClose: () => void;
}) {
  const { stream, onSaved, onClose } = props;
  const before = formOf(stream);
  const [form, setForm] = useState<CameraForm>(before);
  const [probe, setProbe] = useState<Probe | undefined>(undefined);
  const trying = useAct();
  const saving = useAct();
  const patch = patchOf(form, before);
  const isChanged = Object.keys(patch).length > 0;
  const saved = useUnsaved(isChanged);
  const { editCamera: own, addCamera, common } = words.value;
  const set = (change: Partial<CameraForm>): void => {
    setForm({ ...form, ...change });
    setProbe(undefined);
  };
  const test = async (): Promise<void> => {
    setProbe(undefined);
    await trying.run(async () => {
      const request = probeOf(stream.stream_id, patch);
      setProbe((await box.surveillance.createProbe(request, { timeoutMs: probeTimeoutMs })).data);
    });
  };
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const args = { stream_id: stream.stream_id };
    await saving.run(async () => {
      const { data } = await box.surveillance.updateStream(args, patch);
      saved();
      onSaved(data);
    });
  };
  const isFile = stream.source.type === "file";
  return (
    <Dialog title={own.title} onClose={() => mayLeave() && onClose()}>
      <form class="stack" onSubmit={(event) => void save(event)}>
        <TextField
          label={common.name}
          hint={own.nameHint}
          dir="auto"
          maxLength={100}
          placeholder={stream.stream_id}
          value={form.name}
          onChange={(name) => set({ name })}
        />
        {!isFile && <SourceFields form={form} before={before} onChange={set} />}
        <Problem error={trying.error ?? saving.error} />
        <div role="status">
          {trying.isRunning && addCamera.trying}
          {probe && <Notice tone={probe.usable ? "good" : "critical"}>{headlineOf(probe)}</Notice>}
        </div>
        <div class="row">
          <Button tone="main" isBusy={saving.isRunning} isDisabled={!isChanged}>
            {common.save}
          </Button>
          {!isFile && (
            <Button isBusy={trying.isRunning} onPress={() => void test()}>
              {addCamera.tryButton}
            </Button>
          )}
          <Button onPress={() => mayLeave() && onClose()}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

function SourceFields(props: {
  form: CameraForm;
  before: CameraForm;
  onChange: (change: Partial<CameraForm>) => void;
}) {
  const { form, before, onChange } = props;
  const { editCamera: own, addCamera } = words.value;
  const isElsewhere = hostOf(form.url) !== hostOf(before.url);
  return (
    <>
      <TextField
        label={addCamera.address}
        dir="ltr"
        required
        maxLength={2000}
        spellcheck={false}
        value={form.url}
        onChange={(url) => onChange({ url })}
      />
      <TextField
        label={own.sub}
        hint={own.subHint}
        dir="ltr"
        maxLength={2000}
        spellcheck={false}
        value={form.subUrl}
        onChange={(subUrl) => onChange({ subUrl })}
      />
      <div class="fields">
        <TextField
          label={addCamera.username}
          dir="ltr"
          maxLength={256}
          spellcheck={false}
          value={form.username}
          onChange={(username) => onChange({ username })}
        />
        <TextField
          label={addCamera.password}
          type="password"
          autocomplete="new-password"
          dir="ltr"
          maxLength={256}
          value={form.password}
          onChange={(password) => onChange({ password })}
        />
      </div>
      <p class="hint">{isElsewhere ? own.otherHost : own.kept}</p>
    </>
  );
}

function formOf({ display_name: name, source }: Stream): CameraForm {
  const { url, sub_url: subUrl = "" } = source;
  return { name: name ?? "", url, subUrl, username: "", password: "" };
}

/** What the form changes; the box refuses an address of another host without a password that it knows. */
function patchOf(form: CameraForm, before: CameraForm): StreamPatch {
  const name = form.name.trim();
  const isMoved = form.url !== before.url && hostOf(form.url) !== hostOf(before.url);
  const isSubChanged = form.subUrl !== before.subUrl || (isMoved && form.subUrl !== "");
  const source: NonNullable<StreamPatch["source"]> = {
    ...(form.url === before.url ? {} : { url: form.url.trim() }),
    ...(isSubChanged ? { sub_url: form.subUrl.trim() || null } : {}),
    ...(form.username === "" ? {} : { username: form.username }),
    ...(form.password === "" ? {} : { password: form.password }),
  };
  return {
    ...(name === before.name ? {} : { display_name: name || null }),
    ...(Object.keys(source).length === 0 ? {} : { source }),
  };
}

function probeOf(streamId: string, { source = {} }: StreamPatch): ProbeRequest {
  const { url, username, password } = source;
  return {
    stream_id: streamId,
    ...(url ? { url } : {}),
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
  };
}

function hostOf(url: string): string | undefined {
  return URL.parse(url.trim())?.hostname;
}
