import type { ComponentChildren } from "preact";
import { TextField } from "./field.tsx";

/** Words with commas between; undefined for none. The last may be empty while somebody types: see `tidyList` of `own-values.ts`. */
export function ListField(props: {
  label: string;
  hint?: ComponentChildren;
  value: readonly string[] | undefined;
  onChange: (value: string[] | undefined) => void;
}) {
  const { label, hint, value = [], onChange } = props;
  return (
    <TextField
      label={label}
      hint={hint}
      dir="ltr"
      value={value.join(", ")}
      onChange={(text) => {
        const parts = text
          .split(/,\s*/)
          .filter((part, index, all) => part !== "" || index === all.length - 1);
        onChange(parts.length === 0 || text === "" ? undefined : parts);
      }}
    />
  );
}
