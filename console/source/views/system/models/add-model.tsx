import { useId, useState } from "preact/hooks";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { sendBytes } from "../../../api/upload.ts";
import { Button } from "../../../parts/button.tsx";
import { SelectField, TextField } from "../../../parts/field.tsx";
import { Problem } from "../../../parts/notice.tsx";
import { Section } from "../../../parts/page.tsx";
import { bytes } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";

const heads = ["yolox", "nanodet", "picodet", "detr"] as const;
type Head = (typeof heads)[number];

/** Installs a model from this computer, or from a folder of the box such as a USB stick. */
export function AddModel({ isBusy, onSent }: { isBusy: boolean; onSent: () => void }) {
  const { models: own } = words.value;
  const fileId = useId();
  const [file, setFile] = useState<File>();
  const [path, setPath] = useState("");
  const [head, setHead] = useState<Head>("yolox");
  const [labels, setLabels] = useState("person");
  const { run, error, isRunning } = useAct();
  const [sent, setSent] = useState<number>();
  const send = async (work: () => Promise<unknown>): Promise<void> => {
    if (await run(work)) onSent();
  };
  const card = { head, labels };
  const upload = async (): Promise<void> => {
    setSent(0);
    await send(() => uploadModel(file!, card, setSent));
    setSent(undefined);
  };
  return (
    <Section title={own.add}>
      <p class="hint">{own.addHint}</p>
      <Problem error={error} />
      <div class="field">
        <label for={fileId}>{own.file}</label>
        <input
          id={fileId}
          type="file"
          accept=".onnx"
          onChange={(event) => setFile(event.currentTarget.files?.[0])}
        />
      </div>
      <SelectField
        label={own.head}
        value={head}
        onChange={setHead}
        options={heads.map((one) => [one, one] as const)}
      />
      <TextField label={own.labels} value={labels} onChange={setLabels} dir="ltr" />
      <Button
        isBusy={isRunning}
        isDisabled={isBusy || file === undefined}
        onPress={() => void upload()}
      >
        {own.upload}
      </Button>
      {sent !== undefined && file && (
        <div role="status">
          <p>
            {bytes(sent)} / {bytes(file.size)}
          </p>
          <progress class="doctor-progress" aria-label={own.upload} max={file.size} value={sent} />
        </div>
      )}
      <TextField label={own.path} value={path} onChange={setPath} hint={own.pathHint} dir="ltr" />
      <Button
        isBusy={isRunning}
        isDisabled={isBusy || path === ""}
        onPress={() => void send(() => box.surveillance.createModel({ path }))}
      >
        {own.install}
      </Button>
    </Section>
  );
}

/** Sends an ONNX file for installation; `labels` are class names with commas between them. */
async function uploadModel(
  file: File,
  card: { head: Head; labels: string },
  onSent: (bytes: number) => void,
): Promise<void> {
  const stem = file.name.replace(/\.onnx$/i, "").toLowerCase();
  const name = stem.replaceAll(/[^a-z0-9._-]+/g, "-");
  const query = new URLSearchParams({ name, ...card });
  const address = `/api/v1/surveillance/models/upload?${query}`;
  await sendBytes({ method: "POST", address, body: file }, onSent);
}
