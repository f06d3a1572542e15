import type { keys as source } from "../en/keys.ts";

/** API keys and the audit log. */
export const keys: typeof source = {
  add: "Neuer Schlüssel",
  preset: "Rolle",
  presets: {
    viewer: "Betrachter: nur ansehen",
    operator: "Bediener: bestätigen, abbrechen, Roboter steuern",
    technician: "Techniker: den Standort einrichten",
    integrator: "Integrator: jeder Dienst, keine Roboter",
    admin: "Administrator: alles, auch Schlüssel",
    custom: "Benutzerdefiniert",
  },
  rights: "Berechtigungen",
  expires: "Läuft ab",
  lives: {
    day: "in einem Tag",
    month: "in 30 Tagen",
    year: "in einem Jahr",
    never: "nie",
  },
  expiresHint: "Spätestens mit dem Schlüssel, mit dem Sie angemeldet sind.",
  networks: "Erlaubte Netze",
  networksHint: "Etwa 192.168.10.0/24, durch Kommas getrennt. Leer: jedes Netz.",
  secretOnce: "Das ist der Schlüssel. Die Seite zeigt ihn nur einmal.",
  lastUsed: "Zuletzt benutzt",
  states: {
    active: "aktiv",
    expired: "abgelaufen",
    revoked: "widerrufen",
  },
  revoke: "Widerrufen",
  roll: "Neues Geheimnis",
  rollHint: "Das alte Geheimnis gilt noch einen Tag.",
  thisOne: "diese Sitzung",
  audit: "Prüfprotokoll",
  when: "Zeit",
  who: "Benutzer",
  from: "Adresse",
  what: "Aktion",
  outcome: "Ergebnis",
};
