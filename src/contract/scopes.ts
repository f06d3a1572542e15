/** Every scope a key can hold: an area and a direction (notes: keys and scopes). */
export const scopes = [
  "jobs:read",
  "jobs:write",
  "surveillance:read",
  "surveillance:write",
  "events:read",
  "system:read",
  "system:admin",
  "keys:admin",
] as const;

/** One scope of a key. */
export type Scope = (typeof scopes)[number];

/** Named sets of scopes offered when a key is made. */
export const scopePresets = {
  viewer: ["jobs:read", "surveillance:read", "events:read", "system:read"],
  integrator: [
    "jobs:read",
    "jobs:write",
    "surveillance:read",
    "surveillance:write",
    "events:read",
    "system:read",
  ],
  admin: scopes,
} as const satisfies Record<string, readonly Scope[]>;

/** The name of a preset. */
export type ScopePreset = keyof typeof scopePresets;
