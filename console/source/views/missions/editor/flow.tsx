import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { copyOf, moved, newStep, removed, type StepType, waysOf } from "./draft.ts";
import type { FlowProps } from "./flow-props.ts";
import { FlowLines, lanesPx } from "./flow-lines.tsx";
import { StepCard } from "./step-card.tsx";
import { stepTypes } from "./step-fields.tsx";
import { resultText } from "./step-words.ts";
import { useDrag } from "./use-drag.ts";

/** The steps from the start to the end, drawn below each other, with arrows for their branches. */
export function Flow(props: FlowProps) {
  const { steps, adding, onAdding, onOpen, onChange } = props;
  const { missionEditor: own } = words.value;
  const frame = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<string | undefined>(undefined);
  const ways = steps.map((step, at) => waysOf(step, steps[at + 1]?.id));
  const jumps = ways.flatMap(({ jumps: all }, at) =>
    all.map(({ on, to }) => ({ from: `${steps[at]!.id} ${on}`, to })),
  );
  useLayoutEffect(() => {
    // A moved element loses the focus.
    if (focus === undefined) return;
    frame.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(focus)}"]`)?.focus();
    setFocus(undefined);
  }, [focus, steps]);
  const move = (id: string, to: number): void => {
    onChange?.((before) => moved(before, id, to), `move ${id}`);
    setFocus(id);
  };
  const drag = useDrag(frame, move);
  const insert = (type: StepType, at: number): void => {
    const step = newStep(type, steps);
    onChange?.((before) => before.toSpliced(at, 0, step), `add ${step.id}`);
    onAdding(undefined);
    onOpen(step.id);
  };
  const remove = (id: string, at: number): void => {
    onChange?.((before) => removed(before, id), `remove ${id}`);
    setFocus(steps[at + 1]?.id ?? steps[at - 1]?.id ?? "end");
  };
  const gap = (at: number) => (
    <Gap
      at={at}
      isAdding={adding === at}
      labels={at === 0 ? [] : labelsOf(ways[at - 1]!)}
      isOpen={at === 0 || ways[at - 1]!.through.length > 0}
      isTarget={drag.to === at}
      onAdding={onChange === null ? null : onAdding}
      onInsert={(type) => insert(type, at)}
    />
  );
  return (
    <ol
      ref={frame}
      class="mission-flow"
      aria-label={own.steps}
      style={{ paddingInlineEnd: `${lanesPx(jumps.length)}px` }}
    >
      {steps.map((step, at) => (
        <li key={step.id} data-step={step.id}>
          {gap(at)}
          <StepCard
            {...props}
            step={step}
            at={at}
            jumps={ways[at]!.jumps}
            faults={props.faults.filter((fault) => fault.step.id === step.id)}
            onMove={(to) => move(step.id, to)}
            onCopy={() => {
              const copy = copyOf(step, steps);
              onChange?.((before) => before.toSpliced(at + 1, 0, copy), `add ${copy.id}`);
              onOpen(copy.id);
            }}
            onRemove={() => remove(step.id, at)}
            drag={onChange === null ? null : drag}
          />
        </li>
      ))}
      <Ends gap={gap(steps.length)} hasFailure={jumps.some(({ to }) => to === "fail")} />
      <FlowLines frame={frame} jumps={jumps} />
    </ol>
  );
}

function Ends({ gap, hasFailure }: { gap: ComponentChildren; hasFailure: boolean }) {
  const { missionEditor: own } = words.value;
  return (
    <>
      <li>
        {gap}
        <span class="mission-end" data-node="end" tabIndex={-1}>
          {own.end}
        </span>
      </li>
      {hasFailure && (
        <li>
          <span class="mission-end fail" data-node="fail" tabIndex={-1}>
            {own.fail}
          </span>
        </li>
      )}
    </>
  );
}

/** The results that lead on, where others lead elsewhere. */
function labelsOf({ through, jumps }: ReturnType<typeof waysOf>): string[] {
  return jumps.length > 0 ? through : [];
}

/** The way between two steps: an arrow with the results that take it, and a button for a new step. */
function Gap(props: {
  at: number;
  labels: readonly string[];
  /** False where nothing leads from the step above to the one below. */
  isOpen: boolean;
  isAdding: boolean;
  isTarget: boolean;
  onAdding: ((at: number | undefined) => void) | null;
  onInsert: (type: StepType) => void;
}) {
  const { at, labels, isOpen, isAdding, isTarget, onAdding, onInsert } = props;
  const { missionEditor: own } = words.value;
  const first = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isAdding) first.current?.querySelector("button")?.focus();
  }, [isAdding]);
  return (
    <div class={isTarget ? "mission-gap target" : "mission-gap"} data-through={isOpen}>
      {labels.length > 0 && <span class="way-label">{labels.map(resultText).join(", ")}</span>}
      {onAdding && (
        <Button
          icon="plus"
          tone="quiet"
          label={say(own.insert, { number: at + 1 })}
          isExpanded={isAdding}
          onPress={() => onAdding(isAdding ? undefined : at)}
        />
      )}
      {isAdding && (
        <div ref={first} class="mission-types" role="group" aria-label={own.choose}>
          {stepTypes.map((type) => (
            <Button key={type} onPress={() => onInsert(type)}>
              {own.types[type]}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
