/** Progress of a download. */
export interface DownloadProgress {
  bytes: number;
  /** Undefined while the server does not say. */
  totalBytes: number | undefined;
}

/** A file to download and its bounds. */
export interface DownloadRequest {
  url: string;
  /** The file that collects the bytes; a stopped download resumes from it. */
  path: string;
  /** For the whole download, retries included. */
  deadlineMs: number;
  maxBytes: number;
  onProgress: (progress: DownloadProgress) => void;
}

/** Fetches files over HTTP. */
export interface Downloads {
  /**
   * Resolves when the whole file lies at `path`. It resumes a broken or stalled connection where it stopped.
   * Rejects with `download_failed`; the next call continues from the bytes that arrived.
   */
  fetch(request: DownloadRequest): Promise<void>;
  /** Removes a download at `path` and its notes. */
  forget(path: string): Promise<void>;
}
