import type { alarms as source } from "../en/alarms.ts";

/** What the box asks a technician to see to, by its code. */
export const alarms: typeof source = {
  safe_mode: "Mode sans échec : caméras et robots sont en pause.",
  storage_full: "Le disque est plein.",
  store_stalled: "Le disque ne répond pas. Rien ne peut être enregistré.",
  store_unwritable: "Le disque refuse les écritures. Rien ne peut être enregistré.",
  disk_low: "Autre chose que les enregistrements remplit le disque.",
  inodes_low: "Le disque manque d’inodes.",
  store_at_risk: "La base est peut-être endommagée.",
  files_unnamed: "De nombreux fichiers n’ont pas d’entrée dans la base ; ils sont conservés.",
  vision_down: "La détection est en panne.",
  model_damaged: "Le fichier d’un modèle est endommagé.",
  cameras_refused: "Des caméras de la configuration n’ont pas démarré.",
  cameras_offline: "Des caméras sont hors ligne.",
  decoders_failing: "Des décodeurs vidéo ont échoué et ont redémarré.",
  endpoint_refused: "Un service de modèles refuse la clé.",
  too_hot: "La machine est trop chaude.",
  throttled: "Le processeur est bridé.",
  memory_low: "La mémoire est presque pleine.",
  clock_not_synchronised: "L’horloge n’est pas synchronisée.",
  certificate_ending: "Le certificat expire bientôt.",
  certificate_ended: "Le certificat a expiré.",
  audit_lost: "Des entrées du journal d’audit ont été perdues.",
};
