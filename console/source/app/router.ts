import { signal } from "@preact/signals";
import { mayLeave } from "./unsaved.ts";

/** Where the page is: what follows the `#` of its address. */
export interface Place {
  path: string;
  query: URLSearchParams;
}

function read(): Place {
  const [path = "", query = ""] = location.hash.slice(1).split("?", 2);
  return { path: path === "" ? "/" : path, query: new URLSearchParams(query) };
}

/** Where the page is now. */
export const place = signal<Place>(read());
/** What the address was before a change that the person took back. */
let shownHash = location.hash;
window.addEventListener("hashchange", () => {
  if (location.hash === shownHash) return;
  if (mayLeave()) {
    shownHash = location.hash;
    place.value = read();
  } else rewrite(shownHash === "" ? "#/" : shownHash);
});

/** Changes the address without a way back. */
function rewrite(address: string): void {
  history.replaceState(null, "", address);
  shownHash = location.hash;
  place.value = read();
}

/** Goes to the start, without a way back to the present address and what its query holds. */
export function restart(): void {
  rewrite("/#/");
}

/** The address of a place, for links; `{name}` parts are the caller's to encode with `part`. */
export function href(path: string, query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString();
  return `#${path}${text === "" ? "" : `?${text}`}`;
}

/**
 * Goes to a place. With `replace` the browser's way back leaves the present one out; that does nothing once the person
 * has gone elsewhere and the page has not followed yet.
 */
export function go(
  path: string,
  { query = {}, replace = false }: { query?: Record<string, string>; replace?: boolean } = {},
): void {
  const target = href(path, query);
  if (!replace) location.hash = target;
  else if (location.hash === shownHash && mayLeave()) rewrite(target);
}

/**
 * Changes the query of the view that is shown at `path`. Does nothing once the person has gone elsewhere, also when the
 * page has not followed yet: a view that writes its state with a delay takes nobody back. With `replace` the browser's
 * way back leaves the present query out.
 */
export function setQuery(
  path: string,
  { query, replace }: { query: Record<string, string>; replace: boolean },
): void {
  if (location.hash === shownHash && place.value.path === path) go(path, { query, replace });
}

/** The parameters of `path` by a pattern such as `/cameras/:id`; undefined when it does not fit. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const patternParts = pattern.split("/");
  const pathParts = path.split("/");
  if (patternParts.length !== pathParts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of patternParts.entries()) {
    const value = pathParts[index]!;
    if (part.startsWith(":")) params[part.slice(1)] = decode(value);
    else if (part !== value) return undefined;
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
