import { useLayoutEffect, useRef } from "preact/hooks";
import { words } from "../words/words.ts";

/** Forms of the view with changes that are not saved. */
const forms = new Set<symbol>();

/** Forms with the attribute `data-draft` in which something was typed since they were last sent. */
const drafts = new Set<HTMLFormElement>();

document.addEventListener("input", ({ target }) => {
  const form = target instanceof Element && target.closest<HTMLFormElement>("form[data-draft]");
  if (form) drafts.add(form);
});
document.addEventListener("submit", ({ target }) => void drafts.delete(target as HTMLFormElement));

window.addEventListener("beforeunload", (event) => {
  if (isUnsaved()) event.preventDefault();
});

function isUnsaved(): boolean {
  for (const form of drafts) if (!form.isConnected) drafts.delete(form);
  return forms.size + drafts.size > 0;
}

/** True when nothing is unsaved, or when the person gives it up now. */
export function mayLeave(): boolean {
  if (!isUnsaved()) return true;
  // oxlint-disable-next-line no-alert -- the browser's own question holds every way out of the view
  const isGivenUp = window.confirm(words.value.unsaved.question);
  if (isGivenUp) {
    forms.clear();
    drafts.clear();
  }
  return isGivenUp;
}

/**
 * Asks before the view or the page is left while `isChanged`. The returned function says that nothing is unsaved any
 * more; call it before going elsewhere after saving.
 */
export function useUnsaved(isChanged: boolean): () => void {
  const form = useRef(Symbol("form"));
  // Before the browser shows the change: a person who sees it may leave at once.
  useLayoutEffect(() => {
    const own = form.current;
    if (isChanged) forms.add(own);
    return () => void forms.delete(own);
  }, [isChanged]);
  return () => void forms.delete(form.current);
}
