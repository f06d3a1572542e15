/** Addresses of what belongs to an incident. */
export interface EvidenceUrls {
  /** A signed address of the asset; null when the asset no longer exists. */
  url(org: string, assetId: string): string | null;
  /** A signed address of the incident's video; null without a video, and once the video is gone. */
  clipUrl(incident: {
    org: string;
    streamId: string;
    id: string;
    startedAtMs: number;
  }): string | null;
}

/** Stores pictures of incidents. */
export interface Evidence extends EvidenceUrls {
  /** Stores a JPEG; resolves with the asset's id. */
  put(org: string, jpeg: Uint8Array, source: { streamId: string; jobId: string }): Promise<string>;
  /** Protects the asset from removal by age or for want of disk space, or ends the protection. */
  keep(org: string, assetId: string, isKept: boolean): Promise<void>;
  /** The picture, or undefined once it was removed. */
  read(org: string, assetId: string): Promise<Uint8Array | undefined>;
}
