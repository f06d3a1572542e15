import { useState } from "preact/hooks";
import type { JobAccepted } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { uploadMs } from "../../api/job.ts";
import { may } from "../../app/session.ts";
import { SelectField, TextAreaField } from "../../parts/field.tsx";
import { dataUrlOf } from "../../parts/files-field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { valuesOf } from "../../parts/own-values.ts";
import { language, words } from "../../words/words.ts";
import { AnalysisFields } from "./analysis-fields.tsx";
import { bodyOf, type Draft, newDraft, type OperationName, operations } from "./operations.ts";

/** The operations that this user may ask for. */
export function ownOperations(): readonly OperationName[] {
  return (Object.keys(operations) as OperationName[]).filter((name) =>
    may(name === "decode" ? "neural:write" : "clinical:write"),
  );
}

/** Asks for a clinical or neural operation, and closes when the box has accepted the job. */
export function NewAnalysis(props: {
  onStarted: (operation: OperationName) => void;
  onClose: () => void;
}) {
  const { clinical: own, medical, voice } = words.value;
  const { run, error, isRunning } = useAct();
  const all = ownOperations();
  const [name, setName] = useState<OperationName>(all[0] ?? "decision-support");
  const [draft, setDraft] = useState<Draft>(() => newDraft(operations[name]));
  const [context, setContext] = useState("");
  const submit = async (): Promise<void> => {
    const isDone = await run(async () => {
      const body = await withFiles(bodyOf(operations[name], draft));
      const about = context.trim() === "" ? {} : { context: valuesOf(context) };
      await send(name, { ...body, ...about });
    });
    if (isDone) props.onStarted(name);
  };
  return (
    <FormDialog
      title={own.newAnalysis}
      onClose={props.onClose}
      isWide
      error={error}
      isBusy={isRunning}
      submitLabel={medical.analyse}
      onSubmit={submit}
    >
      <SelectField
        label={own.operation}
        hint={own.hints[name]}
        value={name}
        onChange={(chosen) => {
          setName(chosen);
          setDraft(newDraft(operations[chosen]));
        }}
        options={all.map((each) => [each, own.operations[each]] as const)}
      />
      <AnalysisFields key={name} fields={operations[name]} value={draft} onChange={setDraft} />
      <TextAreaField
        label={medical.context}
        hint={voice.valuesHint}
        placeholder={medical.contextExample}
        maxLength={16_000}
        value={context}
        onChange={setContext}
      />
    </FormDialog>
  );
}

/** Reads the files of a body into data URLs, also within its objects. */
async function withFiles(body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const entries = Object.entries(body).map(async ([name, value]) => [name, await read(value)]);
  return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>;
}

async function read(value: unknown): Promise<unknown> {
  if (value instanceof File) return await dataUrlOf(value);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? await withFiles(value as Record<string, unknown>) : value;
}

/** Sends the body to the route of the operation; the box checks it. */
function send(
  name: OperationName,
  fields: Record<string, unknown>,
): Promise<{ data: JobAccepted }> {
  const { clinical, neural } = box;
  const options = { timeoutMs: uploadMs };
  const locale = language.value;
  const body = { ...fields, locale } as never;
  switch (name) {
    case "decision-support":
      return clinical.createDecisionSupport(body, options);
    case "risk":
      return clinical.createRisk(body, options);
    case "medication-check":
      return clinical.createMedicationCheck(body, options);
    case "adherence":
      return clinical.createAdherence(body, options);
    case "notes":
      return clinical.createNote(body, options);
    case "research":
      return clinical.createResearch(body, options);
    case "wellness":
      return clinical.createWellness(body, options);
    case "scan":
      return clinical.createScan(body, options);
    case "decode":
      return neural.decodeNeural(fields as never, options);
  }
}
