/** Returns `text` percent-decoded; a text with a bare `%` as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
