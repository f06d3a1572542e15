/** `T` in which each field that may be undefined is optional and never undefined. */
export type OmitUndefined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Returns a shallow copy of `fields` without undefined fields, for objects with optional fields: `{
 * name, ...omitUndefined({ language, greeting }) }`.
 */
export function omitUndefined<const T extends object>(fields: T): OmitUndefined<T> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as OmitUndefined<T>;
}
