import { useState } from "preact/hooks";
import { box } from "../../api/box.ts";
import { fieldProblems } from "../../api/field-problems.ts";
import { useJob } from "../../api/job.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { dataUrlOf, FilesField } from "../../parts/files-field.tsx";
import { JobProgress } from "../../parts/job-progress.tsx";
import { MissingParts, Notice } from "../../parts/notice.tsx";
import { words } from "../../words/words.ts";
import { pictureFiles } from "./media-terms.ts";

const empty = { url: "", name: "", location: "" };
const params = [...Object.keys(empty), "logoBase64", "imagesBase64"];

/** Extracts a brand from a web page, a logo or pictures, and says which parts it could not find. */
export function ExtractBrand({ onStored, onClose }: { onStored: () => void; onClose: () => void }) {
  const { media: own, common } = words.value;
  const { job, error, isRunning, start } = useJob();
  const [draft, setDraft] = useState(empty);
  const [logo, setLogo] = useState<readonly File[]>([]);
  const [pictures, setPictures] = useState<readonly File[]>([]);
  const problems = fieldProblems(error, params);
  const field = (name: keyof typeof empty) => ({
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
    problem: problems.of(name),
  });
  const submit = async (): Promise<void> => {
    const filled = Object.entries(draft).filter(([, value]) => value.trim() !== "");
    const isStored = await start(async (options) => {
      const [logoBase64] = await Promise.all(logo.map(dataUrlOf));
      const imagesBase64 = await Promise.all(pictures.map(dataUrlOf));
      const body = {
        ...(Object.fromEntries(filled) as Partial<typeof empty>),
        ...(logoBase64 === undefined ? {} : { logoBase64 }),
        ...(imagesBase64.length > 0 ? { imagesBase64 } : {}),
      };
      return await box.brands.extractBrand(body, options);
    });
    if (isStored) onStored();
  };
  const { missing = [] } = (job?.payload ?? {}) as { missing?: readonly string[] };
  return (
    <FormDialog
      title={own.newBrand}
      onClose={onClose}
      isWide
      error={problems.rest}
      isBusy={isRunning}
      submitLabel={own.extract}
      closeLabel={common.close}
      onSubmit={submit}
      result={
        <>
          <JobProgress job={job} />
          {job?.status === "completed" && <Notice tone="good">{own.brandStored}</Notice>}
          <MissingParts sentences={missing} />
        </>
      }
    >
      <p class="hint">{own.brandHint}</p>
      <TextField
        label={own.webPage}
        type="url"
        dir="ltr"
        placeholder="https://"
        maxLength={2048}
        {...field("url")}
      />
      <div class="fields">
        <FilesField
          label={own.logoFile}
          accept={pictureFiles}
          onChange={setLogo}
          problem={problems.of("logoBase64")}
        />
        <FilesField
          label={own.brandPictures}
          hint={own.brandPicturesHint}
          accept={pictureFiles}
          isMultiple
          onChange={setPictures}
          problem={problems.of("imagesBase64")}
        />
        <TextField
          label={common.name}
          hint={own.brandNameHint}
          maxLength={200}
          {...field("name")}
        />
        <TextField
          label={own.market}
          hint={own.marketHint}
          maxLength={200}
          {...field("location")}
        />
      </div>
    </FormDialog>
  );
}
