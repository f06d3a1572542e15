/**
 * The right of this box to command a machine that several boxes of a site know. A fence is about one holding period: once
 * it has closed, it stays closed.
 */
export interface Fence {
  /** Revision of the lease; greater than that of every earlier holder. 0 where the box has no lease. */
  readonly revision: number;
  /** True while the box may send commands. */
  mayCommand(): boolean;
  /** True while it may still stop the machine; ends after `mayCommand`, before another box may begin. */
  mayStop(): boolean;
  /** Why it may not, in words for the caller, without a period. */
  problem(): string;
  /**
   * Calls back once when `mayStop` has ended because the box lost its right: what it sent and is still under way must not
   * arrive any more. Never where the box gave the machine up itself.
   */
  onLost(run: () => void): void;
}
