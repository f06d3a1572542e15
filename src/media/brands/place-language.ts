/** Main languages of countries whose code is not a language of its own. */
const fallback = "en";

/**
 * Returns `Accept-Language` for a place: a language tag as it is, a country code with the languages spoken
 * there, a country's English name; English for every other text.
 */
export function acceptLanguage(location: string | null): string {
  const place = location?.trim() ?? "";
  if (place === "") return `${fallback};q=0.9, *;q=0.5`;
  const tag = tagOf(place) ?? tagOfName(place);
  if (tag === undefined) return `${fallback};q=0.9, *;q=0.5`;
  const { language } = new Intl.Locale(tag);
  const list = [tag, ...(tag === language ? [] : [`${language};q=0.9`])];
  return [...list, ...(language === fallback ? [] : [`${fallback};q=0.5`]), "*;q=0.3"].join(", ");
}

/** Returns `CH`, `de`, `de-CH`, `pt_BR` as a language tag. */
function tagOf(place: string): string | undefined {
  if (/^[A-Z]{2}$/.test(place)) return ofCountry(place);
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(place)) return undefined;
  // Small letters are ambiguous: an existing language wins over a country.
  const [tag] = canonical(place.replaceAll("_", "-"));
  const isLanguage = tag !== undefined && nameOf("language", tag.split("-", 1)[0]!) !== undefined;
  return isLanguage ? tag : ofCountry(place.toUpperCase());
}

/** Returns the last country that the text names in English, as in `Zurich, Switzerland`. */
function tagOfName(place: string): string | undefined {
  const last = place.split(",").at(-1)!.trim().toLowerCase();
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      if (nameOf("region", code)?.toLowerCase() === last) return ofCountry(code);
    }
  }
  return undefined;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

/** Returns the language most spoken in a country (CLDR likely subtags). */
function ofCountry(code: string): string | undefined {
  // CLDR names the code for an unknown region.
  if (code === "ZZ" || nameOf("region", code) === undefined) return undefined;
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  return `${language}-${code}`;
}

function nameOf(type: "language" | "region", code: string): string | undefined {
  try {
    return new Intl.DisplayNames("en", { type, fallback: "none" }).of(code);
  } catch {
    return undefined;
  }
}

function canonical(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}
