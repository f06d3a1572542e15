import type { ErrorCode } from "../../base/contract/error-codes.ts";
import type { ReceivedBlob } from "../../base/jobs/inputs/received-blob.ts";

/** The messages to the worker; `id` numbers the body. */
export type IntakeTask =
  | {
      what: "open";
      id: number;
      dir: string;
      blobFields: readonly string[];
      /** File of the key that blobs are sealed with; null for blobs as they come. */
      keyPath: string | null;
    }
  | { what: "chunk"; id: number; bytes: Uint8Array }
  | { what: "end"; id: number }
  /** The sender left: the worker removes everything of this body. */
  | { what: "drop"; id: number };

/** The messages of the worker. */
export type IntakeAnswer =
  /** The worker has processed this many bytes; the next may come. */
  | { what: "taken"; id: number; bytes: number }
  | { what: "whole"; id: number; json: Uint8Array; blobs: ReceivedBlob[] }
  /** The body is refused, and nothing of it is left. */
  | { what: "refused"; id: number; code: ErrorCode; message: string };
