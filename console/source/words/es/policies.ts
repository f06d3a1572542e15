import { plural } from "../plural.ts";
import type { policies as source } from "../en/policies.ts";

/** Policies: stored rules. */
export const policies: typeof source = {
  add: "Añadir una regla",
  nothing: "Todavía no hay reglas. Cada cámara vigila además lo que tiene configurado.",
  holds: "En vigor",
  rests: "En pausa",
  off: "Desactivada",
  switchOn: "Activar",
  switchOff: "Desactivar",
  tryLastHour: "Probarla con la última hora",
  wouldRaise: plural({
    one: "Habría avisado de {count} incidente.",
    other: "Habría avisado de {count} incidentes.",
  }),
  recorded: "Visto y guardado: {time}",
  cooldown: "Silencio después, en segundos",
  modes: "Solo en estos modos",
  modesHint: "Ninguno elegido: en todos.",
  modeNames: {
    armed: "Armado",
    home: "En casa",
    disarmed: "Desarmado",
  },
  enabled: "La regla está activada",
  schedule: "Cuándo",
  allTimes: "A todas horas",
  timeZone: "Zona horaria",
  addWindow: "Añadir un horario",
  window: "Horario {number}",
  from: "Desde",
  to: "Hasta",
};
