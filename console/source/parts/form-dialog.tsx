import type { ComponentChildren } from "preact";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Problem } from "./notice.tsx";

/**
 * A window with one form: its fields, what the box refused, and the buttons that send it and close it. The page warns
 * before it leaves a changed form.
 */
export function FormDialog(props: {
  title: string;
  isWide?: boolean;
  /** What is wrong beside the problems that stand at their fields. */
  error: unknown;
  /** True while the box works on it. */
  isBusy: boolean;
  /** The words of the button that sends the form. */
  submitLabel: string;
  /** The words of the button that closes it: Cancel when absent. */
  closeLabel?: string;
  onSubmit: () => Promise<void> | void;
  onClose: () => void;
  /** The fields. */
  children: ComponentChildren;
  /** What came of it, above the buttons. */
  result?: ComponentChildren;
}) {
  const { title, isWide = false, error, isBusy, submitLabel, onSubmit, onClose } = props;
  const submit = (event: Event): void => {
    event.preventDefault();
    void onSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose} isWide={isWide}>
      <form data-draft class="stack" onSubmit={submit}>
        {props.children}
        <Problem error={error} />
        {props.result}
        <div class="row">
          <Button tone="main" isBusy={isBusy}>
            {submitLabel}
          </Button>
          <Button onPress={onClose}>{props.closeLabel ?? words.value.common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
