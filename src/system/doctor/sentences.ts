import { baseSentences } from "../../base/doctor-sentences.ts";
import { camerasSentences } from "../../cameras/doctor-sentences.ts";
import { onvifDeviceSentences } from "../../cameras/onvif-device/doctor-sentences.ts";
import { restreamSentences } from "../../cameras/restream/doctor-sentences.ts";
import { fleetSentences } from "../../fleet/doctor-sentences.ts";
import { healthSentences } from "../../health/doctor-sentences.ts";
import { httpSentences } from "../../http/doctor-sentences.ts";
import { notificationsSentences } from "../../notifications/doctor-sentences.ts";
import { perceptionSentences } from "../../perception/doctor-sentences.ts";
import { robotsSentences } from "../../robots/doctor-sentences.ts";
import { uplinkSentences } from "../../uplink/doctor-sentences.ts";
import { voiceSentences } from "../../voice/doctor-sentences.ts";
import { systemSentences } from "./doctor-sentences.ts";

/**
 * The English sentences of the doctor, by code. Each module gives its own. A code without a dot is
 * the title of the check of that name; the others begin with the name of their check, or with `any`
 * where several checks share one. `{name}` stands for one of the finding's values. The page has the
 * same codes in its other languages (`console/source/words/findings/<language>.json`).
 */
export const sentences = {
  ...systemSentences,
  ...baseSentences,
  ...camerasSentences,
  ...fleetSentences,
  ...healthSentences,
  ...httpSentences,
  ...notificationsSentences,
  ...perceptionSentences,
  ...onvifDeviceSentences,
  ...restreamSentences,
  ...robotsSentences,
  ...uplinkSentences,
  ...voiceSentences,
} as const;

/** Code of a sentence of the doctor. */
export type SentenceCode = keyof typeof sentences;

/** The names of the values in a sentence. */
type Holes<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Holes<Rest>
  : never;

/** The names of the placeholders in the sentences of these codes. */
export type HolesOf<Code extends SentenceCode> = Holes<(typeof sentences)[Code]>;

/** Values for the placeholders of a sentence. */
export type SentenceValues = Readonly<Record<string, string | number>>;

/** The English title of a check; its id without one. */
export function titleOf(check: string): string {
  return (sentences as Readonly<Record<string, string>>)[check] ?? check;
}

/** Returns the sentence in English with its values filled in; a missing value stays `{name}`. */
export function inEnglish(code: SentenceCode, values: SentenceValues): string {
  return sentences[code].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
