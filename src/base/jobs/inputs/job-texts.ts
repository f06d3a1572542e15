import type { JobStatus, JobType } from "../job-terms.ts";

/** A job in the form of an answer, as JSON ready to send. */
export interface JobText {
  status: JobStatus;
  type: JobType;
  createdAtMs: number;
  json: string;
}

const maxTexts = 1000;
const maxCharacters = 4 * 1024 * 1024;

/**
 * Cache of recently read jobs as JSON: clients poll the same few. At most 1000 and 4 Mi characters;
 * the oldest are dropped first. Code that changes or removes a job calls `forget` once the change
 * is durable.
 */
export class JobTexts {
  readonly #held = new Map<string, JobText>();
  #characters = 0;

  get(org: string, id: string): JobText | undefined {
    return this.#held.get(nameOf(org, id));
  }

  hold(org: string, id: string, text: JobText): void {
    this.forget(org, id);
    this.#held.set(nameOf(org, id), text);
    this.#characters += text.json.length;
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= maxTexts && this.#characters <= maxCharacters) return;
      this.#drop(oldest);
    }
  }

  forget(org: string, id: string): void {
    this.#drop(nameOf(org, id));
  }

  #drop(name: string): void {
    this.#characters -= this.#held.get(name)?.json.length ?? 0;
    this.#held.delete(name);
  }
}

/** Organisation ids contain no slash. */
function nameOf(org: string, id: string): string {
  return `${org}/${id}`;
}
