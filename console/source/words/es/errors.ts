import type { errors as source } from "../en/errors.ts";

/** What went wrong. */
export const errors: typeof source = {
  unreachable: "No se puede contactar con el equipo.",
  title: "La petición falló",
  chooseZone: "Elija una zona",
  chooseLine: "Elija una línea",
  codes: {
    invalid_api_key: "Clave desconocida",
    api_key_expired: "Esta clave ha caducado",
    api_key_revoked: "Esta clave fue revocada",
    key_network_refused: "Esta clave no se permite desde esta red",
    invalid_setup_code: "El código de instalación es incorrecto o ha caducado",
    insufficient_scope: "No tiene este permiso",
    rate_limited: "Demasiadas solicitudes; inténtelo dentro de un momento",
    not_found: "No encontrado",
    conflict: "Conflicto con el estado actual",
    invalid_request_body: "Revise los datos",
    storage_full: "El disco está lleno",
    shutting_down: "El equipo se está apagando",
    internal_error: "Error interno del equipo",
    too_many_streams: "Hay demasiadas vistas en directo abiertas",
    csrf_rejected: "La petición vino de otro sitio. Recargue la página",
    outside_geofence: "El destino está fuera de la geocerca",
  },
};
