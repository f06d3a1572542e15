/** The sign-in. */
export const signIn = {
  title: "Sign in",
  label: "API key or setup code",
  help: "A new box prints its setup code when it starts, the demo its key. Others: {command}",
  button: "Sign in",
  over: "The session is over; sign in again.",
  maybeStillIn: "The box cannot be reached. This browser may still be signed in.",
  keyName: "Name of the new key",
  keyNameHint: "The setup code makes a key for you; the audit log shows this name.",
};
