import { createHash } from "node:crypto";

/** A place in the logs of all boxes: what a reader of the events of a site has. */
export interface SitePosition {
  /** Wall time from which on boxes without a position count, Unix seconds. */
  sinceSec: number;
  /** Position in each known log, by the key of the log. */
  seqs: ReadonlyMap<string, number>;
}

/** Logs in one place at most; more than a fleet has boxes. */
const maxLogs = 40;
const keyLength = 8;
const pattern = /^site~([0-9a-z]{1,8})((?:~[A-Za-z0-9_-]{8}[0-9a-z]{1,11})*)$/;

/** The key of a log in ids of events: short, and another one when the box has a new log. */
export function logKeyOf(boxId: string, epoch: string): string {
  const digest = createHash("sha256").update(`${boxId} ${epoch}`).digest("base64url");
  return digest.slice(0, keyLength);
}

/** Returns the id of an event that stands for this place: `site~<seconds>~<log><position>…`. */
export function formatSitePosition({ sinceSec, seqs }: SitePosition): string {
  const logs = [...seqs].map(([key, seq]) => `~${key}${seq.toString(36)}`);
  return `site~${sinceSec.toString(36)}${logs.join("")}`;
}

/** Parses such an id; undefined for any other text. */
export function parseSitePosition(text: string): SitePosition | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const logs = match[2] === "" ? [] : match[2]!.slice(1).split("~");
  if (logs.length > maxLogs) return undefined;
  const seqs = logs.map((each): [string, number] => [
    each.slice(0, keyLength),
    Number.parseInt(each.slice(keyLength), 36),
  ]);
  if (seqs.some(([, seq]) => !Number.isSafeInteger(seq))) return undefined;
  return { sinceSec: Number.parseInt(match[1]!, 36), seqs: new Map(seqs) };
}
