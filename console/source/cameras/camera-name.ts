import { signal } from "@preact/signals";
import type { Stream } from "../../../client/source/generated.ts";

/** The cameras' names for people by id, as far as the page knows them; `keepNames` fills it. */
const names = signal<ReadonlyMap<string, string>>(new Map());

/** The camera's name for people, or its id. */
export function cameraName(stream: Pick<Stream, "stream_id" | "display_name">): string {
  return stream.display_name ?? stream.stream_id;
}

/** The name for people of the camera `id`, or the id; a component that calls it follows changes. */
export function nameOf(id: string): string {
  return names.value.get(id) ?? id;
}

/** Notes the names of streams. Names of cameras that are gone stay, because incidents still show them. */
export function keepNames(streams: readonly Pick<Stream, "stream_id" | "display_name">[]): void {
  const changed = streams.filter((each) => names.value.get(each.stream_id) !== cameraName(each));
  if (changed.length === 0) return;
  const added = changed.map((each) => [each.stream_id, cameraName(each)] as const);
  names.value = new Map([...names.value, ...added]);
}
