import type { alarms as source } from "../en/alarms.ts";

/** What the box asks a technician to see to, by its code. */
export const alarms: typeof source = {
  safe_mode: "Modo seguro: las cámaras y los robots están en pausa.",
  storage_full: "El disco está lleno.",
  store_stalled: "El disco no responde. No se puede guardar nada.",
  store_unwritable: "El disco rechaza las escrituras. No se puede guardar nada.",
  disk_low: "Algo distinto de las grabaciones llena el disco.",
  inodes_low: "El disco se queda sin inodos.",
  store_at_risk: "El almacén puede estar dañado.",
  files_unnamed: "Muchos archivos no tienen registro en el almacén; se conservan.",
  vision_down: "La detección está caída.",
  model_damaged: "El archivo de un modelo está dañado.",
  cameras_refused: "No se iniciaron cámaras de la configuración.",
  cameras_offline: "Hay cámaras sin conexión.",
  decoders_failing: "Fallaron decodificadores de vídeo y se reiniciaron.",
  endpoint_refused: "Un servicio de modelos rechaza la clave.",
  too_hot: "La máquina está demasiado caliente.",
  throttled: "El procesador está limitado.",
  memory_low: "Queda poca memoria.",
  clock_not_synchronised: "El reloj no está sincronizado.",
  certificate_ending: "El certificado caduca pronto.",
  certificate_ended: "El certificado ha caducado.",
  audit_lost: "Se perdieron entradas del registro de auditoría.",
};
