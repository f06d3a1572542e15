import { plural } from "../plural.ts";
import type { cameras as source } from "../en/cameras.ts";

/** Cameras and their pictures. */
export const cameras: typeof source = {
  add: "Ajouter une caméra",
  nothing: "Aucune caméra n’est encore surveillée.",
  annotated: "Montrer ce qui est détecté",
  pictureOf: "Image de {name}",
  still: "Image fixe",
  every: "Toutes les caméras",
  rate: "{rate} images par seconde",
  open: plural({ one: "{count} incident ouvert", other: "{count} incidents ouverts" }),
  states: {
    connecting: "Connexion",
    watching: "Surveille",
    degraded: "La vidéo arrive ; la détection redémarre",
    offline: "Pas de vidéo ; le boîtier continue d’essayer",
    ended: "Terminée",
  },
  allIncidents: "Tous",
  address: "Adresse",
  picture: "Image",
  received: "Reçu",
  looked: "Analysé",
  dropped: "Ignorées",
  model: "Modèle",
  recording: "Enregistrement",
  recordings: {
    incidents: "Incidents",
    continuous: "En continu",
    off: "Rien",
  },
  asPictures: "Affichée en images plutôt qu’en vidéo.",
  masks: "Masques de confidentialité",
  masked: plural({ one: "{count} zone est masquée.", other: "{count} zones sont masquées." }),
  transcoded: "Les enregistrements sont recodés pour cela.",
  remove: "Arrêter la surveillance",
};
