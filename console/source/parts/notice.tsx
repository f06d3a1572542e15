import type { ComponentChildren } from "preact";
import { explain } from "../api/explain.ts";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";

/** What a notice or badge says by its colour, beside its words. */
export type Tone = "neutral" | "good" | "info" | "warning" | "critical";

/** A sentence in a box of its own. */
export function Notice({
  tone = "neutral",
  children,
}: {
  tone?: Tone;
  children: ComponentChildren;
}) {
  return <div class={`notice ${tone}`}>{children}</div>;
}

/** What went wrong, read out at once; nothing while nothing is wrong. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div role="alert" class="problem">
      {error !== undefined && (
        <div class="notice critical">
          <p>{explain(error)}</p>
          {onRetry && <Button onPress={onRetry}>{words.value.common.retry}</Button>}
        </div>
      )}
    </div>
  );
}

/** What the box could not do, in its English sentences; nothing where it could do everything. */
export function MissingParts({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>{words.value.common.missing}</p>
      <ul lang="en" dir="auto">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** A word with a colour. */
export function Badge({
  tone = "neutral",
  children,
}: {
  tone?: Tone;
  children: ComponentChildren;
}) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** What stands where a list is empty or still being read. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

/** Says that something is being read. */
export function Loading() {
  return <Empty>{words.value.common.loading}</Empty>;
}
