import type { Order } from "./graph.ts";

/** An error as a state reports it. */
export interface RobotError {
  errorType: string;
  errorLevel: string;
  errorDescription: string;
  errorReferences: { referenceKey: string; referenceValue: string }[];
}

/** The errors that a robot reports in its states. */
export class RobotErrors {
  all: readonly RobotError[] = [];

  /** Refuses an order: this error alone is reported until it takes another order. */
  refuse({ orderId, orderUpdateId }: Order, errorType: string, errorDescription: string): void {
    const errorReferences = [
      { referenceKey: "orderId", referenceValue: orderId },
      { referenceKey: "orderUpdateId", referenceValue: String(orderUpdateId) },
    ];
    this.all = [{ errorType, errorLevel: "WARNING", errorDescription, errorReferences }];
  }

  /** Reports an error with one reference; it replaces one of the same type. */
  report(errorType: string, errorLevel: string, [key, value]: [string, string]): void {
    const errorReferences = [{ referenceKey: key, referenceValue: value }];
    const error = { errorType, errorLevel, errorDescription: errorType, errorReferences };
    this.all = [...this.all.filter((each) => each.errorType !== errorType), error];
  }
}
