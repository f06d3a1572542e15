/** Names of the page's cookies: its session, the browser that signed in before, and a sign-in under way. */
export const cookieNames = {
  session: "gatehouse_session",
  browser: "gatehouse_browser",
  provider: "gatehouse_provider",
} as const;

type CookieName = keyof typeof cookieNames;

/** The value of one of the page's cookies in a Cookie header, or undefined. */
export function readCookie(name: CookieName, header: string | undefined): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const [found, value] = pair.split("=", 2);
    if (found?.trim() === cookieNames[name] && value) return value.trim();
  }
  return undefined;
}

/** The session id in a Cookie header, or undefined. */
export function readSessionCookie(header: string | undefined): string | undefined {
  return readCookie("session", header);
}

/** The attributes of a cookie. */
export interface CookieOptions {
  /** Only over TLS. */
  secure: boolean;
  /** 0 removes the cookie. */
  maxAgeSec: number;
  /** `Lax`: sent with a link from another site too. */
  sameSite?: "Strict" | "Lax";
}

/** `Set-Cookie` for one of the page's cookies: unreadable to scripts and, unless `Lax`, never sent by another site. */
export function pageCookie(name: CookieName, value: string, options: CookieOptions): string {
  const { secure, maxAgeSec, sameSite = "Strict" } = options;
  const parts = [
    `${cookieNames[name]}=${value}`,
    "Path=/",
    "HttpOnly",
    `SameSite=${sameSite}`,
    `Max-Age=${maxAgeSec}`,
  ];
  if (secure) parts.push("Secure");
  return parts.join("; ");
}
