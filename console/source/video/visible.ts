import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/** True while an element is within the window and the page is not hidden. */
export function useVisible(element: RefObject<Element | null>): boolean {
  const [isWithin, setWithin] = useState(false);
  const [isHidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      setWithin(entries.at(-1)!.isIntersecting);
    });
    observer.observe(element.current!);
    const onChange = (): void => setHidden(document.hidden);
    document.addEventListener("visibilitychange", onChange);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", onChange);
    };
  }, []);
  return isWithin && !isHidden;
}
