import type { HealthTexts } from "./health-texts.ts";

/** German. */
export const de: HealthTexts = {
  disclaimer:
    "Dieser Bericht unterstützt die Ersteinschätzung. Er ist keine Diagnose und ersetzt nicht das Urteil einer qualifizierten Fachperson.",
  measuredOnly:
    "Die Aufzeichnung wurde auf diesem Gerät vermessen und nicht gedeutet. Eine qualifizierte Fachperson muss sie lesen.",
  referral: {
    critical: "Rufen Sie jetzt den Notruf oder bringen Sie die Person in eine Notaufnahme.",
    urgent: "Lassen Sie die Person heute ärztlich untersuchen.",
    standard: "Vereinbaren Sie einen Termin bei einer Ärztin oder einem Arzt.",
    low: "Eine gewöhnliche Nachkontrolle genügt, solange sich nichts ändert.",
  },
  warningSigns: [
    "Atemnot oder blaue Lippen",
    "Schmerz oder Druck in der Brust",
    "Plötzliche Schwäche, hängender Mundwinkel oder Sprachstörung",
    "Anfall von mehr als fünf Minuten oder mehrere ohne Erwachen dazwischen",
    "Bewusstlosigkeit oder neue Verwirrtheit",
    "Starke Blutung, die nicht aufhört",
  ],
  redFlag: {
    title: "Warnzeichen in den Angaben",
    summary: "In den Angaben steht: {flag}.",
  },
  quality: {
    title: "Güte der Aufzeichnung",
    summary: "{usable} von {total} Kanälen sind brauchbar; die Aufzeichnung dauert {seconds} s.",
  },
  spectrum: {
    title: "Spektrum",
    summary:
      "Medianer Anteil der Leistung: Delta {delta} %, Theta {theta} %, Alpha {alpha} %, Beta {beta} %.",
  },
  transients: {
    title: "Steile Transienten",
    summary:
      "Im Median {rate} steile Transienten je Minute; auch Lidschläge und Muskeln verursachen sie.",
  },
  classifier: {
    title: "Anfallsklassifikator",
    seizure:
      "Der eingestellte Klassifikator meldet ein Anfallsmuster bei {at} s mit dem Wert {score}.",
    none: "Der eingestellte Klassifikator meldet kein Anfallsmuster; sein höchster Wert ist {score}.",
  },
  segmentation: {
    title: "Abschnitte der Aufzeichnung",
    found:
      "Abschnitte, die das eingestellte Modell als „{label}“ kennzeichnet: {count}, zusammen {seconds} s; der längste geht von {from} s bis {to} s.",
    none: "Das eingestellte Modell kennzeichnet keine Abschnitte; sein höchster Wert ist {score}.",
  },
  selfHarm:
    "Es wurden Gedanken an Selbstverletzung angegeben: Sprechen Sie jetzt mit der Person und holen Sie örtliche Krisenhilfe oder den Notruf.",
};
