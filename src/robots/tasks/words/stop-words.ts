import { plain } from "./words.ts";

/** How people tell something to stop, in the languages that robots' sites speak. */
const words =
  "stop stopp halt freeze cancel abort anhalten stopper arrete arrêtez arrêt alto para pare parar detente deténgase " +
  "ferma fermati fermo alto stoi stój zatrzymaj stanna stans pysähdy seis zastav stůj állj megáll oprește dur durdur " +
  "стоп стой остановись стій спри σταμάτα עצור توقف قف रुको หยุด berhenti henti dừng 停 停止 停下 止まれ ストップ 정지 멈춰";
const phrases = [
  "emergency stop",
  "bleib stehen",
  "halt an",
  "arrete toi",
  "stand still",
  "dừng lại",
];
/** Of the four languages, beside those words. */
const around =
  "please now immediately at once robot the it right bitte sofort jetzt der den roboter s il te vous plait " +
  "tout de suite le maintenant por favor ya ahora el inmediatamente";

const split = (text: string): string[] => plain(text).match(/[\p{L}\p{M}]+/gu) ?? [];
const stops = new Set(split(words));
const quiet = new Set(split(around));

/** Whether the sentence says "stop" and nothing else, in any of many languages. */
export function saysStop(sentence: string): boolean {
  const said = split(sentence);
  const core = said.filter((word) => !quiet.has(word));
  if (core.length > 0 && core.every((word) => stops.has(word))) return true;
  return phrases.some((phrase) => split(phrase).join(" ") === core.join(" "));
}
