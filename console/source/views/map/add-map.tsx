import { useEffect, useState } from "preact/hooks";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { Button } from "../../parts/button.tsx";
import { NumberField, SelectField, TextField } from "../../parts/field.tsx";
import { dataUrlOf, FilesField } from "../../parts/files-field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { words } from "../../words/words.ts";

type Kind = "grid" | "plan";

/** A point of a floor plan: in fractions of the picture, and in metres where they were typed. */
interface PlanMark {
  image: readonly [number, number];
  map: readonly [number, number];
}

/** Adds a grid from the files of `map_server`, or a floor plan that points place. */
export function AddMap({
  frame: first,
  onClose,
}: {
  frame: string;
  onClose: (isStored: boolean) => void;
}) {
  const { maps: own, robots, common } = words.value;
  const { isRunning, error, run } = useAct();
  const [kind, setKind] = useState<Kind>("grid");
  const [name, setName] = useState("");
  const [frame, setFrame] = useState(first);
  const [level, setLevel] = useState("");
  const [yaml, setYaml] = useState<File | undefined>(undefined);
  const [picture, setPicture] = useState<File | undefined>(undefined);
  const [marks, setMarks] = useState<readonly PlanMark[]>([]);
  const submit = async (): Promise<void> => {
    const isStored = await run(async () => {
      const image = await dataUrlOf(picture!);
      const points = marks.map(({ image: [u, v], map: [x, y] }) => ({
        image: [u, v] as [number, number],
        map: [x, y] as [number, number],
      }));
      await box.robots.createMap({
        name: name.trim(),
        frame,
        level: level === "" ? null : level,
        ...(kind === "grid" ? { grid: { yaml: await yaml!.text(), image } } : {}),
        ...(kind === "plan" ? { plan: { image, points } } : {}),
      });
    });
    if (isStored) onClose(true);
  };
  return (
    <FormDialog
      title={own.addMap}
      isWide
      error={error}
      isBusy={isRunning}
      submitLabel={common.save}
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      <TextField label={common.name} value={name} onChange={setName} maxLength={100} required />
      <div class="fields">
        <SelectField
          label={own.kind}
          value={kind}
          onChange={setKind}
          options={Object.entries(own.mapKinds) as [Kind, string][]}
        />
        <TextField
          label={robots.mapFrame}
          value={frame}
          onChange={setFrame}
          maxLength={64}
          dir="ltr"
          required
        />
        <TextField
          label={own.level}
          hint={common.optional}
          value={level}
          onChange={setLevel}
          maxLength={64}
        />
      </div>
      {kind === "grid" && (
        <FilesField
          label={own.yamlFile}
          accept=".yaml,.yml"
          required
          onChange={([file]) => setYaml(file)}
        />
      )}
      <FilesField
        label={kind === "grid" ? own.gridFile : own.planFile}
        accept={kind === "grid" ? ".pgm,.png" : "image/*,.svg"}
        required
        onChange={([file]) => {
          setPicture(file);
          setMarks([]);
        }}
      />
      {kind === "plan" && picture && (
        <PlanMarks picture={picture} marks={marks} onChange={setMarks} />
      )}
    </FormDialog>
  );
}

function PlanMarks(props: {
  picture: File;
  marks: readonly PlanMark[];
  onChange: (marks: readonly PlanMark[]) => void;
}) {
  const { picture, marks, onChange } = props;
  const { maps: own, robots, common } = words.value;
  const [address, setAddress] = useState<string | undefined>(undefined);
  useEffect(() => {
    const url = URL.createObjectURL(picture);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [picture]);
  const add = (event: MouseEvent & { currentTarget: HTMLElement }): void => {
    const area = event.currentTarget.getBoundingClientRect();
    const u = (event.clientX - area.x) / area.width;
    const v = (event.clientY - area.y) / area.height;
    onChange([...marks, { image: [u, v], map: [0, 0] }]);
  };
  return (
    <div class="stack">
      <p class="hint">{own.planHint}</p>
      {/* A picture has no keys of its own: the fields below take the same values. */}
      <div class="plan-picture" onClick={add}>
        {address !== undefined && <img alt={own.mapKinds.plan} src={address} />}
        {marks.map(({ image: [u, v] }, at) => (
          // A mark is known by its place among them alone.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} class="plan-mark" style={{ left: `${u * 100}%`, top: `${v * 100}%` }}>
            {at + 1}
          </span>
        ))}
      </div>
      {marks.map(({ image, map: [x, y] }, at) => {
        const change = (map: readonly [number, number]): void =>
          onChange(marks.with(at, { image, map }));
        return (
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} class="row orders">
            <strong>{at + 1}</strong>
            <NumberField label="x (m)" value={x} onChange={(next) => change([next ?? 0, y])} />
            <NumberField label="y (m)" value={y} onChange={(next) => change([x, next ?? 0])} />
            <Button
              tone="quiet"
              icon="trash"
              label={`${common.delete} ${at + 1} (${robots.position})`}
              onPress={() => onChange(marks.toSpliced(at, 1))}
            />
          </div>
        );
      })}
    </div>
  );
}
