import type { errors as source } from "../en/errors.ts";

/** What went wrong. */
export const errors: typeof source = {
  unreachable: "Le boîtier est injoignable.",
  title: "Cela n’a pas fonctionné",
  codes: {
    invalid_api_key: "Cette clé est inconnue",
    api_key_expired: "Cette clé a expiré",
    api_key_revoked: "Cette clé a été révoquée",
    key_network_refused: "Cette clé ne peut pas être utilisée d’ici",
    invalid_setup_code: "Le code d’installation est faux ou n’est plus valable",
    insufficient_scope: "Cette clé ne le permet pas",
    rate_limited: "Trop de requêtes ; réessayez dans un instant",
    not_found: "Cela n’existe pas, ou plus",
    conflict: "Quelque chose s’y oppose",
    invalid_request_body: "Une saisie n’est pas correcte",
    storage_full: "Le disque est plein",
    shutting_down: "Le boîtier s’arrête",
    internal_error: "Une erreur s’est produite dans le boîtier",
    too_many_streams: "Trop de vues en direct sont ouvertes",
    csrf_rejected: "La requête semblait venir d’un autre site ; rechargez la page",
  },
};
