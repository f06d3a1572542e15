/**
 * Returns the one range of a Range header (RFC 9110 14.2), both ends inclusive. Undefined for no
 * range and for one that the server may ignore: several ranges, other units, malformed.
 */
export function byteRange(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | "unsatisfiable" | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const [, first = "", last = ""] = match;
  if (first === "") {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? "unsatisfiable" : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start < sizeBytes ? { start, end } : "unsatisfiable";
}
