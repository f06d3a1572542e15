import type { configuration as source } from "../en/configuration.ts";

/** The site configuration. */
export const configuration: typeof source = {
  file: "Leída de {file}. Cambie los ajustes allí y reinicie el equipo.",
  noFile: "No hay archivo de configuración: todos los ajustes tienen su valor por defecto.",
  settings: "Ajustes actuales",
  setting: "Ajuste",
  value: "Valor",
  origin: "Origen",
  origins: {
    default: "por defecto",
    file: "archivo",
    environment: "entorno",
    flag: "línea de órdenes",
  },
  changedOnly: "Solo los cambiados",
  none: "Ningún ajuste coincide.",
  check: "Comprobar un archivo",
  checkHint:
    "Pegue el archivo entero. La comprobación no cambia nada ni lee los archivos que nombra.",
  yaml: "Archivo (YAML)",
  open: "Abrir un archivo",
  valid: "No se encontraron problemas.",
  problems: "Problemas: {count}",
  line: "Línea {line}",
};
