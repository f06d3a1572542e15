import { plain } from "./words.ts";

/** Expressions for "stop" in the languages of robots' sites. */
const words =
  "stop stopp halt freeze cancel abort stoppe stoppen halte anhalten nothalt notaus notstopp stopper stoppez immobilise arrete arrêtez arrêt alto para párate pare parar detente detén deténgase quieto " +
  "ferma fermati fermo alto stoi stój zatrzymaj stanna stans pysähdy seis zastav stůj állj megáll oprește dur durdur " +
  "стоп стой остановись стій спри σταμάτα עצור توقف قف रुको หยุด berhenti henti dừng 停 停止 停下 止まれ ストップ 정지 멈춰";
const phrases = [
  "emergency",
  "don't move",
  "do not move",
  "stand still",
  "hold it",
  "bleib",
  "stehen bleiben",
  "steh still",
  "not aus",
  "not halt",
  "nicht bewegen",
  "hör auf",
  "ne bouge",
  "ne bougez",
  "parada",
  "no te muevas",
  "dừng lại",
];
/** Further words of the four languages. */
const around =
  "please now immediately at once robot the it right bitte sofort jetzt der den roboter s il te vous plait " +
  "tout de suite le maintenant por favor ya ahora el inmediatamente";

const split = (text: string): string[] => plain(text).match(/[\p{L}\p{M}]+/gu) ?? [];
const stops = new Set(split(words));
const quiet = new Set(split(around));

/** True when the sentence means "stop" and nothing else, in any of many languages. */
export function saysStop(sentence: string): boolean {
  const core = coreOf(sentence);
  return core.length > 0 && core.every((word) => stops.has(word));
}

/** True when a sentence that is not understood begins with "stop", whatever follows. */
export function beginsWithStop(sentence: string): boolean {
  const core = coreOf(sentence);
  if (stops.has(core[0] ?? "")) return true;
  return phrases.some((phrase) =>
    ` ${core.join(" ")} `.startsWith(` ${coreOf(phrase).join(" ")} `),
  );
}

function coreOf(sentence: string): string[] {
  return split(sentence).filter((word) => !quiet.has(word));
}
