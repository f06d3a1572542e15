import type { health as source } from "../en/health.ts";

/** Coverage of the cameras and health of the box. */
export const health: typeof source = {
  coverage: "Cobertura",
  coverageHint: "Qué parte de cada hora se observó cada cámara y el motivo de cada hueco.",
  range: "Período",
  day: "un día",
  week: "una semana",
  stream: "Cámara",
  observed: "Cobertura",
  notObserved: "Huecos",
  why: "Motivo del hueco",
  reasons: {
    source_down: "cámara sin conexión",
    frozen: "imagen congelada",
    detector_down: "detector caído",
    undecodable: "error de decodificación",
    overload: "equipo sobrecargado",
    stopped: "flujo parado",
    box_off: "equipo apagado",
  },
  noCoverage: "Aún no hay datos de cobertura.",
  machine: "El equipo",
  machineHint:
    "Un valor por minuto desde el arranque del equipo, un día como máximo. Solo en memoria.",
  disk: "Disco libre",
  memory: "Memoria libre",
  load: "Carga",
  temperature: "Temperatura",
  queue: "Trabajos en espera",
  online: "Cámaras en línea",
  notTold: "No disponible en esta máquina.",
  chartLabel: "{name}: de {first} a {last}, ahora {now}",
};
