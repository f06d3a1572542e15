import { useState } from "preact/hooks";
import { box } from "../../../api/box.ts";
import type { Arrived } from "../../../api/upload.ts";
import { useUnsaved } from "../../../app/unsaved.ts";
import { Button } from "../../../parts/button.tsx";
import { CheckField, TextField } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { UploadFile } from "../../../parts/upload-file.tsx";
import { bytes, say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";

const minPassphrase = 12;

/** Makes a backup now. */
export function MakeBackup(props: {
  room: number;
  isBusy: boolean;
  onMake: (body: { with?: "recordings"[]; passphrase?: string }) => void;
}) {
  const { backup: own } = words.value;
  const [isAll, setAll] = useState(false);
  const [passphrase, setPassphrase] = useState("");
  const isShort = passphrase !== "" && passphrase.length < minPassphrase;
  useUnsaved(passphrase !== "");
  return (
    <Section title={own.make}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          props.onMake({
            ...(isAll ? { with: ["recordings"] as const } : {}),
            ...(passphrase === "" ? {} : { passphrase }),
          } as Parameters<typeof props.onMake>[0]);
          setPassphrase("");
        }}
      >
        <CheckField
          label={own.allRecordings}
          value={isAll}
          onChange={setAll}
          hint={own.allRecordingsHint}
        />
        <TextField
          label={own.passphrase}
          type="password"
          autocomplete="new-password"
          value={passphrase}
          onChange={setPassphrase}
          hint={own.passphraseHint}
          dir="ltr"
        />
        <div class="row">
          <Button tone="main" isBusy={props.isBusy} isDisabled={isShort || props.room === 0}>
            {own.makeNow}
          </Button>
          <span class="quiet-text">{say(own.room, { size: bytes(props.room) })}</span>
        </div>
      </form>
    </Section>
  );
}

/** Receives a backup from this computer. */
export function ReceiveBackup(props: {
  isBusy: boolean;
  arrived: Arrived | null;
  onSent: () => void;
}) {
  const { backup: own } = words.value;
  return (
    <Section title={own.receive}>
      <p class="hint">{own.receiveHint}</p>
      <UploadFile
        label={own.file}
        accept=".tar"
        address="/api/v1/system/backups/upload"
        arrived={props.arrived}
        ask={async () => (await box.system.getBackups()).data.upload}
        isBusy={props.isBusy}
        onSent={props.onSent}
      />
    </Section>
  );
}
