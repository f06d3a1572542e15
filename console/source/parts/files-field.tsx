import { Labelled } from "./field.tsx";

/** A choice of files of this computer. */
export function FilesField(props: {
  label: string;
  /** Types of the files, as of an `input`. */
  accept: string;
  isMultiple?: boolean;
  required?: boolean;
  hint?: string;
  problem?: string | undefined;
  onChange: (files: File[]) => void;
}) {
  const { label, hint, problem, accept, isMultiple = false, required = false, onChange } = props;
  return (
    <Labelled
      label={label}
      hint={hint}
      problem={problem}
      field={(ids) => (
        <input
          {...ids}
          type="file"
          accept={accept}
          multiple={isMultiple}
          required={required}
          onChange={({ currentTarget }) => onChange([...(currentTarget.files ?? [])])}
        />
      )}
    />
  );
}

/** The file's content as a data URL, the form in which the API takes pictures and recordings. */
export function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(new Error(file.name)));
    reader.readAsDataURL(file);
  });
}
