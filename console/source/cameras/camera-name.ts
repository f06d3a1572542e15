import type { Stream } from "../../../client/source/generated.ts";

/** The camera's name for people, or its id. */
export function cameraName(stream: Pick<Stream, "stream_id" | "display_name">): string {
  return stream.display_name ?? stream.stream_id;
}
