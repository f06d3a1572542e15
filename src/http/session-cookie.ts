/** Name of the page's cookie. */
const sessionCookieName = "gatehouse_session";

/** Returns the session id in a Cookie header, or undefined. */
export function readSessionCookie(header: string | undefined): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const [name, value] = pair.split("=", 2);
    if (name?.trim() === sessionCookieName && value) return value.trim();
  }
  return undefined;
}

/**
 * `Set-Cookie` for a session: scripts cannot read it and browsers never send it with another site's
 * request.
 */
export function sessionCookie(id: string, options: { secure: boolean; maxAgeSec: number }): string {
  const parts = [
    `${sessionCookieName}=${id}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Strict",
    `Max-Age=${options.maxAgeSec}`,
  ];
  if (options.secure) parts.push("Secure");
  return parts.join("; ");
}
