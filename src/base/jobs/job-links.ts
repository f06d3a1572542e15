import type { Job, Json, JsonObject } from "./job.ts";

/** Names of members that hold addresses. */
const linkName = /_url$/;
const ownPath = "/api/v1/";

/** The present addresses of this box for its clients. */
export interface OwnAddresses {
  /** The beginning of every address, without a slash at the end. */
  publicUrl(): string;
  /**
   * Returns the path of one of the organisation's files with a present signature; any other path
   * unchanged.
   */
  signed(org: string, path: string): string;
}

/**
 * Addresses of this box in the results of jobs. A job outlives an address of the box (a new name,
 * TLS, another lease, a backup restored on another box), so the store holds addresses without their
 * beginning, and a read adds the present one and a signature by the present key.
 */
export class JobLinks {
  readonly #own: OwnAddresses;

  constructor(own: OwnAddresses) {
    this.#own = own;
  }

  /** Returns the job as stored. */
  stored(job: Job): Job {
    const base = this.#own.publicUrl();
    const own = base + ownPath;
    return changed(job, (url) => (url.startsWith(own) ? url.slice(base.length) : url));
  }

  /** Returns the stored job as answers show it. */
  opened(job: Job): Job {
    const own = this.#own;
    const base = own.publicUrl();
    return changed(job, (url) => (url.startsWith(ownPath) ? base + own.signed(job.org, url) : url));
  }
}

function changed(job: Job, change: (url: string) => string): Job {
  const payload = within(job.payload, change) as JsonObject;
  const resultUrl = job.resultUrl && change(job.resultUrl);
  const isSame = payload === job.payload && resultUrl === job.resultUrl;
  return isSame ? job : { ...job, payload, resultUrl };
}

/** Returns the same value where nothing in it changes. */
function within(value: Json, change: (url: string) => string): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) {
    const items = value.map((item) => within(item, change));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  const before = Object.entries(value);
  const after = before.map(([name, member]): [string, Json] => {
    const isLink = typeof member === "string" && linkName.test(name);
    return [name, isLink ? change(member) : within(member, change)];
  });
  const isSame = after.every(([, member], at) => member === before[at]![1]);
  return isSame ? value : Object.fromEntries(after);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
