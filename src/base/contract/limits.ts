/** Limits of the wire with their source; site quotas live in the configuration instead. */
export const limits = {
  /** Deepest nesting of a JSON body. */
  jsonDepth: 32,
  /** Default body limit in bytes; routes that need more say so. */
  bodyBytes: 1024 * 1024,
  /** Body limit of routes that take one picture in base64, in bytes. */
  mediaBodyBytes: 24 * 1024 * 1024,
  /** Body limit of routes that take up to six pictures in base64, in bytes. */
  manyPicturesBodyBytes: 128 * 1024 * 1024,
  /** A string of a blob field that is longer than this, in bytes as sent, travels as a blob. */
  blobStringBytes: 64 * 1024,
  /** Largest single picture before base64, in bytes (contract section 8). */
  pictureBytes: 15 * 1024 * 1024,
  /** Largest picture in pixels. */
  picturePixels: 50_000_000,
  clientReferenceIdLength: 200,
  metadataKeys: 16,
  metadataValueLength: 500,
  idempotencyKeyLength: 255,
  pageDefault: 20,
  pageMax: 100,
  offsetMax: 10_000,
  /** Long poll hold in seconds (decisions section 2). */
  waitDefaultSec: 30,
  waitMaxSec: 60,
  /** SSE comment period in milliseconds (contract section 6.4). */
  heartbeatMs: 15_000,
} as const;
