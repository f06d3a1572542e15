import type { keys as source } from "../en/keys.ts";

/** API keys and the audit log. */
export const keys: typeof source = {
  add: "Nueva clave",
  preset: "Puede",
  presets: {
    viewer: "solo mirar",
    operator: "estar de turno: confirmar, cancelar, enviar robots",
    technician: "instalar el sitio",
    integrator: "ser un programa: todo servicio, sin robots",
    admin: "todo, también claves",
    custom: "derechos sueltos",
  },
  rights: "Derechos",
  expires: "Termina",
  lives: {
    day: "en un día",
    month: "en 30 días",
    year: "en un año",
    never: "nunca",
  },
  expiresHint: "Como muy tarde con la clave de su sesión.",
  networks: "Redes",
  networksHint:
    "Desde dónde vale, p. ej. 192.168.10.0/24; varias con comas, vacío para todas partes.",
  secretOnce: "Esta es la clave. Se muestra solo esta vez.",
  lastUsed: "Último uso",
  states: {
    active: "activa",
    expired: "caducada",
    revoked: "revocada",
  },
  revoke: "Revocar",
  roll: "Nuevo secreto",
  rollHint: "El secreto antiguo vale un día más.",
  thisOne: "en uso",
  audit: "Registro de auditoría",
  when: "Cuándo",
  who: "Quién",
  from: "Desde",
  what: "Qué",
  outcome: "Resultado",
};
