import { useState } from "preact/hooks";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { fieldProblems } from "../../api/field-problems.ts";
import { uploadMs } from "../../api/job.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { SelectField, TextAreaField, TextField } from "../../parts/field.tsx";
import { dataUrlOf, FilesField } from "../../parts/files-field.tsx";
import { valuesOf } from "../../parts/own-values.ts";
import { type Language, language, languages, words } from "../../words/words.ts";

const kinds = ["image", "eeg"] as const;
const files = {
  image: "image/jpeg,image/png,image/webp,.dcm,application/dicom",
  eeg: ".edf,.bdf",
} as const;
const details = ["full", "brief"] as const;
const params = ["input.data", "input.modality", "response_format.locale", "context"];

/** Asks for a triage report, and closes when the box has accepted the job. */
export function NewReport({ onStarted, onClose }: { onStarted: () => void; onClose: () => void }) {
  const { medical: own, media, voice, shell } = words.value;
  const { run, error, isRunning } = useAct();
  const [kind, setKind] = useState<(typeof kinds)[number]>("image");
  const [file, setFile] = useState<File | undefined>(undefined);
  const [modality, setModality] = useState("");
  const [locale, setLocale] = useState<Language>(language.value);
  const [detail, setDetail] = useState<(typeof details)[number]>("full");
  const [context, setContext] = useState("");
  const problems = fieldProblems(error, params);
  const submit = async (): Promise<void> => {
    const isDone = await run(async () => {
      const data = await dataUrlOf(file!);
      const input = { type: kind, data, ...(kind === "image" ? { modality } : {}) };
      const body = {
        input,
        response_format: { locale, detail },
        ...(context.trim() === "" ? {} : { context: valuesOf(context) }),
      };
      await box.health.analyzeHealth(body, { timeoutMs: uploadMs });
    });
    if (isDone) onStarted();
  };
  return (
    <FormDialog
      title={own.newReport}
      onClose={onClose}
      isWide
      error={problems.rest}
      isBusy={isRunning}
      submitLabel={own.analyse}
      onSubmit={submit}
    >
      <SelectField
        label={media.kind}
        value={kind}
        onChange={setKind}
        options={kinds.map((each) => [each, own.kinds[each]] as const)}
      />
      <FilesField
        key={kind}
        label={own.file}
        hint={own.fileHints[kind]}
        accept={files[kind]}
        required
        onChange={([chosen]) => setFile(chosen)}
        problem={problems.of("input.data")}
      />
      {kind === "image" && (
        <TextField
          label={own.modality}
          required
          maxLength={100}
          placeholder="X-ray"
          value={modality}
          onChange={setModality}
          problem={problems.of("input.modality")}
        />
      )}
      <TextAreaField
        label={own.context}
        hint={voice.valuesHint}
        placeholder={own.contextExample}
        maxLength={16_000}
        value={context}
        onChange={setContext}
        problem={problems.of("context")}
      />
      <div class="fields">
        <SelectField
          label={shell.language}
          value={locale}
          onChange={setLocale}
          options={Object.entries(languages).map(
            ([each, { name }]) => [each as Language, name] as const,
          )}
          problem={problems.of("response_format.locale")}
        />
        <SelectField
          label={own.detail}
          value={detail}
          onChange={setDetail}
          options={details.map((each) => [each, own.details[each]] as const)}
        />
      </div>
    </FormDialog>
  );
}
