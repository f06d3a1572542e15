import { signal } from "@preact/signals";
import type { Session, SignInMethods } from "../../../client/source/generated.ts";
import { GatehouseApiError } from "../../../client/source/errors.ts";
import { box, setCsrfToken, whenSignedOut } from "../api/box.ts";
import { codeOf, explain } from "../api/explain.ts";
import { provePasskey } from "./passkey.ts";
import { restart } from "./router.ts";
import { say } from "../words/say.ts";
import { words } from "../words/words.ts";

/** A right that a key may hold. */
export type Scope = Session["scopes"][number];

/** Who is signed in: `unknown` until the box has answered. */
export const session = signal<Session | "unknown" | "nobody">("unknown");
/** The reason for the sign-in form, if there is one. */
export const signInReason = signal("");
/** The box's first key, shown once after a sign-in by setup code. */
export const firstKey = signal<string | undefined>(undefined);

const retryMs = 3000;

/** True when the session has this scope; the box checks it again. */
export function may(scope: Scope): boolean {
  const now = session.value;
  return typeof now === "object" && now.scopes.includes(scope);
}

/** Asks the box who is signed in, until it answers. */
export async function checkSession(): Promise<void> {
  try {
    accept((await box.session.getSession()).data);
  } catch (error) {
    if (codeOf(error) === undefined) {
      signInReason.value = explain(error);
      setTimeout(() => void checkSession(), retryMs);
    } else {
      signInReason.value = "";
      session.value = "nobody";
    }
  }
}

/** The eight digits of a setup code, however they are spaced; undefined for anything else. */
export function setupCodeOf(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, "");
  return /^\d{8}$/.test(digits) ? digits : undefined;
}

/**
 * Exchanges a key, or the setup code, for the session's cookie. With a password the setup code makes an account of
 * `name`, else a key with that name.
 */
export async function signIn(
  text: string,
  { name, password }: { name: string; password: string },
): Promise<void> {
  const code = setupCodeOf(text);
  if (code === undefined) await open({ key: text.trim() });
  else if (password !== "") await open({ setup_code: code, name: name.trim(), password });
  else await open({ setup_code: code, ...(name.trim() === "" ? {} : { key_name: name.trim() }) });
}

/** Exchanges a name and a password for the session's cookie. */
export async function signInWithPassword(name: string, password: string): Promise<void> {
  await open({ name: name.trim(), password });
}

/** Uses up an invitation and signs its account in; without a name it is a new password for one. */
export async function acceptInvitation(
  token: string,
  { name, password }: { name?: string; password: string },
): Promise<void> {
  await open({ invitation: token, ...(name === undefined ? {} : { name: name.trim() }), password });
}

/** Exchanges a proof of a passkey for the session's cookie. */
export async function signInWithPasskey(): Promise<void> {
  const { data } = await box.session.createSignInChallenge();
  await open({ passkey: await provePasskey(data) });
}

/** Goes to the site's identity provider, which sends the browser back with an answer. */
export async function goToProvider(): Promise<void> {
  const { data } = await box.session.createProvider();
  location.assign(data.url);
}

/** Exchanges the answer of the identity provider in the page's address for the session's cookie; true if there was one. */
export async function finishProviderSignIn(): Promise<boolean> {
  const parameters = new URLSearchParams(location.search);
  if (!parameters.has("state") || !(parameters.has("code") || parameters.has("error")))
    return false;
  // The answer is good once: reloading the page must not send it again.
  restart();
  try {
    await open({ provider: Object.fromEntries(parameters) });
  } catch (error) {
    session.value = "nobody";
    // The code of a wrong password too, which has words of its own.
    const isRefused = error instanceof GatehouseApiError && error.code === "invalid_credentials";
    signInReason.value = isRefused
      ? say(words.value.people.providerRefused, {
          reason: error.message.replace(/^.*?provider: /, ""),
        })
      : explain(error);
  }
  return true;
}

/** Asks the box how people can sign in. */
export async function signInMethods(): Promise<SignInMethods> {
  return (await box.session.getMethods()).data;
}

async function open(body: Parameters<typeof box.session.createSession>[0]): Promise<void> {
  const { data } = await box.session.createSession(body);
  firstKey.value = data.key;
  accept(data);
}

/** Ends the session on the box. */
export async function signOut(): Promise<void> {
  try {
    const { data } = await box.session.deleteSession();
    leave("");
    if (data.provider_url !== null) location.assign(data.provider_url);
  } catch (error) {
    leave(codeOf(error) === undefined ? words.value.signIn.maybeStillIn : "");
  }
}

function accept(data: Session): void {
  setCsrfToken(data.csrf_token ?? "");
  signInReason.value = "";
  session.value = data;
}

function leave(reason: string): void {
  firstKey.value = undefined;
  setCsrfToken("");
  signInReason.value = reason;
  session.value = "nobody";
}

whenSignedOut(() => {
  if (typeof session.value === "object") leave(words.value.signIn.over);
});
