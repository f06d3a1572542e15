/** A time of `xs:duration` with days at most. */
const pattern =
  /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/;

/** Returns an `xs:duration` in milliseconds; undefined for a text of another form, and for years and months. */
export function durationMs(text: string): number | undefined {
  const match = pattern.exec(text.trim());
  if (!match || match[0].endsWith("P") || match[0].endsWith("T")) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

/** As `durationMs`, also for an absolute time (`xs:dateTime`), which counts from `nowMs`; may be negative. */
export function spanMs(text: string, nowMs: number): number | undefined {
  const span = durationMs(text);
  if (span !== undefined) return span;
  const atMs = /^\d{4}-\d\d-\d\dT/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs - nowMs;
}
