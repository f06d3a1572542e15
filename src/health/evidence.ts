/** Returns the value at the path `a.b[0].c` of `root`; undefined for an unknown path. */
export function valueAt(root: unknown, path: string): unknown {
  const steps = path.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
  let at = root;
  for (const step of steps) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}
