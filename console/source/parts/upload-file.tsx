import { useId, useState } from "preact/hooks";
import { useAct } from "../api/act.ts";
import { type Arrived, sendInParts } from "../api/upload.ts";
import { useUnsaved } from "../app/unsaved.ts";
import { bytes, say } from "../words/say.ts";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import { Notice, Problem } from "./notice.tsx";

/** Sends a large file of this computer to the box in parts, with its progress. */
export function UploadFile(props: {
  label: string;
  accept: string;
  address: string;
  /** What the box has of an earlier, unfinished upload. */
  arrived: Arrived | null;
  /** Asks the box again what it has. */
  ask: () => Promise<Arrived | null>;
  isBusy: boolean;
  onSent: () => void;
}) {
  const { upload: own } = words.value;
  const { address, arrived, ask, onSent } = props;
  const fileId = useId();
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<number>();
  const { run, error, isRunning } = useAct();
  useUnsaved(isRunning);
  const send = async (chosen: File): Promise<void> => {
    setSent(0);
    if (await run(() => sendInParts(chosen, { address, arrived: ask }, setSent))) onSent();
    setSent(undefined);
  };
  return (
    <>
      <Problem error={error} />
      {arrived && !isRunning && (
        <Notice>
          {say(own.arrived, {
            name: arrived.name,
            some: bytes(arrived.received_bytes),
            all: bytes(arrived.size_bytes),
          })}
        </Notice>
      )}
      <div class="field">
        <label for={fileId}>{props.label}</label>
        <input
          id={fileId}
          type="file"
          accept={props.accept}
          disabled={isRunning}
          onChange={(event) => setFile(event.currentTarget.files?.[0])}
        />
      </div>
      <div class="row">
        <Button
          isBusy={isRunning}
          isDisabled={props.isBusy || file === undefined}
          onPress={() => void send(file!)}
        >
          {own.send}
        </Button>
      </div>
      {sent !== undefined && file && (
        <div role="status">
          <p>
            {bytes(sent)} / {bytes(file.size)}
          </p>
          <progress class="doctor-progress" aria-label={own.send} max={file.size} value={sent} />
        </div>
      )}
    </>
  );
}
