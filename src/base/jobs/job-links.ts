import type { Job, Json, JsonObject } from "./job.ts";

/** Members that hold addresses are called so. */
const linkName = /_url$/;
const ownPath = "/api/v1/";

/** How this box is called now, by its clients. */
export interface OwnAddresses {
  /** What every address begins with, without a slash at the end. */
  publicUrl(): string;
  /** The path of one of the organisation's files as it opens now; any other path as it is. */
  signed(org: string, path: string): string;
}

/**
 * Addresses of this box in what jobs have made: a job is kept longer than an address of the box may hold
 * (a new name, TLS, another lease, a backup put on another box). They are stored without their beginning,
 * and get the present one, and a signature of the present key, when the job is read.
 */
export class JobLinks {
  readonly #own: OwnAddresses;

  constructor(own: OwnAddresses) {
    this.#own = own;
  }

  /** The job as it is stored. */
  stored(job: Job): Job {
    const base = this.#own.publicUrl();
    const own = base + ownPath;
    return changed(job, (url) => (url.startsWith(own) ? url.slice(base.length) : url));
  }

  /** The stored job as it is shown. */
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

/** The value itself where nothing in it changes. */
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
