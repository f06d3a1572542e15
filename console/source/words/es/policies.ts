import { plural } from "../plural.ts";
import type { policies as source } from "../en/policies.ts";

/** Policies: stored rules. */
export const policies: typeof source = {
  add: "Añadir una regla",
  nothing: "Aún no hay reglas. Las cámaras también tienen sus propias reglas de detección.",
  holds: "Activa",
  rests: "Inactiva (horario)",
  off: "Desactivada",
  switchOn: "Activar",
  switchOff: "Desactivar",
  tryLastHour: "Probar con la última hora",
  wouldRaise: plural({
    one: "Habría avisado de {count} incidente.",
    other: "Habría avisado de {count} incidentes.",
  }),
  recorded: "Probado con {time} de trayectorias grabadas",
  cooldown: "Tiempo de espera (s)",
  modes: "Limitar a modos",
  modesHint: "Ninguno elegido: todos los modos.",
  modeNames: {
    armed: "Armado",
    home: "En casa",
    disarmed: "Desarmado",
  },
  enabled: "Activada",
  schedule: "Horario",
  allTimes: "Siempre",
  timeZone: "Zona horaria",
  addWindow: "Añadir intervalo",
  window: "Intervalo {number}",
  from: "Desde",
  to: "Hasta",
};
