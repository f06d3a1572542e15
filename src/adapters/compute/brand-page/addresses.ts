/** Returns an address as an absolute https URL without its fragment; null for anything else. */
export function httpsAddress(text: string | undefined, base: string): string | null {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "" || trimmed.length > 2048 || !URL.canParse(trimmed, base)) return null;
  const url = new URL(trimmed, base);
  // Old pages name their files by http; today's servers speak https.
  if (url.protocol === "http:" && url.port === "") url.protocol = "https:";
  if (url.protocol !== "https:") return null;
  url.hash = "";
  return url.href;
}
