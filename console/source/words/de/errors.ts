import type { errors as source } from "../en/errors.ts";

/** What went wrong. */
export const errors: typeof source = {
  unreachable: "Das Gerät ist nicht erreichbar.",
  title: "Anfrage fehlgeschlagen",
  chooseZone: "Eine Zone wählen",
  chooseLine: "Eine Linie wählen",
  codes: {
    invalid_api_key: "Unbekannter Schlüssel",
    api_key_expired: "Dieser Schlüssel ist abgelaufen",
    api_key_revoked: "Dieser Schlüssel wurde widerrufen",
    key_network_refused: "Dieser Schlüssel gilt nicht für dieses Netz",
    invalid_setup_code: "Der Einrichtungscode ist falsch oder abgelaufen",
    insufficient_scope: "Diese Berechtigung fehlt",
    rate_limited: "Zu viele Anfragen; bitte gleich noch einmal versuchen",
    not_found: "Nicht gefunden",
    conflict: "Konflikt mit dem aktuellen Zustand",
    invalid_request_body: "Angaben prüfen",
    storage_full: "Die Platte ist voll",
    shutting_down: "Das Gerät fährt herunter",
    internal_error: "Interner Fehler im Gerät",
    too_many_streams: "Zu viele Live-Ansichten sind offen",
    csrf_rejected: "Die Anfrage kam von einer anderen Website. Seite neu laden",
    outside_geofence: "Das Ziel liegt außerhalb des Geofence",
  },
};
