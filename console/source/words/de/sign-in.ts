import type { signIn as source } from "../en/sign-in.ts";

/** The sign-in. */
export const signIn: typeof source = {
  title: "Anmelden",
  label: "API-Schlüssel oder Einrichtungscode",
  help: "Ein neues Gerät gibt beim Start seinen Einrichtungscode aus, die Demo ihren Schlüssel. Sonst: {command}",
  button: "Anmelden",
  over: "Die Sitzung ist abgelaufen. Bitte neu anmelden.",
  maybeStillIn: "Das Gerät ist nicht erreichbar. Dieser Browser ist vielleicht noch angemeldet.",
  keyName: "Name des neuen Schlüssels",
  keyNameHint:
    "Der Einrichtungscode erzeugt einen Schlüssel für Sie. Das Prüfprotokoll zeigt diesen Namen.",
};
