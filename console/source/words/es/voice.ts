import type { voice as source } from "../en/voice.ts";
import { plural } from "../plural.ts";

/** Voice agents and their conversations. */
export const voice: typeof source = {
  hint: "Los agentes hablan con personas a través de un proveedor en tiempo real, en un navegador, por teléfono o en una sala. Se crean por la API.",
  agents: "Agentes",
  noAgents: "Aún no hay agentes de voz.",
  voice: "Voz",
  language: "Idioma",
  provider: "Proveedor",
  anyProvider: "elegido en cada conversación",
  greeting: "Saludo",
  greetingByName: "predeterminado, con su nombre",
  prompt: "Instrucciones del sistema",
  canSpeak: "Disponible",
  cannotSpeak: "No disponible",
  unlisted: "Voz desconocida",
  talking: plural({ one: "{count} conversación ahora", other: "{count} conversaciones ahora" }),
  hear: "Reproducir el saludo",
  greetingOf: "Saludo de {name}",
  spokenBy: "Dicho por {name}",
  unheard: "El trabajo no produjo audio. El motivo está en el trabajo.",
  conversations: "Conversaciones",
  noConversations: "Aún no hay conversaciones.",
  asked: "Creada",
  agent: "Agente",
  took: "Duración",
  outcome: "Resultado",
  agentDeleted: "Agente eliminado.",
  statuses: {
    created: "Sin empezar",
    active: "En conversación",
    completed: "Terminada",
    failed: "Fallida",
    expired: "Caducada",
  },
};
