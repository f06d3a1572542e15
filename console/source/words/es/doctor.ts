import type { doctor as source } from "../en/doctor.ts";

/** The doctor; what it finds is said by `findings.ts`. */
export const doctor: typeof source = {
  hint: "Examina el equipo, su disco, sus redes, sus programas, sus modelos y cada cámara, y dice qué hacer. Las cámaras se prueban con una conexión aparte; puede tardar un minuto.",
  begin: "Examinar el equipo",
  running: "{done} de {total} comprobaciones terminadas",
  never: "No se ha examinado nada desde que arrancó el equipo.",
  finished: "Examinado: {time}",
  fails: "No funciona",
  warns: "Funciona, pero conviene mirarlo",
  oks: "Está bien",
  skips: "No se ha comprobado",
  allWell: "Todo está en orden.",
  fix: "Qué hacer",
};
