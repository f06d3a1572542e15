import { TextField } from "./field.tsx";

/** A field for a password: the user's own, or with `isNew` one that the user chooses. */
export function PasswordField({
  isNew = false,
  ...field
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isNew?: boolean;
  hint?: string;
  required?: boolean;
}) {
  const autocomplete = isNew ? "new-password" : "current-password";
  return (
    <TextField required type="password" maxLength={200} autocomplete={autocomplete} {...field} />
  );
}
