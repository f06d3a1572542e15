import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { BranchFields } from "./branch-fields.tsx";
import type { DraftStep, Way } from "./draft.ts";
import type { Fault } from "./faults.ts";
import type { FlowProps } from "./flow-props.ts";
import { fieldName, StepFields } from "./step-fields.tsx";
import { detailOf, resultText, targetText } from "./step-words.ts";
import type { Dragging } from "./use-drag.ts";

/** One step: its number and what it does, its faults, where its results lead, and its form while it is open. */
export function StepCard(
  props: FlowProps & {
    step: DraftStep;
    at: number;
    /** Its results that lead elsewhere than to the next step. */
    jumps: readonly Way[];
    onMove: (to: number) => void;
    onCopy: () => void;
    onRemove: () => void;
    drag: Dragging | null;
  },
) {
  const { steps, step, at, jumps, faults, open, onOpen, onChange, drag } = props;
  const { missionEditor: own } = words.value;
  const isOpen = open === step.id && onChange !== null;
  const name = own.types[step.type];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (onChange === null) return;
    const to = { ArrowUp: at - 1, ArrowDown: at + 1 }[event.key];
    if (event.altKey && to !== undefined) {
      if (to >= 0 && to < steps.length) props.onMove(to);
    } else if (event.key === "Delete") props.onRemove();
    else return;
    event.preventDefault();
  };
  return (
    <div
      class={isOpen ? "mission-step open" : "mission-step"}
      data-faulty={faults.length > 0}
      aria-current={props.current === step.id ? "step" : undefined}
    >
      <div class="step-head">
        <button
          type="button"
          class="step-title"
          data-node={step.id}
          aria-expanded={onChange === null ? undefined : isOpen}
          aria-keyshortcuts={onChange === null ? undefined : "Alt+ArrowUp Alt+ArrowDown Delete"}
          onClick={() => onOpen(isOpen ? undefined : step.id)}
          onKeyDown={onKeyDown}
        >
          <span class="step-number">{at + 1}</span>
          <span>
            <strong>{name}</strong> <bdi>{detailOf(step)}</bdi>
          </span>
        </button>
        {drag && (
          <span class="step-grip" title={own.drag} {...drag.handlers(step.id, at)}>
            <Icon name="grip" />
          </span>
        )}
      </div>
      <Faults faults={faults} />
      {isOpen && <OpenStep {...props} />}
      {jumps.length > 0 && (
        <ul class="step-ways">
          {jumps.map(({ on, to }) => (
            <li key={on} data-way={`${step.id} ${on}`}>
              {resultText(on)} <span aria-hidden="true">→</span> <bdi>{targetText(steps, to)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What is wrong with the step: in the reader's language where there are words, and the box's own sentence. */
function Faults({ faults }: { faults: readonly Fault[] }) {
  const known: Readonly<Record<string, string>> = words.value.missionEditor.faults;
  return (
    <div role="alert">
      {faults.map(({ rule, field, sentence }) => (
        <p key={`${rule} ${field}`} class="field-problem">
          {say(known[rule] ?? "{field}", { field: field === "" ? "" : fieldName(field) })}{" "}
          {sentence !== undefined && (
            <span lang="en" dir="auto">
              {known[rule] === undefined ? sentence : `(${sentence})`}
            </span>
          )}
        </p>
      ))}
    </div>
  );
}

/** The form of the open step. */
function OpenStep(props: Parameters<typeof StepCard>[0]) {
  const { steps, step, at, onMove, onCopy, onRemove, onChange } = props;
  const { missionEditor: own, common } = words.value;
  const form = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, []);
  const put = (next: DraftStep, field = ""): void =>
    onChange?.(
      (before) => before.map((one) => (one.id === next.id ? next : one)),
      `${next.id} ${field}`,
    );
  return (
    <div ref={form} class="stack step-form">
      <StepFields step={step} onChange={put} />
      <BranchFields steps={steps} at={at} onChange={put} />
      <div class="row">
        <Button
          icon="up"
          label={own.up}
          shortcut="Alt+ArrowUp"
          isDisabled={at === 0}
          onPress={() => onMove(at - 1)}
        />
        <Button
          icon="down"
          label={own.down}
          shortcut="Alt+ArrowDown"
          isDisabled={at === steps.length - 1}
          onPress={() => onMove(at + 1)}
        />
        <Button icon="copy" onPress={onCopy}>
          {own.copy}
        </Button>
        <Button icon="trash" shortcut="Delete" onPress={onRemove}>
          {common.delete}
        </Button>
      </div>
    </div>
  );
}
