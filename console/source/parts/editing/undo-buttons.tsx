import { words } from "../../words/words.ts";
import { Button } from "../button.tsx";
import type { UndoableState } from "./use-edits.ts";

/** The buttons that undo a change of an editor and bring it back. */
export function UndoButtons({ edits }: { edits: Omit<UndoableState<unknown>, "change"> }) {
  const { unsaved: own } = words.value;
  return (
    <>
      <Button
        icon="undo"
        label={own.undo}
        shortcut="Control+Z"
        isDisabled={!edits.mayUndo}
        onPress={edits.undo}
      />
      <Button
        icon="redo"
        label={own.redo}
        shortcut="Control+Shift+Z"
        isDisabled={!edits.mayRedo}
        onPress={edits.redo}
      />
    </>
  );
}
