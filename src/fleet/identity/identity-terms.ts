/**
 * What a box knows of another one's key: `trusted` the key that it saw first, or that an administrator accepted;
 * `changed` another key than that, which nothing relies on; `none` from a release without keys, or not yet read.
 */
export const identityStates = ["trusted", "changed", "none"] as const;

/** The state of a box's key. */
export type IdentityState = (typeof identityStates)[number];

/** Name of the file with the private key in the data directory. */
export const identityFile = "fleet-identity-key";

/** Keys of other boxes that a box remembers. */
export const maxKnownKeys = 1000;
