/** The lines `name=value` of a text as an object; a line without `=` is a name with an empty value. */
export function valuesOf(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...rest] = line.split("=");
      return [name.trim(), rest.join("=").trim()];
    }),
  );
}

/** The object as lines for `valuesOf`. */
export function linesOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}

/** The list without empty words and without spaces around words; undefined for none. */
export function tidyList(list: readonly string[] | undefined): string[] | undefined {
  const words = list?.map((word) => word.trim()).filter((word) => word !== "");
  return words?.length ? words : undefined;
}
