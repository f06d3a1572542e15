import { words } from "../words/words.ts";
import { Button } from "./button.tsx";

/** The buttons at the end of a form outside a dialog: Save, which sends the form, and Cancel. */
export function SaveButtons(props: {
  /** True while the box works on it. */
  isBusy: boolean;
  /** True while the form cannot be sent. */
  isDisabled: boolean;
  onCancel: () => void;
}) {
  const { common } = words.value;
  return (
    <div class="row">
      <Button tone="main" isBusy={props.isBusy} isDisabled={props.isDisabled}>
        {common.save}
      </Button>
      <Button onPress={props.onCancel}>{common.cancel}</Button>
    </div>
  );
}
