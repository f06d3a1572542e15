/** Bytes that have arrived, for a person who waits. */
export interface DownloadProgress {
  bytes: number;
  /** Undefined while the server does not say. */
  totalBytes: number | undefined;
}

/** What is to be fetched and within which bounds. */
export interface DownloadRequest {
  url: string;
  /** Where the bytes gather; with what is there already a stopped download goes on. */
  path: string;
  /** For the whole of it, retries included. */
  deadlineMs: number;
  maxBytes: number;
  onProgress: (progress: DownloadProgress) => void;
}

/** Fetches files over HTTP. */
export interface Downloads {
  /**
   * Resolves when the whole file lies at `path`. A connection that breaks or stalls is taken up
   * again where it stopped. Rejects with `download_failed`; what has arrived stays for the next call.
   */
  fetch(request: DownloadRequest): Promise<void>;
  /** Removes a download at `path` and what is known of it. */
  forget(path: string): Promise<void>;
}
