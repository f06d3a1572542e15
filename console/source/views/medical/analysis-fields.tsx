import { Button } from "../../parts/button.tsx";
import { NumberField, SelectField, TextAreaField, TextField } from "../../parts/field.tsx";
import { FilesField } from "../../parts/files-field.tsx";
import { ListField } from "../../parts/list-field.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { type Draft, type FieldSpec, newDraft } from "./operations.ts";

interface AnalysisFieldsProps {
  fields: readonly FieldSpec[];
  value: Draft;
  onChange: (value: Draft) => void;
}

/** The fields of an operation, as its table describes them. */
export function AnalysisFields({ fields, value, onChange }: AnalysisFieldsProps) {
  return (
    <div class="fields">
      {fields.map((field) => (
        <AnyField
          key={field.name}
          field={field}
          value={value[field.name]}
          onChange={(changed) => onChange({ ...value, [field.name]: changed })}
        />
      ))}
    </div>
  );
}

interface AnyFieldProps<F extends FieldSpec = FieldSpec> {
  field: F;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** The name of a field or a result for people; a name without words stays readable. */
export function medicalName(name: string): string {
  const { fields, results } = words.value.clinical;
  const known: Readonly<Record<string, string>> = { ...results, ...fields };
  return known[name] ?? name.replaceAll("_", " ");
}

/** One of the box's own words in the reader's language; any other text as it is. */
export function optionName(text: string): string {
  const known: Readonly<Record<string, string>> = words.value.clinical.options;
  return known[text] ?? text;
}

function AnyField(props: AnyFieldProps) {
  const { field, onChange } = props;
  const label = medicalName(field.name);
  switch (field.kind) {
    case "group":
      return (
        <fieldset class="choices nested">
          <legend>{label}</legend>
          <AnalysisFields
            fields={field.fields}
            value={(props.value ?? {}) as Draft}
            onChange={onChange}
          />
        </fieldset>
      );
    case "rows":
      return <Rows field={field} value={props.value} onChange={onChange} />;
    case "number":
      return (
        <NumberField
          label={label}
          value={props.value as number | undefined}
          onChange={onChange}
          required={field.isRequired ?? false}
          {...(field.least === undefined ? {} : { min: field.least })}
          {...(field.most === undefined ? {} : { max: field.most })}
        />
      );
    case "file":
      return (
        <FilesField
          label={label}
          accept={field.accept}
          required
          onChange={([file]) => onChange(file)}
        />
      );
    case "words":
      return (
        <ListField
          label={label}
          hint={words.value.clinical.commas}
          value={props.value as string[] | undefined}
          onChange={onChange}
        />
      );
    case "yes":
    case "choice":
      return <Choice field={field} value={props.value} onChange={onChange} />;
    default:
      return <Text field={field} value={props.value} onChange={onChange} />;
  }
}

function Choice({
  field,
  value,
  onChange,
}: AnyFieldProps<Extract<FieldSpec, { kind: "yes" | "choice" }>>) {
  const own = words.value.clinical;
  if (field.kind === "yes") {
    return (
      <SelectField
        label={medicalName(field.name)}
        value={value === undefined ? "" : value === true ? "yes" : "no"}
        onChange={(chosen) => onChange(chosen === "" ? undefined : chosen === "yes")}
        options={[
          ["", "–"],
          ["yes", own.yes],
          ["no", words.value.common.no],
        ]}
      />
    );
  }
  return (
    <SelectField
      label={medicalName(field.name)}
      value={(value ?? "") as string}
      onChange={(chosen) => onChange(chosen === "" ? undefined : chosen)}
      options={[
        ...(field.isRequired ? [] : [["", "–"] as const]),
        ...field.options.map(
          (option) => [option, optionName(option).replaceAll("_", " ")] as const,
        ),
      ]}
    />
  );
}

function Text({
  field,
  value,
  onChange,
}: AnyFieldProps<Extract<FieldSpec, { kind: "text" | "note" | "date" | "answers" }>>) {
  const label = medicalName(field.name);
  const text = (value ?? "") as string;
  if (field.kind === "answers") {
    const { count, most } = field;
    return (
      <TextField
        label={label}
        hint={say(words.value.clinical.answers, { count, most })}
        dir="ltr"
        pattern={`([0-${most}]\\s*){${count}}`}
        value={text}
        onChange={onChange}
      />
    );
  }
  const required = field.isRequired ?? false;
  const most = field.most === undefined ? {} : { maxLength: field.most };
  if (field.kind === "note") {
    return (
      <div class="nested">
        <TextAreaField
          label={label}
          required={required}
          {...most}
          value={text}
          onChange={onChange}
        />
      </div>
    );
  }
  const type = field.kind === "date" ? "date" : "text";
  return (
    <TextField
      label={label}
      type={type}
      required={required}
      {...most}
      value={text}
      onChange={onChange}
    />
  );
}

function Rows({ field, value, onChange }: AnyFieldProps<Extract<FieldSpec, { kind: "rows" }>>) {
  const { common, clinical: own } = words.value;
  const rows = (value ?? []) as readonly Draft[];
  const label = medicalName(field.name);
  return (
    <fieldset class="choices nested">
      <legend>{label}</legend>
      {rows.map((row, index) => (
        <fieldset key={index} class="choices nested">
          <legend>{index + 1}</legend>
          <AnalysisFields
            fields={field.fields}
            value={row}
            onChange={(changed) => onChange(rows.with(index, changed))}
          />
          {!(field.isRequired && rows.length === 1) && (
            <Button
              icon="trash"
              tone="quiet"
              label={`${common.delete}: ${label} ${index + 1}`}
              onPress={() => onChange(rows.toSpliced(index, 1))}
            />
          )}
        </fieldset>
      ))}
      <Button icon="plus" onPress={() => onChange([...rows, newDraft(field.fields)])}>
        {say(own.addRow, { name: label })}
      </Button>
    </fieldset>
  );
}
