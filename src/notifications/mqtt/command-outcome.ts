import type { GatehouseError } from "../../base/core/errors.ts";

/** The outcome of a command: the data of the answer, or its error. */
export interface CommandOutcome {
  requestId: string;
  /** The complete topic of the command. */
  topic: string;
  data?: object;
  error?: CommandError;
}

/** The coded error of a command. */
export interface CommandError {
  code: string;
  message: string;
  param?: string;
  details?: GatehouseError["details"];
}
