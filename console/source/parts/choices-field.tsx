import { CheckField } from "./field.tsx";

/** Any number of several, in their order; `options` are values with their names. */
export function ChoicesField<T extends string>(props: {
  legend: string;
  hint?: string;
  value: readonly T[];
  onChange: (value: T[]) => void;
  options: readonly (readonly [T, string])[];
}) {
  const { legend, hint, value, onChange, options } = props;
  const change = (changed: T, isOn: boolean): void =>
    onChange(
      options
        .map(([option]) => option)
        .filter((option) => (option === changed ? isOn : value.includes(option))),
    );
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {options.map(([option, name]) => (
        <CheckField
          key={option}
          label={name}
          value={value.includes(option)}
          onChange={(isOn) => change(option, isOn)}
        />
      ))}
      {hint !== undefined && <p class="hint">{hint}</p>}
    </fieldset>
  );
}
