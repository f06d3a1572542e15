import type { keys as source } from "../en/keys.ts";

/** API keys and the audit log. */
export const keys: typeof source = {
  add: "Nouvelle clé",
  preset: "Rôle",
  presets: {
    viewer: "Observateur : lecture seule",
    operator: "Opérateur : acquitter, annuler, commander les robots",
    technician: "Technicien : configurer le site",
    integrator: "Intégrateur : tous les services, sans robots",
    admin: "Administrateur : tout, clés comprises",
    custom: "Personnalisé",
  },
  rights: "Autorisations",
  expires: "Expire",
  lives: {
    day: "dans un jour",
    month: "dans 30 jours",
    year: "dans un an",
    never: "jamais",
  },
  expiresHint: "Au plus tard avec la clé qui vous connecte.",
  networks: "Réseaux autorisés",
  networksHint: "Par exemple 192.168.10.0/24, séparés par des virgules. Vide : tous les réseaux.",
  secretOnce: "Voici la clé. La page ne l’affiche qu’une fois.",
  lastUsed: "Dernier usage",
  states: {
    active: "active",
    expired: "expirée",
    revoked: "révoquée",
  },
  revoke: "Révoquer",
  roll: "Nouveau secret",
  rollHint: "L’ancien secret reste valable un jour.",
  thisOne: "cette session",
  audit: "Journal d’audit",
  when: "Heure",
  who: "Utilisateur",
  from: "Adresse",
  what: "Action",
  outcome: "Résultat",
};
