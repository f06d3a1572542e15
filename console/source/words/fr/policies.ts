import { plural } from "../plural.ts";
import type { policies as source } from "../en/policies.ts";

/** Policies: stored rules. */
export const policies: typeof source = {
  add: "Ajouter une règle",
  nothing: "Aucune règle. Les caméras ont aussi leurs propres règles de détection.",
  holds: "Active",
  rests: "Inactive (horaire)",
  off: "Désactivée",
  switchOn: "Activer",
  switchOff: "Désactiver",
  tryLastHour: "Tester sur la dernière heure",
  wouldRaise: plural({
    one: "Elle aurait signalé {count} incident.",
    other: "Elle aurait signalé {count} incidents.",
  }),
  recorded: "Testé sur {time} de pistes enregistrées",
  cooldown: "Temporisation (s)",
  modes: "Limiter aux modes",
  modesHint: "Aucun choisi : tous les modes.",
  modeNames: {
    armed: "Armé",
    home: "Présence",
    disarmed: "Désarmé",
  },
  enabled: "Activée",
  schedule: "Horaire",
  allTimes: "Toujours",
  timeZone: "Fuseau horaire",
  addWindow: "Ajouter une plage",
  window: "Plage {number}",
  from: "De",
  to: "À",
};
