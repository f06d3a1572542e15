import { useState } from "preact/hooks";
import type { Draft } from "./draft.ts";
import { type Fault, faultOf, fieldFaults, pathFaults } from "./faults.ts";

/** What is wrong with a draft. */
export interface Checks {
  faults: readonly Fault[];
  /** A refusal that names no step. */
  rest: unknown;
  /** True once somebody wanted to store, check or try the draft: then missing fields are named too. */
  isShown: boolean;
  /** True where the page knows nothing wrong; else shows it and opens the first step with a fault. */
  isReady: () => boolean;
  /** Takes a refusal of the box; undefined for none. */
  refuse: (error: unknown) => void;
}

/** Keeps what the page and the box find wrong; `open` opens the step to correct. */
export function useChecks(draft: Draft, open: (id: string) => void): Checks {
  const [isShown, setShown] = useState(false);
  const [refused, setRefused] = useState<{ fault: Fault | undefined; rest: unknown }>();
  const { steps } = draft;
  const fields = fieldFaults(steps);
  const paths = pathFaults(steps);
  // A step that was changed since has another fault, or none.
  const own = refused?.fault && steps.includes(refused.fault.step) ? [refused.fault] : [];
  const known = [...paths, ...fields];
  return {
    faults: [
      ...paths,
      ...(isShown ? fields : []),
      ...own.filter(({ rule }) => !isNamed(rule, known)),
    ],
    rest: refused?.rest,
    isShown,
    isReady: () => {
      setShown(true);
      setRefused(undefined);
      const [first] = known;
      if (first) open(first.step.id);
      return first === undefined;
    },
    refuse: (error) => {
      if (error === undefined) return;
      const fault = faultOf(error, draft);
      setRefused({ fault, rest: fault ? undefined : error });
      if (fault) open(fault.step.id);
    },
  };
}

function isNamed(rule: string, faults: readonly Fault[]): boolean {
  return faults.some((fault) => fault.rule === rule);
}
