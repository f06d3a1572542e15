import type { errors as source } from "../en/errors.ts";

/** What went wrong. */
export const errors: typeof source = {
  unreachable: "Das Gerät ist nicht erreichbar.",
  title: "Das hat nicht geklappt",
  codes: {
    invalid_api_key: "Dieser Schlüssel ist nicht bekannt",
    api_key_expired: "Dieser Schlüssel ist abgelaufen",
    api_key_revoked: "Dieser Schlüssel wurde beendet",
    key_network_refused: "Dieser Schlüssel darf von hier aus nicht benutzt werden",
    invalid_setup_code: "Der Einrichtungscode stimmt nicht oder gilt nicht mehr",
    insufficient_scope: "Dieser Schlüssel darf das nicht",
    rate_limited: "Zu viele Anfragen; bitte gleich noch einmal versuchen",
    not_found: "Das gibt es nicht oder nicht mehr",
    conflict: "Etwas anderes steht dem entgegen",
    invalid_request_body: "Eine Angabe stimmt nicht",
    storage_full: "Die Platte ist voll",
    shutting_down: "Das Gerät wird beendet",
    internal_error: "Im Gerät ist etwas fehlgeschlagen",
    too_many_streams: "Zu viele Live-Ansichten sind offen",
    csrf_rejected: "Die Anfrage schien von einer anderen Seite zu kommen; bitte neu laden",
  },
};
