import type { keys as source } from "../en/keys.ts";

/** API keys and the audit log. */
export const keys: typeof source = {
  add: "Nueva clave",
  preset: "Rol",
  presets: {
    viewer: "Observador: solo ver",
    operator: "Operador: confirmar, cancelar, mandar robots",
    technician: "Técnico: configurar el sitio",
    integrator: "Integrador: todos los servicios, sin robots",
    admin: "Administrador: todo, también las claves",
    custom: "Personalizado",
  },
  rights: "Permisos",
  expires: "Caduca",
  lives: {
    day: "en un día",
    month: "en 30 días",
    year: "en un año",
    never: "nunca",
  },
  expiresHint: "Como muy tarde con la clave de su sesión.",
  networks: "Redes permitidas",
  networksHint: "Por ejemplo 192.168.10.0/24, separadas por comas. Vacío: todas las redes.",
  secretOnce: "Esta es la clave. La página solo la muestra una vez.",
  lastUsed: "Último uso",
  states: {
    active: "activa",
    expired: "caducada",
    revoked: "revocada",
  },
  revoke: "Revocar",
  roll: "Nuevo secreto",
  rollHint: "El secreto antiguo vale un día más.",
  thisOne: "esta sesión",
  audit: "Registro de auditoría",
  when: "Hora",
  who: "Usuario",
  from: "Dirección",
  what: "Acción",
  outcome: "Resultado",
};
