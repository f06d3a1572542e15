import type { voice as source } from "../en/voice.ts";
import { plural } from "../plural.ts";

/** Voice agents and their conversations. */
export const voice: typeof source = {
  hint: "Les agents parlent avec les gens par un fournisseur en temps réel, dans un navigateur, au téléphone ou dans une salle. Ils sont créés par l’API.",
  agents: "Agents vocaux",
  noAgents: "Il n’y a pas encore d’agent vocal.",
  voice: "Voix",
  language: "Langue",
  provider: "Fournisseur",
  anyProvider: "choisi à chaque conversation",
  greeting: "Accueil",
  greetingByName: "formé de son nom",
  prompt: "Ce qu’on lui dit d’être",
  canSpeak: "Peut parler",
  cannotSpeak: "Ne peut pas parler",
  unlisted: "Voix inconnue du boîtier",
  talking: plural({
    one: "{count} conversation en cours",
    other: "{count} conversations en cours",
  }),
  hear: "Écouter son accueil",
  greetingOf: "Accueil de {name}",
  spokenBy: "Dit par {name}",
  unheard: "La tâche n’a produit aucun son ; les tâches disent pourquoi.",
  conversations: "Dialogues",
  noConversations: "Il n’y a pas encore eu de conversation.",
  asked: "Demandée",
  agent: "Agent",
  took: "Durée",
  outcome: "Ce qui en est sorti",
  agentDeleted: "L’agent a été supprimé.",
  statuses: {
    created: "Pas commencée",
    active: "En conversation",
    completed: "Terminée",
    failed: "Échouée",
    expired: "Expirée",
  },
};
