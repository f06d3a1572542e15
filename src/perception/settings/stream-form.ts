import type { StreamRequest } from "./stream-document.ts";

/** The form of a stream's incidents and results. */
export interface StreamForm {
  /** Events of incidents carry ids, type, severity and times only. */
  compact: boolean;
  /** Results of pictures have an annotated picture. */
  annotated: boolean;
  /** Words that belong to the other field. */
  warnings: string[];
}

const eventWords = ["full", "compact"] as const;
const resultWords = ["json", "annotated"] as const;

/**
 * Reads `outputs.format` (of events) and `output.format` (of results). Each field also takes the other's
 * words, with a warning; if both set one form, its own field counts.
 */
export function streamForm({ outputs, output }: StreamRequest): StreamForm {
  const ofEvents = outputs?.format;
  const ofResults = output?.format;
  const event = [ofEvents, ofResults].find((word) => isIn(eventWords, word));
  const result = [ofResults, ofEvents].find((word) => isIn(resultWords, word));
  const warnings = [];
  if (isIn(resultWords, ofEvents)) warnings.push(misplaced("outputs", "output", ofEvents));
  if (isIn(eventWords, ofResults)) warnings.push(misplaced("output", "outputs", ofResults));
  return { compact: event === "compact", annotated: result === "annotated", warnings };
}

function isIn<W extends string>(words: readonly W[], word: string | undefined): word is W {
  return (words as readonly (string | undefined)[]).includes(word);
}

function misplaced(field: string, correctField: string, word: string): string {
  return `${field}.format: ${word} is a value of ${correctField}.format, and counts there. Use ${correctField}.format`;
}
