/** An RTSP request or response (RFC 2326 4) without interleaved data. */
export interface RtspMessage {
  /** First line without its line end. */
  startLine: string;
  /** Names in lower case; a name may come more than once. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
}

/** The first header called `name` (lower case). */
export function header(message: RtspMessage, name: string): string | undefined {
  return message.headers.find(([each]) => each === name)?.[1];
}

/** All headers called `name` (lower case). */
export function headers(message: RtspMessage, name: string): string[] {
  return message.headers.filter(([each]) => each === name).map(([, value]) => value);
}

/** Status of a response; undefined for a request or for anything but RTSP. */
export function statusOf(message: RtspMessage): number | undefined {
  const match = /^RTSP\/\d\.\d (\d{3})(?: |$)/.exec(message.startLine);
  return match ? Number(match[1]) : undefined;
}

/** Method and URI of a request; undefined for a response or for anything but RTSP. */
export function requestOf(message: RtspMessage): { method: string; uri: string } | undefined {
  const match = /^([A-Z_]+) (\S+) RTSP\/\d\.\d$/.exec(message.startLine);
  return match ? { method: match[1]!, uri: match[2]! } : undefined;
}

/** A message as bytes; line breaks in values become spaces, so that no header can be smuggled in. */
export function writeMessage(
  startLine: string,
  fields: readonly (readonly [string, string])[],
  body = "",
): string {
  const lines = [startLine, ...fields.map(([name, value]) => `${name}: ${value}`)];
  if (body !== "") lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.map((line) => line.replace(/[\r\n]+/g, " ")).join("\r\n")}\r\n\r\n${body}`;
}
