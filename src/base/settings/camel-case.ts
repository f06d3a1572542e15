type CamelName<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : S;

/** `T` with every snake_case property renamed to camelCase, at every depth, and read-only. */
export type CamelCased<T> = T extends readonly (infer Item)[]
  ? readonly CamelCased<Item>[]
  : T extends object
    ? { readonly [K in keyof T as K extends string ? CamelName<K> : K]: CamelCased<T[K]> }
    : T;

function camelName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Renames properties of plain data from the file's snake_case to the program's camelCase. */
export function camelCased<T>(value: T): CamelCased<T> {
  return renamed(value) as CamelCased<T>;
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [camelName(name), renamed(inner)]),
  );
}
