/** The sign-in. */
export const signIn = {
  title: "Sign in",
  label: "API key or setup code",
  help: "A new box prints its setup code when it starts; the demo prints its key. Otherwise run: {command}",
  button: "Sign in",
  over: "The session expired. Sign in again.",
  maybeStillIn: "The box cannot be reached. This browser may still be signed in.",
  keyName: "Name of the new key",
  keyNameHint: "The setup code creates a key for you. The audit log shows this name.",
};
