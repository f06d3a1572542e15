import type { HealthTexts } from "./health-texts.ts";

/** French. */
export const fr: HealthTexts = {
  disclaimer:
    "Ce rapport aide au triage. Il ne constitue pas un diagnostic et ne remplace pas le jugement d'un professionnel de santé qualifié.",
  measuredOnly:
    "L'enregistrement a été mesuré sur cet appareil et n'a pas été interprété. Un professionnel qualifié doit le lire.",
  referral: {
    critical: "Appelez les secours ou conduisez la personne aux urgences maintenant.",
    urgent: "Faites examiner la personne par un clinicien aujourd'hui.",
    standard: "Prenez rendez-vous avec un clinicien.",
    low: "Un suivi habituel suffit, sauf changement.",
  },
  warningSigns: [
    "Difficulté à respirer ou lèvres bleues",
    "Douleur ou oppression dans la poitrine",
    "Faiblesse soudaine, visage affaissé ou trouble de la parole",
    "Crise de plus de cinq minutes, ou plusieurs crises sans réveil entre elles",
    "Perte de connaissance ou confusion nouvelle",
    "Saignement abondant qui ne s'arrête pas",
  ],
  redFlag: {
    title: "Signe d'alerte dans les informations fournies",
    summary: "Les informations fournies mentionnent : {flag}.",
  },
  quality: {
    title: "Qualité de l'enregistrement",
    summary: "{usable} canaux sur {total} sont utilisables ; l'enregistrement dure {seconds} s.",
  },
  spectrum: {
    title: "Spectre",
    summary:
      "Part médiane de la puissance : delta {delta} %, thêta {theta} %, alpha {alpha} %, bêta {beta} %.",
  },
  transients: {
    title: "Transitoires aigus",
    summary:
      "Médiane de {rate} transitoires aigus par minute ; les clignements et les muscles en causent aussi.",
  },
  classifier: {
    title: "Classificateur de crises",
    seizure:
      "Le classificateur configuré signale un motif de crise vers {at} s avec un score de {score}.",
    none: "Le classificateur configuré ne signale aucun motif de crise ; son score le plus élevé est {score}.",
  },
  segmentation: {
    title: "Segments de l'enregistrement",
    found:
      "Segments que le modèle configuré marque « {label} » : {count}, en tout {seconds} s ; le plus long va de {from} s à {to} s.",
    none: "Le modèle configuré ne marque aucun segment ; son score le plus élevé est {score}.",
  },
  selfHarm:
    "Des pensées d'automutilation ont été signalées : parlez à la personne maintenant et joignez une aide de crise locale ou les secours.",
};
