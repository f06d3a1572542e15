import type { voice as source } from "../en/voice.ts";
import { plural } from "../plural.ts";

/** Voice agents and their conversations. */
export const voice: typeof source = {
  hint: "Los agentes hablan con personas a través de un proveedor en tiempo real, en un navegador, por teléfono o en una sala. Se crean por la API.",
  agents: "Agentes",
  noAgents: "Todavía no hay ningún agente de voz.",
  voice: "Voz",
  language: "Idioma",
  provider: "Proveedor",
  anyProvider: "elegido en cada conversación",
  greeting: "Saludo",
  greetingByName: "hecho con su nombre",
  prompt: "Lo que se le dice que sea",
  canSpeak: "Puede hablar",
  cannotSpeak: "Ahora no puede hablar",
  unlisted: "El equipo no conoce la voz",
  talking: plural({ one: "{count} conversación ahora", other: "{count} conversaciones ahora" }),
  hear: "Oír su saludo",
  greetingOf: "Saludo de {name}",
  spokenBy: "Dicho por {name}",
  unheard: "El trabajo no dio ningún sonido; los trabajos dicen por qué.",
  conversations: "Conversaciones",
  noConversations: "Todavía no ha habido ninguna conversación.",
  asked: "Pedida",
  agent: "Agente",
  took: "Duró",
  outcome: "Lo que resultó",
  agentDeleted: "El agente fue eliminado.",
  statuses: {
    created: "Sin empezar",
    active: "En conversación",
    completed: "Terminada",
    failed: "Fallida",
    expired: "Caducada",
  },
};
