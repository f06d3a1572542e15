import { type TSchema, Type } from "typebox";

/** When a changed setting comes into force: at once (`live`), or with the next start (`restart`). */
export type Applies = "live" | "restart";

/** The description of a setting; the source of `docs/install/configuration.md` and of error messages. */
export type About = {
  title: string;
  /** Unit of a number, as a technician writes it: `seconds`, `days`, `requests per minute`. */
  unit?: string;
  /** That of the section when absent. */
  applies?: Applies;
};

const closed = { additionalProperties: false } as const;

/** A section: an object without unknown keys. `applies` holds for its settings that do not name their own. */
export function section<P extends Record<string, TSchema>>(
  title: string,
  ...[applies, properties]: [applies: Applies, properties: P] | [properties: P]
) {
  return typeof applies === "string"
    ? Type.Object(properties!, { title, applies, ...closed })
    : Type.Object(applies, { title, ...closed });
}

/** A whole number in a range. */
export function count(about: About & { default: number; minimum: number; maximum: number }) {
  return Type.Integer(about);
}

/** A number in a range. */
export function amount(about: About & { default: number; minimum: number; maximum: number }) {
  return Type.Number(about);
}

/** A string that is not empty. */
export function text(about: About & { default: string; pattern?: string; maxLength?: number }) {
  return Type.String({ minLength: 1, maxLength: 4096, ...about });
}

/** True or false. */
export function flag(about: About & { default: boolean }) {
  return Type.Boolean(about);
}

/** A list of strings; empty when absent. */
export function texts(about: About & { default?: string[] }) {
  return Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), {
    default: [],
    maxItems: 200,
    ...about,
  });
}

/** One of the given words. */
export function choice<const V extends readonly string[]>(
  values: V,
  about: About & { default: V[number] },
) {
  return Type.Unsafe<V[number]>({ type: "string", enum: [...values], ...about });
}

/** Organisation of a configured item; `default` when absent. */
export function organisationSetting(title: string, about: { applies?: Applies } = {}) {
  return Type.String({
    title,
    ...about,
    default: "default",
    minLength: 1,
    pattern: "^[a-z][a-z0-9-]{0,31}$",
  });
}
