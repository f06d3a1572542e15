/** Most imports that are followed from one sheet. */
const maxImports = 32;
/** Imports stand before all rules; this many characters hold them. */
const lookLength = 65_536;

/** One `@import` of a sheet. */
export interface CssImport {
  address: string;
  media: string;
  /** The cascade layer that receives it; null for none. */
  layer: string | null;
}

/** Returns the imports at the head of a sheet, in order. */
export function importsIn(css: string): CssImport[] {
  const text = css.slice(0, lookLength).replaceAll(/\/\*[\s\S]{0,20000}?\*\//g, " ");
  const found: CssImport[] = [];
  const each =
    /@import\s+(?:url\(\s*)?(?:"([^"]{1,2048})"|'([^']{1,2048})'|([^"'\s;)]{1,2048}))\s*\)?([^;{}]{0,200})/gi;
  for (const [, double, single, bare, rest = ""] of text.matchAll(each)) {
    if (found.length >= maxImports) break;
    const [whole, name] = /^\s*layer(?:\(([^)]*)\))?/i.exec(rest) ?? [];
    const layer = whole === undefined ? null : (name?.trim() ?? `import-${found.length}`);
    const media = rest
      .slice(whole?.length ?? 0)
      .replaceAll(/supports\([^)]*\)/gi, "")
      .trim();
    found.push({ address: (double ?? single ?? bare)!, media, layer });
  }
  return found;
}
