import type { Assets } from "../../base/assets/assets.ts";
import type { SealedAssets } from "../../base/assets/sealed-assets.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import type { ClipAddresses } from "./recording-service.ts";

/** Stores pictures of incidents as assets of their class; takes their video from the recordings. */
export function evidenceOf(assets: Assets, clips: ClipAddresses): Evidence {
  return {
    put: async (org, jpeg, { jobId }) => {
      const file = { org, bytes: jpeg, mime: "image/jpeg", ext: "jpg", class: "snapshot" } as const;
      return (await assets.put({ ...file, expiresAtMs: null, jobId })).id;
    },
    url: (org, id) => assets.url(org, id),
    clipUrl: (incident) => clips.url(incident),
    keep: (org, id, isKept) => assets.reclass(org, id, isKept ? "protected" : "snapshot"),
    read: (org, id) => assets.read(org, id),
  };
}

/** Returns the opener of signed addresses: the video of an incident, or a file, which may be encrypted. */
export function signedFiles(
  assets: Assets,
  sealed: SealedAssets,
  clips: Pick<ClipAddresses, "open">,
) {
  return {
    openSigned: async (address: { id: string; extension: string; exp: string; sig: string }) => {
      const clip = await clips.open(address);
      if (clip) return clip;
      const file = await assets.openSigned(address);
      return file && (await sealed.reveal(file));
    },
  };
}
