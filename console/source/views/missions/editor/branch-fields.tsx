import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { SelectField, TextField } from "../../../parts/field.tsx";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { type DraftStep, resultsWith, withWay } from "./draft.ts";
import { numberedText, resultText, targetText } from "./step-words.ts";

interface BranchProps {
  steps: readonly DraftStep[];
  at: number;
  onChange: (step: DraftStep, field: string) => void;
}

/** Which step follows each result. */
export function BranchFields({ steps, at, onChange }: BranchProps) {
  const { missionEditor: own } = words.value;
  const step = steps[at]!;
  const results = resultsWith(step);
  return (
    <fieldset class="choices nested">
      <legend>{own.then}</legend>
      {results.map((on) => (
        <SelectField
          key={on}
          label={resultText(on)}
          value={step.branches?.find((way) => way.on === on)?.to ?? ""}
          onChange={(to) => onChange(withWay(step, { on, to }), `way ${on}`)}
          options={optionsOf(steps, at, on)}
        />
      ))}
      {step.type === "webhook" && <OwnAnswer step={step} onChange={onChange} />}
    </fieldset>
  );
}

function optionsOf(steps: readonly DraftStep[], at: number, on: string) {
  const { missionEditor: own } = words.value;
  const next = targetText(steps, steps[at + 1]?.id ?? "end");
  const ends = on === "failed" ? [] : ([["fail", own.fail]] as const);
  return [
    ["", on === "failed" ? own.fail : say(own.next, { step: next })] as const,
    ...steps.map(({ id }, index) => [id, numberedText(steps, index)] as const),
    ["end", own.end] as const,
    ...ends,
  ];
}

/** A further answer of the receiver of a webhook. */
function OwnAnswer({ step, onChange }: { step: DraftStep; onChange: BranchProps["onChange"] }) {
  const { missionEditor: own, common } = words.value;
  const [word, setWord] = useState("");
  return (
    <>
      <TextField
        label={own.answer}
        hint={own.answerHint}
        dir="ltr"
        value={word}
        onChange={setWord}
      />
      <Button
        icon="plus"
        isDisabled={!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(word)}
        onPress={() => {
          onChange(withWay(step, { on: word, to: "end" }), `way ${word}`);
          setWord("");
        }}
      >
        {common.add}
      </Button>
    </>
  );
}
