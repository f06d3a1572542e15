import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hashSecret } from "../../keys/api-key.ts";
import type { Principal } from "../../keys/api-keys.ts";
import {
  type OpenedFrom,
  type Session,
  sessionIdleMs,
  type Sessions,
  type SignInMethod,
} from "../../keys/sessions.ts";
import type { People } from "../people.ts";
import { type Person, principalOf } from "../person.ts";
import { pageCookie, readCookie } from "../../../http/session-cookie.ts";

/** Life of the cookie of a browser that somebody signed in with, in seconds: half a year. */
const browserCookieSec = 180 * 86_400;

/** The exchange that a sign-in belongs to. */
export interface SignInCall {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Returns the origin of the request, for the list of sessions. */
export function openedFrom(request: FastifyRequest): Omit<OpenedFrom, "method"> {
  return { address: request.ip, agent: request.headers["user-agent"] };
}

/** Sets the cookie of an opened session; the audit log names who it was. */
export function setSession({ request, reply }: SignInCall, opened: Session & { id: string }): void {
  request.caller = { ...opened.principal, requestId: request.id };
  const secure = request.protocol === "https";
  const options = { secure, maxAgeSec: sessionIdleMs / 1000 };
  reply.header("set-cookie", pageCookie("session", opened.id, options));
}

/** Ends the session of the request in the browser. */
export function clearSession({ request, reply }: SignInCall): void {
  const secure = request.protocol === "https";
  reply.header("set-cookie", pageCookie("session", "", { secure, maxAgeSec: 0 }));
}

/** Opens a session for a person, and lets the account know the browser from then on. */
export async function openForPerson(
  { people, sessions }: { people: People; sessions: Sessions },
  call: SignInCall,
  signedIn: {
    person: Person;
    method: SignInMethod;
    passkey?: { id: string; counter: number };
  },
): Promise<{ principal: Principal; session: Session }> {
  const { person, method, passkey } = signedIn;
  const { request, reply } = call;
  const opened = await sessions.open(principalOf(person), { ...openedFrom(request), method });
  const known = readCookie("browser", request.headers.cookie);
  const browser = known ?? randomBytes(32).toString("base64url");
  await people.signedIn(person, { browser: hashSecret(browser), ...(passkey ? { passkey } : {}) });
  setSession(call, opened);
  const options = { secure: request.protocol === "https", maxAgeSec: browserCookieSec };
  reply.header("set-cookie", pageCookie("browser", browser, options));
  return { principal: opened.principal, session: opened };
}
