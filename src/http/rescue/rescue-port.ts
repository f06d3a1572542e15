/** A copy or backup that the rescue page can restore. */
export interface RescueSource {
  /** Value of the page's form: `copy`, or the name of a backup's file. */
  id: string;
  title: string;
}

/** Progress of the restore of the rescue page. */
export interface RescueState {
  state: "idle" | "running" | "done" | "failed";
  /** The source of the last restore; null before the first. */
  source: string | null;
  stage: string | null;
  /** Bytes of the archive read in this stage. */
  bytes: number;
  /** The reason why the last restore failed; null otherwise. */
  problem: string | null;
}

/** The restore behind the rescue page. */
export interface RescueRestorer {
  /** Returns the possible sources, the best first; at most 50. */
  sources(): Promise<readonly RescueSource[]>;
  describe(): RescueState;
  /**
   * Begins the restore. Fails with `invalid_rescue_code` or `rate_limited` for the code, with
   * `not_found` for a source that `sources` does not list, and with `conflict` while a restore
   * runs.
   */
  begin(request: { code: string; source: string; address: string }): Promise<void>;
}
