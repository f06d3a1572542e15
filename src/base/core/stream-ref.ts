/** Identifies a stream: no read crosses organisations. */
export interface StreamRef {
  org: string;
  streamId: string;
}
