/** Languages spoken where a country's code is not a language of its own, the first one first. */
const fallback = "en";

/**
 * `Accept-Language` for a place: a language tag as it is, a country code with the languages spoken
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

/** `CH`, `de`, `de-CH`, `pt_BR` as a language tag. */
function tagOf(place: string): string | undefined {
  if (/^[A-Z]{2}$/.test(place)) return ofCountry(place);
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(place)) return undefined;
  // Small letters may be either: a language that exists is meant before a country.
  const [tag] = canonical(place.replaceAll("_", "-"));
  const isLanguage = tag !== undefined && nameOf("language", tag.split("-", 1)[0]!) !== undefined;
  return isLanguage ? tag : ofCountry(place.toUpperCase());
}

/** The country whose English name stands last in the text, as `Zurich, Switzerland`. */
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

/** The language most spoken in a country (CLDR likely subtags). */
function ofCountry(code: string): string | undefined {
  // CLDR has a name for the region that is none.
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
