/**
 * Every scope a key can hold: an area and a direction. The list includes areas that are not built,
 * so that a key never needs a scope that did not exist when it was made; such a scope opens
 * nothing.
 */
export const scopes = [
  "jobs:read",
  "jobs:write",
  "media:read",
  "media:write",
  "avatars:read",
  "avatars:write",
  "brands:read",
  "brands:write",
  "surveillance:read",
  "surveillance:write",
  "events:read",
  "robots:read",
  "robots:write",
  "robots:command",
  "robots:confirm",
  "health:read",
  "health:write",
  "clinical:read",
  "clinical:write",
  "neural:read",
  "neural:write",
  "voice:read",
  "voice:write",
  "runs:read",
  "runs:write",
  "webhooks:read",
  "webhooks:write",
  "system:read",
  "system:admin",
  "keys:admin",
] as const;

/** One scope of a key. */
export type Scope = (typeof scopes)[number];

const watching = [
  "jobs:read",
  "surveillance:read",
  "events:read",
  "robots:read",
  "system:read",
] as const;

/**
 * Named sets of scopes for new keys. Only operators and administrators may move robots;
 * integrations read health data.
 */
export const scopePresets = {
  /** Reads streams, incidents, robots and jobs. */
  viewer: watching,
  /** An ONVIF client; the box keeps the secret of such a key, encrypted, because UsernameToken needs it. */
  recorder: ["surveillance:read"],
  /** A program that uses every service, but moves no robot and administers nothing. */
  integrator: scopes.filter((scope) => /:(read|write)$/.test(scope)),
  /** The person on duty: acknowledges, cancels, sends robots. */
  operator: [...watching, "jobs:write", "surveillance:write", "robots:command"],
  /** Sets the site up: streams, robots, receivers, the box. */
  technician: [
    ...watching,
    "jobs:write",
    "surveillance:write",
    "robots:write",
    "robots:command",
    "webhooks:read",
    "webhooks:write",
    "system:admin",
  ],
  /** Everything, keys included. */
  admin: scopes,
} as const satisfies Record<string, readonly Scope[]>;

/** The name of a preset. */
export type ScopePreset = keyof typeof scopePresets;
