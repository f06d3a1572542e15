import type { health as source } from "../en/health.ts";

/** Coverage of the cameras and health of the box. */
export const health: typeof source = {
  coverage: "Cobertura",
  coverageHint: "Cuánto de cada hora se observó de verdad, y por qué no.",
  range: "Período",
  day: "un día",
  week: "una semana",
  stream: "Cámara",
  observed: "Observado",
  notObserved: "No observado",
  why: "Por qué no",
  reasons: {
    source_down: "cámara ausente",
    frozen: "imagen congelada",
    detector_down: "detector ausente",
    undecodable: "no decodificable",
    overload: "equipo saturado",
    stopped: "flujo parado",
    box_off: "equipo apagado",
  },
  noCoverage: "Aún no hay nada contabilizado.",
  machine: "El equipo",
  machineHint: "Minuto a minuto desde el arranque, un día como máximo; solo en memoria.",
  disk: "Disco libre",
  memory: "Memoria libre",
  load: "Carga",
  temperature: "Temperatura",
  queue: "Trabajos en espera",
  online: "Cámaras en línea",
  notTold: "Esta máquina no lo dice.",
  chartLabel: "{name}: de {first} a {last}, ahora {now}",
};
