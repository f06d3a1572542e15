import type { Assets } from "../assets/assets.ts";
import type { Evidence } from "./evidence.ts";

/** Pictures of incidents are assets of their class. */
export function evidenceOf(assets: Assets): Evidence {
  return {
    put: async (org, jpeg, { jobId }) => {
      const file = { org, bytes: jpeg, mime: "image/jpeg", ext: "jpg", class: "snapshot" } as const;
      return (await assets.put({ ...file, expiresAtMs: null, jobId })).id;
    },
    url: (org, id) => assets.url(org, id),
    read: (org, id) => assets.read(org, id),
  };
}
