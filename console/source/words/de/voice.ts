import type { voice as source } from "../en/voice.ts";
import { plural } from "../plural.ts";

/** Voice agents and their conversations. */
export const voice: typeof source = {
  hint: "Agenten sprechen über einen Echtzeitanbieter mit Menschen, im Browser, am Telefon oder in einem Raum. Angelegt werden sie über die API.",
  agents: "Agenten",
  noAgents: "Es gibt noch keinen Sprachagenten.",
  voice: "Stimme",
  language: "Sprache",
  provider: "Anbieter",
  anyProvider: "je Gespräch gewählt",
  greeting: "Begrüßung",
  greetingByName: "aus seinem Namen gebildet",
  prompt: "Was er sein soll",
  canSpeak: "Kann sprechen",
  cannotSpeak: "Kann jetzt nicht sprechen",
  unlisted: "Die Box kennt die Stimme nicht",
  talking: plural({ one: "{count} Gespräch gerade", other: "{count} Gespräche gerade" }),
  hear: "Begrüßung anhören",
  greetingOf: "Begrüßung von {name}",
  spokenBy: "Gesprochen von {name}",
  unheard: "Der Auftrag ergab keinen Ton; die Aufträge sagen, warum.",
  conversations: "Gespräche",
  noConversations: "Es gab noch kein Gespräch.",
  asked: "Angefragt",
  agent: "Agent",
  took: "Dauer",
  outcome: "Was daraus wurde",
  agentDeleted: "Der Agent wurde gelöscht.",
  statuses: {
    created: "Nicht begonnen",
    active: "Im Gespräch",
    completed: "Beendet",
    failed: "Gescheitert",
    expired: "Abgelaufen",
  },
};
