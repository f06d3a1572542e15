import { useEffect, useRef, useState } from "preact/hooks";
import { begun, changed, type Edits, redone, undone } from "./edits.ts";

/** A value that is edited, with undo and redo by buttons and keys. */
export interface UndoableState<T> {
  value: T;
  mayUndo: boolean;
  mayRedo: boolean;
  isChanged: boolean;
  /** `about` names the thing that changes: a run of its changes is one step. */
  change(next: (before: T) => T, about: string): void;
  undo(): void;
  redo(): void;
}

/**
 * Keeps the steps of an editor. Ctrl+Z (or Cmd+Z) undoes, with Shift it redoes, and so does Ctrl+Y; in a field they
 * concern its text. Escape calls `onEscape`.
 */
export function useEdits<T>(first: () => T, onEscape: () => void): UndoableState<T> {
  const [edits, setEdits] = useState<Edits<T>>(() => begun(first()));
  const undo = (): void => setEdits(undone);
  const redo = (): void => setEdits(redone);
  const keys = useRef({ onEscape });
  keys.current = { onEscape };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // A window over the page has its own keys.
      if (document.querySelector("dialog[open]")) return;
      if (event.key === "Escape" && !event.defaultPrevented) keys.current.onEscape();
      const isField = event.target instanceof HTMLInputElement && event.target.type === "text";
      if (isField || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) undo();
      else if (key === "y" || key === "z") redo();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return {
    value: edits.now,
    mayUndo: edits.past.length > 0,
    mayRedo: edits.future.length > 0,
    isChanged: edits.past.length > 0,
    change: (next, about) =>
      setEdits((before) => changed(before, next(before.now), { about, atMs: performance.now() })),
    undo,
    redo,
  };
}
