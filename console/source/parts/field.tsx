import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

/** What every field has. */
export interface FieldProps<T> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  hint?: ComponentChildren;
  /** What the box refused about the value, in English. */
  problem?: string | undefined;
  isDisabled?: boolean;
}

/** What a line of text may be told besides. */
export interface TextOptions {
  type?: "text" | "password" | "url" | "email" | "datetime-local" | "date" | "time";
  required?: boolean;
  maxLength?: number;
  pattern?: string;
  placeholder?: string;
  /** `ltr` for addresses and codes, in whatever language the page is. */
  dir?: "ltr" | "auto";
  autocomplete?: string;
  spellcheck?: boolean;
  /** Distance of values: seconds of a time. */
  step?: string;
  /** Id of the `datalist` with proposals. */
  list?: string;
}

/** The attributes that tie an element to its label, hint and problem. */
interface FieldIds {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}

/** An element of a form with its label, its hint, and what the box refused about it. */
export function Labelled(props: {
  label: string;
  hint?: ComponentChildren;
  problem?: string | undefined;
  field: (ids: FieldIds) => JSX.Element;
}) {
  const id = useId();
  const hintId = props.hint === undefined ? undefined : `${id}-hint`;
  const problemId = props.problem === undefined ? undefined : `${id}-problem`;
  const describedBy = [problemId, hintId].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      {props.field({
        id,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
        "aria-invalid": problemId === undefined ? undefined : true,
      })}
      {problemId && (
        <p id={problemId} class="field-problem" role="alert" lang="en" dir="auto">
          {props.problem}
        </p>
      )}
      {hintId && (
        <p id={hintId} class="hint">
          {props.hint}
        </p>
      )}
    </div>
  );
}

/** One line of text. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  problem,
  isDisabled,
  type = "text",
  ...attributes
}: FieldProps<string> & TextOptions) {
  return (
    <Labelled
      label={label}
      hint={hint}
      problem={problem}
      field={(ids) => (
        <input
          autocomplete="off"
          {...attributes}
          // The types of the elements tell every type apart; a field's is known only at run time.
          type={type as "text"}
          {...ids}
          value={value}
          disabled={isDisabled}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    />
  );
}

/** Several lines of text. */
export function TextAreaField(
  props: FieldProps<string> & {
    rows?: number;
    required?: boolean;
    maxLength?: number;
    placeholder?: string;
  },
) {
  const { label, value, onChange, hint, problem, isDisabled, rows = 3, ...attributes } = props;
  return (
    <Labelled
      label={label}
      hint={hint}
      problem={problem}
      field={(ids) => (
        <textarea
          dir="auto"
          {...attributes}
          {...ids}
          rows={rows}
          value={value}
          disabled={isDisabled}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    />
  );
}

/** A number, or undefined while there is none. */
export function NumberField({
  label,
  value,
  onChange,
  hint,
  problem,
  isDisabled,
  ...bounds
}: FieldProps<number | undefined> & {
  min?: number;
  max?: number;
  step?: number | "any";
  required?: boolean;
}) {
  return (
    <Labelled
      label={label}
      hint={hint}
      problem={problem}
      field={(ids) => (
        <input
          type="number"
          // From right to left a browser writes the minus behind the number.
          dir="ltr"
          inputMode="decimal"
          step="any"
          {...bounds}
          {...ids}
          value={value ?? ""}
          disabled={isDisabled}
          onInput={(event) => {
            const { valueAsNumber } = event.currentTarget;
            onChange(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber);
          }}
        />
      )}
    />
  );
}

/** One of several; `options` are values with their names. */
export function SelectField<T extends string>({
  label,
  value,
  onChange,
  hint,
  problem,
  isDisabled,
  options,
}: FieldProps<T> & { options: readonly (readonly [T, string])[] }) {
  return (
    <Labelled
      label={label}
      hint={hint}
      problem={problem}
      field={(ids) => (
        <select
          {...ids}
          value={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.currentTarget.value as T)}
        >
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    />
  );
}

/** Yes or no. */
export function CheckField({ label, value, onChange, hint, isDisabled }: FieldProps<boolean>) {
  const id = useId();
  return (
    <div class="field check">
      <input
        id={id}
        type="checkbox"
        checked={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && <p class="hint">{hint}</p>}
    </div>
  );
}
