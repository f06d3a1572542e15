import type { Probe } from "../../../../client/source/generated.ts";
import { words } from "../../words/words.ts";

/** The outcome of a probe in one sentence, in the reader's language. */
export function headlineOf({ finding }: Pick<Probe, "finding">): string {
  return words.value.addCamera.findings[finding];
}
