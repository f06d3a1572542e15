import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";

/** A window over the page: it holds the focus, closes with Escape, and gives the focus back. */
export function Dialog(props: {
  title: string;
  onClose: () => void;
  isWide?: boolean;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={props.isWide ? "dialog wide" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{props.title}</h2>
        <Button
          tone="quiet"
          icon="close"
          label={words.value.common.close}
          onPress={props.onClose}
        />
      </div>
      {props.children}
    </dialog>
  );
}
