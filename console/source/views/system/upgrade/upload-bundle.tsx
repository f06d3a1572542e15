import type { Upgrade } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { Section } from "../../../parts/page.tsx";
import { UploadFile } from "../../../parts/upload-file.tsx";
import { words } from "../../../words/words.ts";

/** Receives a release bundle from this computer. */
export function UploadBundle({ of, onSent }: { of: Upgrade; onSent: () => void }) {
  const { upgrade: own } = words.value;
  return (
    <Section title={own.upload}>
      <p class="hint">{own.uploadHint}</p>
      <UploadFile
        label={own.file}
        accept=".bundle"
        address="/api/v1/system/upgrade/upload"
        arrived={of.upload}
        ask={async () => (await box.system.getUpgrade()).data.upload}
        isBusy={false}
        onSent={onSent}
      />
    </Section>
  );
}
