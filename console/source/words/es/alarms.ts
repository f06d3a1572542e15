import type { alarms as source } from "../en/alarms.ts";

/** What the box asks a technician to see to, by its code. */
export const alarms: typeof source = {
  safe_mode: "Modo seguro: las cámaras y los robots están en pausa.",
  storage_full: "El disco está lleno.",
  store_stalled: "El disco no responde. No se puede guardar nada.",
  store_unwritable: "El disco rechaza las escrituras. No se puede guardar nada.",
  disk_low: "Algo distinto de las grabaciones llena el disco.",
  inodes_low: "El disco apenas admite más archivos.",
  store_at_risk: "El almacén puede estar dañado.",
  files_unnamed: "Muchos archivos no tienen registro en el almacén; se conservan.",
  vision_down: "Ahora nada observa las cámaras.",
  model_damaged: "El archivo de un modelo está dañado.",
  cameras_refused: "Hay cámaras de la configuración que no se vigilan.",
  cameras_offline: "Hay cámaras que no envían imagen.",
  decoders_failing: "Se detuvieron decodificadores de cámaras y se reemplazaron.",
  endpoint_refused: "Un servicio de modelos rechaza la clave.",
  too_hot: "La máquina está demasiado caliente.",
  throttled: "El procesador va frenado.",
  memory_low: "Falta memoria.",
  clock_not_synchronised: "El reloj no sigue ningún servidor de hora.",
  certificate_ending: "El certificado caduca pronto.",
  certificate_ended: "El certificado ha caducado.",
  audit_lost: "Se perdieron entradas del registro de auditoría.",
};
