import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { box } from "../api/box.ts";
import { useLoad } from "../api/load.ts";
import { pageMax, readAll } from "../api/pages.ts";
import { words } from "../words/words.ts";
import { may, session } from "./session.ts";

const keyNames = signal<ReadonlyMap<string, string>>(new Map());
/** A site has some dozens of keys. */
const maxPages = 5;

/** Reads the names of programs' keys for `authorName`, where this user may read them. */
export function useKeyNames(): void {
  const { data } = useLoad(async (stop) => {
    if (!may("keys:admin")) return undefined;
    return await readAll(
      (after) => box.keys.listKeys({ limit: pageMax, ...after }, { signal: stop }),
      stop,
      maxPages,
    );
  }, []);
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
 * Who did something: a person's name, `you` for this session's key, or another key's name; the id of a key whose
 * name this user may not read.
 */
export function authorName(by: string): string {
  const now = session.value;
  if (typeof now === "object" && now.key_id === by) return words.value.robots.you;
  return keyNames.value.get(by) ?? by;
}
