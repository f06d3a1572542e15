import type { signIn as source } from "../en/sign-in.ts";

/** The sign-in. */
export const signIn: typeof source = {
  title: "Connexion",
  label: "Clé d’API ou code d’installation",
  help: "Un nouveau boîtier affiche son code d’installation au démarrage ; la démo, sa clé. Sinon : {command}",
  button: "Se connecter",
  over: "La session a expiré. Reconnectez-vous.",
  maybeStillIn: "Le boîtier est injoignable. Ce navigateur est peut-être encore connecté.",
  keyName: "Nom de la nouvelle clé",
  keyNameHint: "Le code d’installation crée une clé pour vous. Le journal d’audit montre ce nom.",
};
