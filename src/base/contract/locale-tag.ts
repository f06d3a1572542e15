import { Type } from "typebox";

/** A language tag in a request: BCP 47, or with `_` as POSIX writes it. */
export function localeTag(description: string) {
  return Type.String({ pattern: "^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8}){0,3}$", description });
}
