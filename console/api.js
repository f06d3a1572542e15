/** Why a request failed: `code` from the box's error table or `unreachable`, `message` for people. */
export class ApiError extends Error {
  constructor(status, error) {
    super(error?.message ?? `The box answered ${status}`);
    this.status = status;
    this.code = error?.code ?? "unknown";
  }
}

let csrfToken = "";
let scopes = [];
let onSignedOut = () => {};

/** Calls `run` whenever an answer says that nobody is signed in any more. */
export function whenSignedOut(run) {
  onSignedOut = run;
}

/** Whether who is signed in has this scope; the box checks it again. */
export function may(scope) {
  return scopes.includes(scope);
}

/** One request with the session's cookie; gives the envelope's `data` or throws an ApiError. */
export async function call(method, path, body) {
  const headers = {};
  if (method !== "GET") headers["x-csrf-token"] = csrfToken;
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(`/api/v1${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "same-origin",
    signal: AbortSignal.timeout(15_000),
  }).catch(() => {
    throw new ApiError(0, { code: "unreachable", message: "The box cannot be reached." });
  });
  const envelope = await response.json().catch(() => ({}));
  if (response.ok) return envelope.data;
  if (response.status === 401 && path !== "/session") onSignedOut();
  throw new ApiError(response.status, envelope.error);
}

/** Whether this browser is signed in. */
export async function isSignedIn() {
  try {
    const session = await call("GET", "/session");
    csrfToken = session.csrf_token ?? "";
    scopes = session.scopes;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

/**
 * Exchanges a key, or the eight digits of the setup code, for the session's cookie. Gives the first
 * key for the setup code, null for a key.
 */
export async function signIn(text) {
  const digits = text.replaceAll(" ", "");
  const body = /^\d{8}$/.test(digits) ? { setup_code: digits } : { key: text };
  const session = await call("POST", "/session", body);
  csrfToken = session.csrf_token;
  scopes = session.scopes;
  return session.key ?? null;
}

/** Ends the session on the box. */
export async function signOut() {
  await call("DELETE", "/session");
  csrfToken = "";
}
