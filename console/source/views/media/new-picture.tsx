import { useState } from "preact/hooks";
import type { CampaignRequest, MediaOutput } from "../../../../client/source/generated.ts";
import { aspectRatios } from "../../../../src/media/media-terms.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { fieldProblems } from "../../api/field-problems.ts";
import { uploadMs } from "../../api/job.ts";
import { may } from "../../app/session.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { SelectField, TextAreaField } from "../../parts/field.tsx";
import { dataUrlOf, FilesField } from "../../parts/files-field.tsx";
import { valuesOf } from "../../parts/own-values.ts";
import { words } from "../../words/words.ts";
import { BrandField } from "./brand-field.tsx";
import { pictureFiles, promptMax } from "./media-terms.ts";

const kinds = ["image", "campaign", "ad", "avatar"] as const;
type Kind = (typeof kinds)[number];

const sizes = ["1K", "2K", "4K"] as const;
const efforts = ["minimal", "low", "medium", "high"] as const;
const params = ["prompt", "reference_images", "brand_id", "output", "hints"];

/** Asks for a new picture, and closes when the box has accepted the job. */
export function NewPicture({ onStarted, onClose }: { onStarted: () => void; onClose: () => void }) {
  const { media: own } = words.value;
  const { run, error, isRunning } = useAct();
  const offered = kinds.filter((kind) => may(kind === "avatar" ? "avatars:write" : "media:write"));
  const [kind, setKind] = useState<Kind>(offered[0]!);
  const [prompt, setPrompt] = useState("");
  const [files, setFiles] = useState<readonly File[]>([]);
  const [brandId, setBrandId] = useState("");
  const [output, setOutput] = useState<MediaOutput>({ aspect_ratio: "auto" });
  const [hints, setHints] = useState("");
  const problems = fieldProblems(error, params);
  const submit = async (): Promise<void> => {
    const isDone = await run(async () => {
      const references = await Promise.all(files.map(dataUrlOf));
      const body = {
        prompt,
        output,
        ...(references.length > 0 ? { reference_images: references } : {}),
        ...(brandId === "" || kind === "avatar" ? {} : { brand_id: brandId }),
        ...(hints.trim() === "" || kind === "image" ? {} : { hints: valuesOf(hints) }),
      };
      await send(kind, body);
    });
    if (isDone) onStarted();
  };
  return (
    <FormDialog
      title={own.newPicture}
      onClose={onClose}
      isWide
      error={problems.rest}
      isBusy={isRunning}
      submitLabel={own.make}
      onSubmit={submit}
    >
      <SelectField
        label={own.kind}
        value={kind}
        onChange={setKind}
        options={offered.map((each) => [each, own.kinds[each]] as const)}
      />
      <TextAreaField
        label={own.prompt}
        required={kind !== "avatar" || files.length === 0}
        maxLength={promptMax}
        value={prompt}
        onChange={setPrompt}
        problem={problems.of("prompt")}
      />
      <FilesField
        label={own.references}
        hint={own.referencesHint}
        accept={pictureFiles}
        isMultiple
        onChange={setFiles}
        problem={problems.of("reference_images")}
      />
      {kind !== "avatar" && (
        <BrandField value={brandId} onChange={setBrandId} problem={problems.of("brand_id")} />
      )}
      <OutputFields value={output} onChange={setOutput} problem={problems.of("output")} />
      {kind !== "image" && (
        <TextAreaField
          label={own.hints}
          hint={words.value.voice.valuesHint}
          rows={2}
          placeholder="art_direction=film noir"
          value={hints}
          onChange={setHints}
          problem={problems.of("hints")}
        />
      )}
    </FormDialog>
  );
}

function OutputFields(props: {
  value: MediaOutput;
  onChange: (value: MediaOutput) => void;
  problem: string | undefined;
}) {
  const { media: own } = words.value;
  const { value, onChange, problem } = props;
  const set = (part: MediaOutput): void => onChange({ ...value, ...part });
  return (
    <div class="fields">
      <SelectField
        label={own.aspect}
        value={value.aspect_ratio ?? "auto"}
        onChange={(aspect_ratio) => set({ aspect_ratio })}
        options={aspectRatios.map((each) => [each, each === "auto" ? own.auto : each] as const)}
        problem={problem}
      />
      <SelectField
        label={own.resolution}
        value={value.resolution ?? ""}
        onChange={(chosen) => set({ resolution: chosen === "" ? undefined : chosen })}
        options={[["", own.ofModel], ...sizes.map((each) => [each, each] as const)]}
      />
      <SelectField
        label={own.effort}
        value={value.thinking_intensity ?? ""}
        onChange={(chosen) => set({ thinking_intensity: chosen === "" ? undefined : chosen })}
        options={[["", own.ofModel], ...efforts.map((each) => [each, own.efforts[each]] as const)]}
      />
    </div>
  );
}

async function send(kind: Kind, body: CampaignRequest): Promise<void> {
  const options = { timeoutMs: uploadMs };
  if (kind === "avatar") {
    const { prompt, ...rest } = body;
    await box.avatars.generateAvatar(prompt === "" ? rest : body, options);
  } else if (kind === "ad") await box.ads.generateAd(body, options);
  else if (kind === "campaign") await box.campaigns.generateCampaign(body, options);
  else await box.images.createGeneration(body, options);
}
