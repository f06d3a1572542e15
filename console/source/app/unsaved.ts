import { useEffect, useRef } from "preact/hooks";
import { words } from "../words/words.ts";

/** Forms of the view with changes that are not saved. */
const forms = new Set<symbol>();

window.addEventListener("beforeunload", (event) => {
  if (forms.size > 0) event.preventDefault();
});

/** True when nothing is unsaved, or when the person gives it up now. */
export function mayLeave(): boolean {
  if (forms.size === 0) return true;
  // oxlint-disable-next-line no-alert -- the browser's own question holds every way out of the view
  const isGivenUp = window.confirm(words.value.unsaved.question);
  if (isGivenUp) forms.clear();
  return isGivenUp;
}

/**
 * Asks before the view or the page is left while `isChanged`. The returned function says that nothing is unsaved any
 * more; call it before going elsewhere after saving.
 */
export function useUnsaved(isChanged: boolean): () => void {
  const form = useRef(Symbol("form"));
  useEffect(() => {
    const own = form.current;
    if (isChanged) forms.add(own);
    return () => void forms.delete(own);
  }, [isChanged]);
  return () => void forms.delete(form.current);
}
