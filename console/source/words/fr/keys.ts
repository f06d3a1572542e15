import type { keys as source } from "../en/keys.ts";

/** API keys and the audit log. */
export const keys: typeof source = {
  add: "Nouvelle clé",
  preset: "Droits",
  presets: {
    viewer: "regarder seulement",
    operator: "assurer la garde : acquitter, annuler, envoyer des robots",
    technician: "installer le site",
    integrator: "être un programme : tous les services, pas de robots",
    admin: "tout, les clés aussi",
    custom: "droits au choix",
  },
  rights: "Droits",
  expires: "Fin",
  lives: {
    day: "dans un jour",
    month: "dans 30 jours",
    year: "dans un an",
    never: "jamais",
  },
  expiresHint: "Au plus tard avec la clé qui vous connecte.",
  networks: "Réseaux",
  networksHint:
    "D’où elle peut servir, par ex. 192.168.10.0/24 ; plusieurs avec des virgules, vide pour partout.",
  secretOnce: "Voici la clé. Elle n’est montrée qu’une fois.",
  lastUsed: "Dernier usage",
  states: {
    active: "active",
    expired: "expirée",
    revoked: "révoquée",
  },
  revoke: "Révoquer",
  roll: "Nouveau secret",
  rollHint: "L’ancien secret reste valable un jour.",
  thisOne: "connectée",
  audit: "Journal d’audit",
  when: "Quand",
  who: "Qui",
  from: "Depuis",
  what: "Quoi",
  outcome: "Issue",
};
