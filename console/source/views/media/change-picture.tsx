import { useState } from "preact/hooks";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { fieldProblems } from "../../api/field-problems.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { TextAreaField, TextField } from "../../parts/field.tsx";
import { words } from "../../words/words.ts";
import { BrandField } from "./brand-field.tsx";
import { promptMax } from "./media-terms.ts";

/** What every form about a picture needs. */
interface ChangeProps {
  /** The job that made the picture. */
  jobId: string;
  onDone: () => void;
  onClose: () => void;
}

/** Asks for a changed copy of a picture. */
export function EditPicture({ jobId, onDone, onClose }: ChangeProps) {
  const { media: own } = words.value;
  const { run, error, isRunning } = useAct();
  const [prompt, setPrompt] = useState("");
  const problems = fieldProblems(error, ["prompt"]);
  const submit = async (): Promise<void> => {
    if (await run(() => box.campaigns.editCampaign({ source_job_id: jobId, prompt }))) onDone();
  };
  return (
    <FormDialog
      title={own.editPicture}
      onClose={onClose}
      error={problems.rest}
      isBusy={isRunning}
      submitLabel={own.make}
      onSubmit={submit}
    >
      <TextAreaField
        label={own.change}
        hint={own.copyHint}
        required
        maxLength={promptMax}
        value={prompt}
        onChange={setPrompt}
        problem={problems.of("prompt")}
      />
    </FormDialog>
  );
}

const market = { target_language: "", target_currency: "", target_culture: "", prompt: "" };
const marketParams = [...Object.keys(market), "brand_id"];

/** Asks for a copy of an advertisement for another market. */
export function LocalizePicture({ jobId, onDone, onClose }: ChangeProps) {
  const { media: own } = words.value;
  const { run, error, isRunning } = useAct();
  const [draft, setDraft] = useState(market);
  const [brandId, setBrandId] = useState("");
  const problems = fieldProblems(error, marketParams);
  const field = (name: keyof typeof market) => ({
    required: true,
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
    problem: problems.of(name),
  });
  const submit = async (): Promise<void> => {
    const brand = brandId === "" ? {} : { brand_id: brandId };
    const body = { source_job_id: jobId, ...draft, ...brand };
    if (await run(() => box.campaigns.createLocalizeAd(body))) onDone();
  };
  return (
    <FormDialog
      title={own.localizePicture}
      onClose={onClose}
      error={problems.rest}
      isBusy={isRunning}
      submitLabel={own.make}
      onSubmit={submit}
    >
      <div class="fields">
        <TextField
          label={own.language}
          dir="ltr"
          placeholder="pt-BR"
          maxLength={35}
          {...field("target_language")}
        />
        <TextField
          label={own.currency}
          dir="ltr"
          placeholder="BRL"
          maxLength={3}
          {...field("target_currency")}
        />
      </div>
      <TextField label={own.culture} maxLength={500} {...field("target_culture")} />
      <TextAreaField label={own.guidance} maxLength={promptMax} {...field("prompt")} />
      <BrandField value={brandId} onChange={setBrandId} problem={problems.of("brand_id")} />
    </FormDialog>
  );
}

/** Saves the picture of an avatar job under a name. */
export function SaveAvatar({ jobId, onDone, onClose }: ChangeProps) {
  const { media: own, common } = words.value;
  const { run, error, isRunning } = useAct();
  const [label, setLabel] = useState("");
  const problems = fieldProblems(error, ["label"]);
  const submit = async (): Promise<void> => {
    if (await run(() => box.avatars.saveAvatar({ job_id: jobId, label }))) onDone();
  };
  return (
    <FormDialog
      title={own.saveAvatar}
      onClose={onClose}
      error={problems.rest}
      isBusy={isRunning}
      submitLabel={common.save}
      onSubmit={submit}
    >
      <TextField
        label={common.name}
        required
        maxLength={200}
        value={label}
        onChange={setLabel}
        problem={problems.of("label")}
      />
    </FormDialog>
  );
}
