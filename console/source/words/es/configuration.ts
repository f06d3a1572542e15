import type { configuration as source } from "../en/configuration.ts";

/** The site configuration. */
export const configuration: typeof source = {
  file: "Leída de {file}. Cámbiela allí y reinicie el equipo.",
  noFile: "No hay archivo de configuración: valen los valores por defecto.",
  settings: "Lo que vale",
  setting: "Ajuste",
  value: "Valor",
  origin: "Origen",
  origins: {
    default: "por defecto",
    file: "archivo",
    environment: "entorno",
    flag: "línea de órdenes",
  },
  changedOnly: "Solo lo que no es por defecto",
  none: "Ningún ajuste coincide.",
  check: "Comprobar un archivo",
  checkHint: "Pegue el archivo entero. No se cambia nada y los archivos nombrados no se leen.",
  yaml: "Archivo (YAML)",
  open: "Abrir un archivo",
  valid: "Nada que corregir.",
  problems: "Por corregir: {count}",
  line: "Línea {line}",
};
