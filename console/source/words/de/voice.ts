import type { voice as source } from "../en/voice.ts";
import { plural } from "../plural.ts";

/** Voice agents and their conversations. */
export const voice: typeof source = {
  hint: "Agenten sprechen über einen Echtzeitanbieter mit Menschen, im Browser, am Telefon oder in einem Raum. Sie werden über die API angelegt.",
  agents: "Agenten",
  noAgents: "Noch keine Sprachagenten.",
  voice: "Stimme",
  language: "Sprache",
  provider: "Anbieter",
  anyProvider: "je Gespräch gewählt",
  greeting: "Begrüßung",
  greetingByName: "Standard, mit seinem Namen",
  prompt: "Systemprompt",
  canSpeak: "Verfügbar",
  cannotSpeak: "Nicht verfügbar",
  unlisted: "Unbekannte Stimme",
  talking: plural({ one: "{count} Gespräch gerade", other: "{count} Gespräche gerade" }),
  hear: "Begrüßung abspielen",
  greetingOf: "Begrüßung von {name}",
  spokenBy: "Gesprochen von {name}",
  unheard: "Der Auftrag ergab keinen Ton. Der Grund steht beim Auftrag.",
  conversations: "Gespräche",
  noConversations: "Noch keine Gespräche.",
  asked: "Erstellt",
  agent: "Agent",
  took: "Dauer",
  outcome: "Ergebnis",
  agentDeleted: "Agent gelöscht.",
  statuses: {
    created: "Nicht begonnen",
    active: "Im Gespräch",
    completed: "Beendet",
    failed: "Gescheitert",
    expired: "Abgelaufen",
  },
};
