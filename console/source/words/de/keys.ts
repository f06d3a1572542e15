import type { keys as source } from "../en/keys.ts";

/** API keys and the audit log. */
export const keys: typeof source = {
  add: "Neuer Schlüssel",
  preset: "Darf",
  presets: {
    viewer: "nur zusehen",
    operator: "Dienst tun: bestätigen, abbrechen, Roboter schicken",
    technician: "den Standort einrichten",
    integrator: "Programm sein: jeder Dienst, keine Roboter",
    admin: "alles, auch Schlüssel",
    custom: "einzelne Rechte",
  },
  rights: "Rechte",
  expires: "Endet",
  lives: {
    day: "in einem Tag",
    month: "in 30 Tagen",
    year: "in einem Jahr",
    never: "nie",
  },
  expiresHint: "Spätestens mit dem Schlüssel, mit dem Sie angemeldet sind.",
  networks: "Netze",
  networksHint: "Von wo er gilt, etwa 192.168.10.0/24; mehrere mit Komma, leer für überall.",
  secretOnce: "Das ist der Schlüssel. Er wird nur dieses eine Mal gezeigt.",
  lastUsed: "Zuletzt benutzt",
  states: {
    active: "aktiv",
    expired: "abgelaufen",
    revoked: "beendet",
  },
  revoke: "Beenden",
  roll: "Neues Geheimnis",
  rollHint: "Das alte Geheimnis gilt noch einen Tag.",
  thisOne: "angemeldet",
  audit: "Prüfprotokoll",
  when: "Wann",
  who: "Wer",
  from: "Von",
  what: "Was",
  outcome: "Ausgang",
};
