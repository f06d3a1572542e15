import { plural } from "../plural.ts";
import type { cameras as source } from "../en/cameras.ts";

/** Cameras and their pictures. */
export const cameras: typeof source = {
  add: "Ajouter une caméra",
  nothing: "Aucune caméra.",
  annotated: "Afficher les détections",
  pictureOf: "Image de {name}",
  still: "Image fixe",
  live: "Direct",
  every: "Toutes les caméras",
  rate: "{rate} fps",
  open: plural({ one: "{count} incident ouvert", other: "{count} incidents ouverts" }),
  states: {
    connecting: "Connexion",
    watching: "En ligne",
    degraded: "En ligne, la détection redémarre",
    offline: "Hors ligne, reconnexion",
    ended: "Terminée",
  },
  allIncidents: "Tout afficher",
  address: "Adresse",
  picture: "Image",
  received: "fps entrants",
  looked: "Analysé",
  dropped: "Images ignorées",
  model: "Modèle",
  recording: "Enregistrement",
  recordings: {
    incidents: "Incidents",
    continuous: "Continu",
    off: "Désactivé",
  },
  asPictures: "Le navigateur affiche des images plutôt qu’une vidéo.",
  masks: "Masques de confidentialité",
  masked: plural({ one: "{count} zone est masquée.", other: "{count} zones sont masquées." }),
  transcoded: "Le boîtier réencode les enregistrements pour les appliquer.",
  remove: "Retirer la caméra…",
};
