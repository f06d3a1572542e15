import type { errors as source } from "../en/errors.ts";

/** What went wrong. */
export const errors: typeof source = {
  unreachable: "Le boîtier est injoignable.",
  title: "La requête a échoué",
  chooseZone: "Choisissez une zone",
  chooseLine: "Choisissez une ligne",
  codes: {
    invalid_api_key: "Clé inconnue",
    api_key_expired: "Cette clé a expiré",
    api_key_revoked: "Cette clé a été révoquée",
    key_network_refused: "Cette clé n’est pas autorisée depuis ce réseau",
    invalid_setup_code: "Le code d’installation est faux ou a expiré",
    insufficient_scope: "Vous n’avez pas cette autorisation",
    rate_limited: "Trop de requêtes ; réessayez dans un instant",
    not_found: "Introuvable",
    conflict: "Conflit avec l’état actuel",
    invalid_request_body: "Vérifiez les saisies",
    storage_full: "Le disque est plein",
    shutting_down: "Le boîtier s’arrête",
    internal_error: "Erreur interne du boîtier",
    too_many_streams: "Trop de vues en direct sont ouvertes",
    csrf_rejected: "La requête venait d’un autre site. Rechargez la page",
    outside_geofence: "La cible est hors de la barrière virtuelle",
  },
};
