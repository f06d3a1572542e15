import type { Job } from "../job.ts";

/** How other boxes of a fleet may do the jobs of a type: a part of `JobHandler`. */
export interface JobShare {
  /**
   * Name of what the job needs, of letters, digits, `_` and `-`; null for a job that needs something that only this box
   * has.
   */
  needOf(job: Job): string | null;
  /** The needs that this box is set up to meet. */
  needs(): readonly string[];
  /** True while a job with this need could start here; for one organisation, or null for any. */
  isOpen(need: string, org: string | null): boolean;
  /**
   * True when this box does jobs also without, with less in the result: it leaves them to another box only while one
   * that meets the need is up.
   */
  isOptional?: boolean;
}

/** What the fleet says of its other boxes; answers from memory. */
export interface OtherBoxes {
  /** True when jobs of this type are shared at this site. */
  shares(type: Job["type"]): boolean;
  /** True while another box that meets the need is up. */
  meets(need: string): boolean;
}

/** A queued job that another box may do. */
export interface ShareableJob {
  job: Job;
  need: string;
  /** Why it does not run here: the box does not meet the need, cannot at the moment, or all workers are busy. */
  why: "unmet" | "closed" | "busy";
}
