/** Result of the last attempt to copy the store. */
export const storeCopyStates = ["none", "ok", "disk_low", "unsound", "failed"] as const;
