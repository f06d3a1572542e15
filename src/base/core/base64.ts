const wrapping = /[\t\n\r ]+/g;

/**
 * Returns base64 without the line breaks and blanks that encoders wrap it with (RFC 2045, section
 * 6.8).
 */
export function unwrapped(text: string): string {
  return /[\t\n\r ]/.test(text) ? text.replaceAll(wrapping, "") : text;
}
