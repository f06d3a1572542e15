import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { box } from "../api/box.ts";
import { useLoad } from "../api/load.ts";
import { words } from "../words/words.ts";
import { may, session } from "./session.ts";

const keyNames = signal<ReadonlyMap<string, string>>(new Map());
/** Reads the names of programs' keys for `authorName`, where this user may see what they did. */
export function useKeyNames(): void {
  const { data } = useLoad(
    async (signal) =>
      may("surveillance:read") ? (await box.keys.getNames({ signal })).data.names : undefined,
    [],
  );
  useEffect(() => {
    if (data) keyNames.value = new Map(data.map(({ id, name }) => [id, name]));
  }, [data]);
}

/** Who commands a robot: `you`, the name that the box noted, or the id. */
export function holderName(id: string, name: string | null): string {
  const now = session.value;
  const isOwn = typeof now === "object" && now.key_id === id;
  return isOwn ? words.value.robots.you : (name ?? id);
}

/**
 * Who did something: a person's name, `you` for this session's key, or another key's name; the id of a key that is
 * gone.
 */
export function authorName(by: string): string {
  const now = session.value;
  if (typeof now === "object" && now.key_id === by) return words.value.robots.you;
  return keyNames.value.get(by) ?? by;
}
