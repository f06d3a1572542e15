import { useState } from "preact/hooks";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** A secret that is shown this once, with what to do with it. */
export function SecretOnce({ text, secret }: { text: string; secret: string }) {
  const [isCopied, setCopied] = useState(false);
  const { copy, copied } = words.value.common;
  // Browsers offer the clipboard over TLS and on localhost only; the text can be marked anyway.
  const canCopy = window.isSecureContext;
  return (
    <div role="status">
      <Notice tone="warning">
        <span>{text}</span>
        <code class="secret" dir="ltr">
          {secret}
        </code>
        {canCopy && (
          <Button
            onPress={() => {
              void navigator.clipboard.writeText(secret).then(() => setCopied(true));
            }}
          >
            {isCopied ? copied : copy}
          </Button>
        )}
      </Notice>
    </div>
  );
}
