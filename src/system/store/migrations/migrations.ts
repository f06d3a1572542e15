import { hideReceivers } from "./hide-receivers.ts";
import type { Migration } from "./migration.ts";
import { sealCameraSecrets } from "./seal-camera-secrets.ts";

/** The migrations of this release, oldest first. */
export const migrations: readonly Migration[] = [
  sealCameraSecrets,
  hideReceivers,
  {
    to: 4,
    title: "rewrites the store, so that nothing is left of what was changed",
    readableFrom: 1,
    isRewrite: true,
  },
];
