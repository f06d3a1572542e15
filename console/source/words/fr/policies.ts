import { plural } from "../plural.ts";
import type { policies as source } from "../en/policies.ts";

/** Policies: stored rules. */
export const policies: typeof source = {
  add: "Ajouter une règle",
  nothing:
    "Il n’y a pas encore de règle. Chaque caméra surveille aussi ce qui est réglé chez elle.",
  holds: "En vigueur",
  rests: "En pause",
  off: "Désactivée",
  switchOn: "Activer",
  switchOff: "Désactiver",
  tryLastHour: "L’essayer sur la dernière heure",
  wouldRaise: plural({
    one: "Elle aurait signalé {count} incident.",
    other: "Elle aurait signalé {count} incidents.",
  }),
  recorded: "Vu et conservé : {time}",
  cooldown: "Silence ensuite, en secondes",
  modes: "Seulement dans ces modes",
  modesHint: "Aucun choisi : dans tous les modes.",
  modeNames: {
    armed: "Armé",
    home: "Présence",
    disarmed: "Désarmé",
  },
  enabled: "La règle est activée",
  schedule: "Quand",
  allTimes: "En tout temps",
  timeZone: "Fuseau horaire",
  addWindow: "Ajouter un horaire",
  window: "Horaire {number}",
  from: "De",
  to: "À",
};
