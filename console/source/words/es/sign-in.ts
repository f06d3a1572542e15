import type { signIn as source } from "../en/sign-in.ts";

/** The sign-in. */
export const signIn: typeof source = {
  title: "Iniciar sesión",
  label: "Clave de API o código de instalación",
  help: "Un equipo nuevo muestra su código de instalación al arrancar; la demo, su clave. Si no: {command}",
  button: "Iniciar sesión",
  over: "La sesión ha caducado. Inicie sesión de nuevo.",
  maybeStillIn:
    "No se puede contactar con el equipo. Puede que este navegador siga con la sesión abierta.",
  keyName: "Nombre de la nueva clave",
  keyNameHint:
    "El código de instalación crea una clave para usted. El registro de auditoría muestra este nombre.",
};
