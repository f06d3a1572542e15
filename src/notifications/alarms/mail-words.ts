/** Words of a mail about alarms in one language. */
interface Words {
  one(site: string): string;
  many(count: number, site: string): string;
  critical: string;
  over: string;
  further(count: number): string;
  unacknowledged(minutes: number): string;
}

const languages: Readonly<Record<string, Words>> = {
  en: {
    one: (site) => `Alarm at ${site}`,
    many: (count, site) => `${count} alarms at ${site}`,
    critical: "critical",
    over: "over since",
    further: (count) => `and ${count} more`,
    unacknowledged: (minutes) => `Nobody acknowledged it within ${minutes} min.`,
  },
  de: {
    one: (site) => `Alarm: ${site}`,
    many: (count, site) => `${count} Alarme: ${site}`,
    critical: "kritisch",
    over: "vorbei seit",
    further: (count) => `und ${count} weitere`,
    unacknowledged: (minutes) => `Seit ${minutes} min hat niemand ihn bestätigt.`,
  },
  fr: {
    one: (site) => `Alarme : ${site}`,
    many: (count, site) => `${count} alarmes : ${site}`,
    critical: "critique",
    over: "terminée depuis",
    further: (count) => `et ${count} de plus`,
    unacknowledged: (minutes) => `Personne ne l’a acquitté en ${minutes} min.`,
  },
  es: {
    one: (site) => `Alarma: ${site}`,
    many: (count, site) => `${count} alarmas: ${site}`,
    critical: "crítica",
    over: "terminada desde",
    further: (count) => `y ${count} más`,
    unacknowledged: (minutes) => `Nadie lo ha confirmado en ${minutes} min.`,
  },
  ar: {
    one: (site) => `إنذار: ${site}`,
    many: (count, site) => `عدد الإنذارات ${count}: ${site}`,
    critical: "حرج",
    over: "انتهى منذ",
    further: (count) => `و${count} أخرى`,
    unacknowledged: (minutes) => `لم يُقرّ به أحد خلال ${minutes} دقيقة.`,
  },
  zh: {
    one: (site) => `警报：${site}`,
    many: (count, site) => `${count} 条警报：${site}`,
    critical: "严重",
    over: "已于此时结束",
    further: (count) => `另有 ${count} 条`,
    unacknowledged: (minutes) => `${minutes} 分钟内无人确认。`,
  },
};

/** Returns the words in the language of `locale` (BCP 47); in English for an unknown one. */
export function mailWords(locale: string): Words {
  const language = locale.split(/[_-]/, 1)[0]!.toLowerCase();
  return languages[language] ?? languages["en"]!;
}
