/** Bounds of accounts. */
export const personLimits = {
  nameMax: 100,
  /** In characters; NIST SP 800-63B asks for at least 8 and to take at least 64. */
  passwordMin: 10,
  passwordMax: 200,
  camerasMax: 1000,
  passkeysMax: 10,
  /** Accounts of one organisation. */
  peopleMax: 500,
  /** Life of an invitation, in seconds. */
  invitationDefaultSec: 3 * 86_400,
  invitationMaxSec: 14 * 86_400,
  /** Open invitations of one organisation. */
  invitationsMax: 100,
} as const;

/** The presets that people have; `integrator` is for programs. */
export const personRoles = ["viewer", "operator", "technician", "admin"] as const;

/** The rights of a person: one of the presets of scopes. */
export type PersonRole = (typeof personRoles)[number];
