import type { voice as source } from "../en/voice.ts";
import { plural } from "../plural.ts";

/** Voice agents and their conversations. */
export const voice: typeof source = {
  hint: "Les agents parlent avec les gens par un fournisseur en temps réel, dans un navigateur, au téléphone ou dans une salle. Créez-les par l’API.",
  agents: "Agents vocaux",
  noAgents: "Aucun agent vocal.",
  voice: "Voix",
  language: "Langue",
  provider: "Fournisseur",
  anyProvider: "choisi à chaque conversation",
  greeting: "Accueil",
  greetingByName: "par défaut, avec son nom",
  prompt: "Invite système",
  canSpeak: "Disponible",
  cannotSpeak: "Indisponible",
  unlisted: "Voix inconnue",
  talking: plural({
    one: "{count} conversation en cours",
    other: "{count} conversations en cours",
  }),
  hear: "Écouter l’accueil",
  greetingOf: "Accueil de {name}",
  spokenBy: "Dit par {name}",
  unheard: "La tâche n’a produit aucun son. La cause figure dans la tâche.",
  conversations: "Dialogues",
  noConversations: "Aucune conversation.",
  asked: "Créée",
  agent: "Agent",
  took: "Durée",
  outcome: "Résultat",
  agentDeleted: "Agent supprimé.",
  statuses: {
    created: "Pas commencée",
    active: "En conversation",
    completed: "Terminée",
    failed: "Échouée",
    expired: "Expirée",
  },
};
