import { useState } from "preact/hooks";
import type { Brand } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { fieldProblems } from "../../api/field-problems.ts";
import { useJob } from "../../api/job.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { TextAreaField } from "../../parts/field.tsx";
import { JobProgress } from "../../parts/job-progress.tsx";
import { MissingParts } from "../../parts/notice.tsx";
import { Facts } from "../../parts/page.tsx";
import { number, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { Swatches } from "./swatches.tsx";

/** Applies a brand to a use, and shows what comes of it. */
export function BrandGuidance({ brand, onClose }: { brand: Brand; onClose: () => void }) {
  const { media: own, common } = words.value;
  const { job, error, isRunning, start } = useJob();
  const [use, setUse] = useState("");
  const problems = fieldProblems(error, ["use_case"]);
  const submit = async (): Promise<void> => {
    const body = { use_case: use };
    await start((options) => box.brands.projectBrand({ brand_id: brand.id }, body, options));
  };
  const output: unknown = job?.status === "completed" ? job.payload.output : undefined;
  return (
    <FormDialog
      title={say(own.useOf, { name: brand.name })}
      onClose={onClose}
      isWide
      error={problems.rest}
      isBusy={isRunning}
      submitLabel={own.apply}
      closeLabel={common.close}
      onSubmit={submit}
      result={
        <>
          <JobProgress job={job} />
          {output !== undefined && <Guidance of={output as BrandUse} />}
        </>
      }
    >
      <TextAreaField
        label={own.useCase}
        required
        rows={2}
        maxLength={2000}
        placeholder={own.useExample}
        value={use}
        onChange={setUse}
        problem={problems.of("use_case")}
      />
    </FormDialog>
  );
}

/** The result of `brands.project`. */
interface BrandUse {
  medium: string;
  format: string;
  colors: {
    main: readonly string[] | string | null;
    supporting: readonly string[];
    pairs: readonly { text: string; background: string; contrast: number; level: string }[];
  };
  typography: Record<"heading" | "body", { family: string; stack: string } | null>;
  notes: readonly string[];
  prompt_fragment: string;
  direction: {
    summary: string;
    imagery: string;
    do: readonly string[];
    dont: readonly string[];
    copy: { headline: string; body: string; call_to_action: string };
  } | null;
  missing: readonly string[];
}

function Guidance({ of }: { of: BrandUse }) {
  const { media: own, common } = words.value;
  const { colors, typography, direction } = of;
  const chosen = [colors.main, colors.supporting].flat().filter((hex) => hex !== null);
  return (
    <section class="stack" data-guidance aria-label={own.guidance}>
      <Facts
        entries={[
          [own.format, of.format],
          [own.headings, typography.heading?.stack ?? common.unknown],
          [own.bodyText, typography.body?.stack ?? common.unknown],
          [own.notes, of.notes.join(" ")],
          ...(direction
            ? ([
                [own.direction, direction.summary],
                [own.imagery, direction.imagery],
                [own.dos, direction.do.join(" · ")],
                [own.donts, direction.dont.join(" · ")],
                [own.copy, Object.values(direction.copy).join(" · ")],
              ] as const)
            : []),
          [own.promptWords, of.prompt_fragment],
        ]}
      />
      <Swatches label={own.colors} colors={chosen.map((hex) => ({ hex }))} />
      <ul class="swatches" aria-label={own.pairs}>
        {colors.pairs.map(({ text, background, contrast, level }) => (
          <li key={`${text} ${background}`}>
            <code class="pair" style={{ color: text, background }}>
              {text}
            </code>
            {number(contrast, 1)} : 1 ({level})
          </li>
        ))}
      </ul>
      <MissingParts sentences={of.missing} />
    </section>
  );
}
