import type { errors as source } from "../en/errors.ts";

/** What went wrong. */
export const errors: typeof source = {
  unreachable: "No se puede contactar con el equipo.",
  title: "No ha funcionado",
  codes: {
    invalid_api_key: "Esta clave no se conoce",
    api_key_expired: "Esta clave ha caducado",
    api_key_revoked: "Esta clave se ha anulado",
    key_network_refused: "Esta clave no se puede usar desde aquí",
    invalid_setup_code: "El código de instalación es incorrecto o ya no es válido",
    insufficient_scope: "Esta clave no permite hacerlo",
    rate_limited: "Demasiadas solicitudes; inténtelo dentro de un momento",
    not_found: "Esto no existe o ya no existe",
    conflict: "Otra cosa lo impide",
    invalid_request_body: "Un dato no es correcto",
    storage_full: "El disco está lleno",
    shutting_down: "El equipo se está deteniendo",
    internal_error: "Algo ha fallado en el equipo",
    too_many_streams: "Hay demasiadas vistas en directo abiertas",
    csrf_rejected: "La solicitud parecía venir de otro sitio; vuelva a cargar la página",
  },
};
