import type { doctor as source } from "../en/doctor.ts";

/** The doctor; what it finds is said by `findings.ts`. */
export const doctor: typeof source = {
  hint: "Comprueba el equipo, su disco, sus redes, sus programas, sus modelos y cada cámara, e indica cómo resolver los fallos. Las cámaras se comprueban con una conexión aparte. Puede tardar un minuto.",
  begin: "Ejecutar diagnóstico",
  running: "{done} de {total} comprobaciones hechas",
  never: "Sin diagnóstico desde el arranque del equipo.",
  finished: "Última ejecución: {time}",
  fails: "Fallos",
  warns: "Advertencias",
  oks: "Correcto",
  skips: "Omitidas",
  allWell: "No se encontraron problemas.",
  fix: "Cómo resolverlo",
};
