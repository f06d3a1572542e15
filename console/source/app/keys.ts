import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

const storageKey = "gatehouse.shortcuts";

/** True while single keys work; people who dictate switch them off. */
export const shortcutsOn = signal(localStorage.getItem(storageKey) !== "off");

/** Switches single keys on or off, also for the next visit with this browser. */
export function setShortcuts(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? "on" : "off");
  shortcutsOn.value = isOn;
}

/** What each key does, by `KeyboardEvent.key`. */
export type Keys = Readonly<Record<string, () => void>>;

/** Listens for single keys while the component is mounted, except in fields. */
export function useKeys(keys: Keys): void {
  const newest = useRef(keys);
  newest.current = keys;
  // Before the browser handles the next key, which may come before it paints.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!shortcutsOn.value || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event) || document.querySelector("dialog[open]")) return;
      const run = newest.current[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/** A checkbox keeps its focus after a click, and takes the space bar alone. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("input[type=checkbox]")) return key === " ";
  return target.closest("input, select, textarea") !== null;
}
