import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/**
 * Ends the download of a video when its element goes; `source` is what the element has as its key. Otherwise a browser
 * keeps the connection until it collects its garbage, and it has six connections to a host.
 */
export function useReleasedVideo(
  element: RefObject<HTMLVideoElement | null>,
  source: string,
): void {
  useEffect(() => {
    const video = element.current;
    return () => {
      video?.removeAttribute("src");
      video?.load();
    };
  }, [source]);
}
